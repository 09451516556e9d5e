"""Times sgfmill on games between NUL bytes. Prints the seconds to read all of them and to write them, what is written, the number of
games that it cannot read, and the seconds to read all of them with every value parsed."""
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
    for game in games:
        try:
            yield sgf.Sgf_game.from_bytes(game)
        except ValueError:
            pass


records = list(read())
written = sum(len(record.serialise()) for record in records)


def read_all():
    for _ in read():
        pass


def write_all():
    for record in records:
        record.serialise()


def typed():
    for record in read():
        nodes = [record.get_root()]
        while nodes:
            node = nodes.pop()
            nodes.extend(node)
            for identifier in node.properties():
                try:
                    node.get(identifier)
                except ValueError:
                    pass


print(timed(read_all), timed(write_all), written, len(games) - len(records), timed(typed))
