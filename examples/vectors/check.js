// Reads a file of vectors and checks an implementation of the KL divergence in doubles.
// node examples/vectors/check.js verified/data/vectors/kl_test.json
"use strict";
// A hexadecimal float such as -0x1.8p-3, exactly; in two steps, as the least has no half.
function hex(text) {
  if (text === "inf") return Infinity;
  const [, sign, whole, part, power] = /^(-?)0x([01])\.([0-9a-f]+)p([+-]\d+)$/.exec(text);
  const mantissa = parseInt(whole + part, 16) * 2 ** (-4 * part.length);
  const half = Math.trunc(power / 2);
  return (sign ? -1 : 1) * mantissa * 2 ** half * 2 ** (power - half);
}
// What is tested: replace it by a call of your library.
function kl(P, Q) {
  return P.reduce((sum, p, j) => (p === 0 ? sum : sum + p * Math.log(p / Q[j])), 0);
}
const file = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
const counts = { right: 0, loose: 0, unsafe: 0, skipped: 0 };
for (const group of file.testGroups) {
  for (const test of group.tests) {
    const { P, Q } = { ...group.parameters, ...test.inputs };
    if (test.flags.includes("InexactInput")) { counts.skipped += 1; continue; }
    const found = kl(P.hex.map(hex), Q.hex.map(hex));
    const [low, high] = [test.lo, test.hi].map((end) => (end === "inf" ? Infinity : Number(end)));
    const slack = high === Infinity ? 0 : 1e-9 * Math.abs(high);
    const kind = !(found >= low - slack) ? "unsafe" : found > high + slack ? "loose" : "right";
    counts[kind] += 1;
    if (kind === "unsafe") console.log(`tcId ${test.tcId}: ${found} < ${test.lo} (${test.flags})`);
  }
}
console.log(`${file.numberOfTests} vectors:`, JSON.stringify(counts));
