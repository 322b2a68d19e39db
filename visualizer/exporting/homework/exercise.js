"use strict";
/* Alpha-beta on a written tree in natural order, the questions about it, and why an answer is right or wrong.

The same as visualizer/explanation/questions/exercise.py in other words: tests compare questions, answers and sentences.
A node has `path` ("2.1", "" for the root) and, once the search has visited it, `alpha` and `beta` on entry, `tried`, how
many children were visited, and `result`, what it returned. Values are from MAX's side. */

const ASKED = {all: ["pruned", "alpha", "beta", "value"], values: ["value"], cuts: ["pruned"], windows: ["alpha", "beta"]};
const SIGNS = {"<=": "most", "≤": "most", "at most": "most", ">=": "least", "≥": "least", "at least": "least"};
const LARGEST = 2 ** 53;
const NUMBER = /^[+-]?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|inf|infinity)$/i;
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

function readPlain(text) {
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

/* Return whether two numbers are the same as they are shown, with ten digits. */
const alike = (one, other) => one === other || rounded(one) === rounded(other);

function rounded(value) {
  if (!Number.isFinite(value) || Number.isInteger(value)) return value;
  const near = Number(value.toPrecision(10));
  return [true, false].some(up => nextTo(near, up) === value) ? value : near;
}

/* Return the sign of a bound, "" for none, and the number of an answer; null if it is no number. */
function readAnswer(given, asked) {
  const text = String(given).trim(), sign = Object.keys(SIGNS).find(each => text.startsWith(each)) || "";
  const value = readNumber(text.slice(sign.length));
  return Number.isNaN(value) || (sign && asked !== "value") ? null : [sign, value];
}

const capital = text => /^(the |branch|move |column )/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
const side = (node, other = false) => node.max !== other ? "MAX" : "MIN";
const grouped = count => count.toLocaleString("en-US");

class Exercise {
  constructor({tree, max}, {level, cut, fail}) {
    Object.assign(this, {level, strict: cut === ">", hard: fail === "hard", windowless: level === "values"});
    this.words = new Map([[Infinity, "+∞"], [-Infinity, "−∞"]]);
    this.nodes = [];
    this.root = this.read(tree, null, 0, max);
    this.byPath = new Map(this.nodes.map(node => [node.path, node]));
    this.search(this.root, -Infinity, Infinity);
  }

  /* Make the nodes, in preorder; every number of the search is a leaf's or infinite, and is shown as that leaf is. */
  read({edge, label = "", value, shown, children = []}, parent, place, max) {
    const path = parent ? `${parent.path}${parent.path && "."}${place + 1}` : "";
    const node = {parent, place, path, max, label, edge: edge || String(place + 1), tried: 0, visited: false};
    this.nodes.push(node);
    if (!children.length) { node.result = value; this.words.set(value, shown); }
    node.children = children.map((child, number) => this.read(child, node, number, !max));
    return node;
  }

  show(value) { return this.words.get(value); }

  search(node, alpha, beta) {
    Object.assign(node, {visited: true, alpha, beta});
    if (!node.children.length) return node.result;
    for (const child of node.children) {
      const [low, high] = this.window(node);
      this.search(child, low, high);
      node.tried += 1;
      const [now, end] = this.window(node);
      if (now > end || (now === end && !this.strict)) break;
    }
    node.best = this.best(node);
    node.result = this.hard ? Math.min(Math.max(node.best, alpha), beta) : node.best;
    return node.result;
  }

  tries(node) { return node.children.slice(0, node.tried); }

  best(node, tried = node.tried) {
    const values = node.children.slice(0, tried).map(child => child.result);
    return values.reduce((one, other) => (node.max ? other > one : other < one) ? other : one, node.max ? -Infinity : Infinity);
  }

  /* Return alpha and beta as a node sees them after some children. */
  window(node, tried = node.tried) {
    if (this.windowless || !tried) return [node.alpha, node.beta];
    const best = this.best(node, tried);
    return node.max ? [Math.max(node.alpha, best), node.beta] : [node.alpha, Math.min(node.beta, best)];
  }

  /* Questions and answers. */

  get questions() {
    const asks = (node, asked) => asked === "pruned" ? node.parent && node.parent.visited : node.visited && node.children.length;
    return this.nodes.flatMap(node => ASKED[this.level].filter(asked => asks(node, asked)).map(asked => ({node, asked})));
  }

  answer(node, asked) { return asked === "pruned" ? !node.visited : node[asked === "value" ? "result" : asked]; }

  /* Return whether an answer is right, and why; null for what cannot be an answer. */
  judge(node, asked, given) {
    const right = this.answer(node, asked);
    if (asked === "pruned") return {right: given === right, why: this.whyPruned(node)};
    const read = readAnswer(given, asked);
    if (!read) return null;
    const sign = read[0], isRight = alike(read[1], right);
    if (asked !== "value") return {right: isRight, why: this.whyBound(node, asked)};
    return isRight && sign ? this.judgeSign(node, sign) : {right: isRight, why: this.whyValue(node)};
  }

  judgeSign(node, sign) {
    const most = SIGNS[sign] === "most", value = node.result, [name, end] = most ? ["α", node.alpha] : ["β", node.beta];
    const met = most ? value <= end : value >= end;
    if (met) return {right: true, why: `${this.at(node)}: ${this.show(value)} is at ${SIGNS[sign]} ${name} = ${this.show(end)} on entry, so it is a bound.`};
    return {right: false, why: `The number is right, but only a value that is at ${SIGNS[sign]} ${name} is such a bound, and ${name} = ${this.show(end)} on entry.`};
  }

  whyPruned(node) {
    const parent = node.parent;
    if (!node.visited) return this.whyCut(parent);
    if (node.place === 0) return `It is the first child of ${this.at(parent)}: nothing is known there yet, so it is looked at.`;
    const [low, high] = this.window(parent, node.place), sign = this.strict ? ">" : "≥";
    return `Before it ${this.at(parent)} has α = ${this.show(low)} and β = ${this.show(high)}: α ${sign} β is not so yet, so it may still matter and is looked at.`;
  }

  whyBound(node, asked) {
    const lower = asked === "alpha", start = `${lower ? "α" : "β"} = ${this.show(node[asked])} on entry:`;
    const who = lower ? "MAX" : "MIN", source = this.boundSource(node, asked);
    if (!source) return `${start} ${who} has no value above ${this.at(node)} yet.`;
    return `${start} at ${this.at(source.node)} ${who} can have that with ${this.at(source.child)} already.`;
  }

  whyValue(node) {
    const values = this.tries(node).map(child => this.show(child.result)), last = values.pop();
    const returned = values.length ? `${values.join(", ")} and ${last}` : last;
    const why = `${side(node)} takes the ${node.max ? "greatest" : "least"} of what its visited children return, ${returned}`;
    const clipped = `; with fail-hard ${this.show(node.best)} is clipped to the window, ${this.show(node.result)}`;
    return `${why}${node.best === node.result ? "" : clipped}.`;
  }

  whyCut(node) {
    const child = node.children[node.tried - 1], value = child.result;
    const [name, asked, strict, weak] = node.max ? ["β", "beta", ">", "≥"] : ["α", "alpha", "<", "≤"];
    const bound = node[asked], source = this.boundSource(node, asked), plies = depth(node) - depth(source.node);
    const equal = value === bound, sign = this.strict ? strict : weak;
    const has = `${side(node)}'s ${this.move(child)} is worth ${this.worth(child)}`;
    const left = node.children.length - node.tried, which = node.tried === 1 ? "other" : "remaining";
    const skipped = left > 1 ? `${grouped(left)} ${which} branches there are` : `${which} branch there is`;
    const way = lineTo(node).find(each => each.parent === source.node), instead = this.move(way);
    const kept = this.toldApart(source.child, instead, [this.move(child), ...names(node)]);
    const rather = plies > 1
      ? `instead of ${instead}, ${plies} plies up, so best play ${equal ? "need" : "does"} not come here`
      : `${equal ? "too" : "instead"}, so ${side(node, true)} ${equal ? "need" : "will"} not choose ${instead}`;
    return `${plies > 1 ? "Deep cut" : "Cut"} at ${this.at(node)}: ${has} already, and ${side(node, true)} can have ` +
      `${this.show(bound)} with ${kept} ${rather}. ${side(node)}'s ${skipped} skipped. ` +
      `(${this.show(value)} ${sign} ${name} = ${this.show(bound)})`;
  }

  /* Return the ancestor nearest the root whose best is a bound on entry, and the child that returned it; null for none. */
  boundSource(node, asked) {
    const line = lineTo(node), place = line.findIndex(each => each[asked] === node[asked]);
    if (place === 0) return null;
    const above = line[place - 1];
    return {node: above, child: this.tries(above).find(child => child.result === node[asked])};
  }

  /* What the result of a node says of its true value: a value inside its window is exact, one outside is a bound, unless
  all children were visited and prove it exact. */

  worth(node) {
    const bound = this.bound(node);
    return `${{upper: "at most ", lower: "at least "}[bound] || ""}${this.show(node.result)}`;
  }

  bound(node) {
    const bound = this.boundByWindow(node), all = node.tried === node.children.length;
    const proved = bound !== "exact" && all && [true, false].every(least => this.childrenProve(node, node.result, least));
    return proved ? "exact" : bound;
  }

  boundByWindow({children, result, alpha, beta}) {
    if (!children.length || this.windowless || (alpha < result && result < beta) || (alpha === result && result === beta)) return "exact";
    return result <= alpha ? "upper" : "lower";
  }

  childrenProve(node, value, least) {
    const proves = child => this.proves(child, value, least);
    return node.max === least ? this.tries(node).some(proves) : this.tries(node).every(proves);
  }

  proves(node, value, least) {
    if (!(least ? node.result >= value : node.result <= value)) return false;
    if (["exact", least ? "lower" : "upper"].includes(this.boundByWindow(node))) return true;
    return node.tried === node.children.length && this.childrenProve(node, value, least);
  }

  /* Names of nodes and moves in sentences. */

  at(node) { return (node.parent && node.label) || called(names(node)); }
  move(node) { return called(/^\d+$/.test(node.edge) ? names(node) : [node.edge]); }
  toldApart(node, sibling, others) { const name = this.move(node); return others.includes(name) ? `${name} in place of ${sibling}` : name; }
}

const lineTo = node => node ? [...lineTo(node.parent), node] : [];
const depth = node => lineTo(node).length - 1;
const names = node => lineTo(node).slice(1).map(each => each.edge);

function called(edges) {
  const joined = edges.join(edges.some(edge => /^\d+$/.test(edge)) ? "." : " ");
  return edges.length ? `${/^\d/.test(joined) ? "branch " : ""}${joined}` : "the root";
}
