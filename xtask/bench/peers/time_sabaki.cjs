// Times @sabaki/sgf on games between NUL bytes: prints the seconds to read all of them and to write them.
const { readFileSync } = require("fs");
const sgf = require("@sabaki/sgf");

const games = readFileSync(process.argv[2], "utf8").split("\0");

function timed(work) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const start = process.hrtime.bigint();
    work();
    times.push(Number(process.hrtime.bigint() - start) / 1e9);
  }
  return times.sort((a, b) => a - b)[2];
}

function read() {
  const read = [];
  let failed = 0;
  for (const game of games) {
    try {
      read.push(sgf.parse(game));
    } catch {
      failed++;
    }
  }
  return [read, failed];
}

const [records, failed] = read();
console.log(timed(read), timed(() => records.map((record) => sgf.stringify(record))), failed);
