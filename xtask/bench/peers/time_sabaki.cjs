// Times @sabaki/sgf on games between NUL bytes: prints the seconds to read all of them and to write them,
// and how much is written.
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

function read(then) {
  for (const game of games) {
    try {
      then(sgf.parse(game));
    } catch {
      // Counted below.
    }
  }
}

const records = [];
read((record) => records.push(record));
const written = records.reduce((sum, record) => sum + Buffer.byteLength(sgf.stringify(record)), 0);
const write = () => records.forEach((record) => sgf.stringify(record));
console.log(timed(() => read(() => {})), timed(write), written, games.length - records.length);
