// Runs asunder-golden as web assembly and prints its report.
//
// Such a program has no output of its own: `main` leaves the report in memory, between its marks.
// What it was built up from may still lie about there too, so only a whole one counts.
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const { main, memory } = instance.exports;
const code = main(0, 0);
const text = Buffer.from(memory.buffer).toString("latin1");
const report = /golden answers begin\n(?:[a-z]+ \S+ [0-9a-f]{16}\n)+golden answers end\n/.exec(text);
if (code !== 0 || report === null) {
  console.error(`main ended with ${code} and left no report`);
  process.exit(1);
}
process.stdout.write(report[0]);
