"use strict";
/* The table that a page reads, its words, and the normal form of an answer: the number as it may be typed, or as any view
writes it, with the sign of a bound, as in visualizer/teach/question.py. Tests give both the same cases. */

/* Return a coded table, in which each number stands for a text. */
function decoded(coded) {
  const [facts, said] = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(coded), letter => letter.charCodeAt(0))));
  const read = each => typeof each === "number" ? said[each] : Array.isArray(each) ? each.map(read)
    : each && typeof each === "object" ? Object.fromEntries(Object.entries(each).map(([name, value]) => [name, read(value)])) : each;
  return read(facts);
}
const filled = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const preorder = node => [node, ...node.children.flatMap(preorder)];

const LARGEST = 2 ** 53, TINY = 1e-300;
const NUMBER = /^[+-]?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|inf|infinity)$/i;
const FRACTION = /^([+-]?(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15}))\/(\d{1,15})$/;
const SHORT_DIGITS = 6, SIMPLE = 99;  // digits after the point of a short decimal fraction; the greatest denominator shown
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/;
const POWER = " times 10 to the power ";
const IN_WORDS = {"just above ": "⁺", "just below ": "⁻"};

/* Return the number of a text, as it may be typed or as it is shown: 1,000, −3, 3⁺, or in words; NaN if it is none. */
function readNumber(text) {
  let word = text.trim().replaceAll("−", "-").replaceAll("minus ", "-").replace(POWER, "e");
  for (const [begin, behind] of Object.entries(IN_WORDS)) if (word.startsWith(begin)) word = word.slice(begin.length) + behind;
  if (word.length > 1 && "⁺+⁻-".includes(word.at(-1))) return nextTo(readPlain(word.slice(0, -1)), "⁺+".includes(word.at(-1)));
  return readPlain(word);
}

function readPlain(shown) {
  const text = shown.replace(/^(≈|~|about )/, ""), [, above, below] = FRACTION.exec(text) || [];
  if (Number(below)) return Number(above.replaceAll(",", "")) / Number(below);
  const plain = (GROUPED.test(text) ? text.replaceAll(",", "") : text).trim().replaceAll("∞", "inf");
  const value = NUMBER.test(plain) ? Number(plain.replace(/inf(inity)?/i, "Infinity")) : NaN;
  return Math.abs(value) > LARGEST && (Number.isFinite(value) || /\d/.test(plain)) ? NaN : value;
}

/* Return the number next after one, or before it; NaN for an infinite one. */
function nextTo(value, up) {
  if (!Number.isFinite(value)) return NaN;
  if (!value) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + (up === value > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}

/* Return whether two numbers are the same as they are shown: as short decimal fractions, simple fractions, or rounded. */
const alike = (one, other) => one === other || asShown(one) === asShown(other);

function asShown(value) {
  if (!Number.isFinite(value) || Number.isInteger(value)) return value;
  const near = Math.abs(value) > TINY ? Number(value.toPrecision(10)) : 0;
  for (const up of [true, false]) if (nextTo(near, up) === value) return nextTo(asShown(near), up);
  const digits = Math.abs(near) < 1e-4 ? "" : String(near).split(".")[1] || "";  // smaller ones are shown as powers of 10
  if (digits.length <= SHORT_DIGITS) return near;
  for (let below = 2; below <= SIMPLE; below += 1) if (Math.round(value * below) / below === value) return value;
  return Number(value.toPrecision(4));
}

/* Return the normal form of an answer, the sign of a bound in words, "" for none, and the number; null if it has none. */
function normalForm(given, signs) {
  const text = String(given).trim(), sign = Object.keys(signs).find(each => text.startsWith(each)) || "";
  const value = readNumber(text.slice(sign.length));
  return Number.isNaN(value) ? null : [signs[sign] || "", value];
}
