"""Times sgfmill on games between NUL bytes: prints the seconds to read all of them and to write them."""
import statistics
import sys
import time

from sgfmill import sgf

games = [game.encode() for game in open(sys.argv[1], encoding="utf-8", newline="").read().split("\0")]


def timed(work):
    times = []
    for _ in range(5):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def read():
    read, failed = [], 0
    for game in games:
        try:
            read.append(sgf.Sgf_game.from_bytes(game))
        except ValueError:
            failed += 1
    return read, failed


records, failed = read()
print(timed(read), timed(lambda: [record.serialise() for record in records]), failed)
