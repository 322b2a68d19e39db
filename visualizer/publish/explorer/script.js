(async () => {
const MOST = 300, NONE = -1, PART = "part";
/* What is as it was is left alone: a browser would lay it out again. */
const look = (element, looks) => {
  for (const name in looks) if (element.getAttribute(name) !== `${looks[name]}`) element.setAttribute(name, looks[name]);
  return element;
};
/* Scroll to an element, within this page: one around it, which shows it in a frame, stays where it is. */
const reveal = element => {
  const by = (low, high, from, to) => Math.round(low < from ? low - from : high > to ? Math.min(high - to, low - from) : 0);
  for (let around = element?.parentElement; around; around = around.parentElement) {
    const it = element.getBoundingClientRect(), room = around.getBoundingClientRect();
    around.scrollBy(by(it.left, it.right, room.left, room.right), by(it.top, it.bottom, room.top, room.bottom));
  }
};
const say = words => write(at("note"), words);
const written = number => number.toLocaleString("en");

/* The block: the length of a head in JSON, the head, and the columns and texts of each side. */
if (!window.DecompressionStream) return say("This page needs a browser of 2023 or later; a film as PDF does not.");
async function opened() {
  const text = atob(at("block").textContent.trim()), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  at("block").remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer(), decoder = new TextDecoder();
  const types = {B: Uint8Array, H: Uint16Array, I: Uint32Array};
  let place = 4 + new DataView(buffer).getUint32(0, true);
  const found = JSON.parse(decoder.decode(new Uint8Array(buffer, 4, place - 4)));
  for (const side of found.sides) {
    for (const [name, [type, size]] of Object.entries(side.columns)) {
      const part = buffer.slice(place, place += size);
      side[name] = type === "lines" ? decoder.decode(part).split("\n") : new types[type](part);
    }
  }
  return found;
}
/* Before anything else, so that no page is light for a moment, and one around this one can say otherwise. */
followSystem();
const found = await opened(), F = found.fields.length;
const [STATE, VALUE, WHOSE, ENTRY, NOW, SAID] = found.fields.keys();
const last = Math.max(...found.sides.map(side => side.last));
const number = letter => letter.charCodeAt(0) < 256 ? letter.charCodeAt(0) - 33 : letter.charCodeAt(0) - 162;
let now = NONE;

/* A search on the page. A node is a number; what it shows at a step is in `looks`, which changes and key states write. */
class Side {
  step = NONE;
  chosen = NONE;
  hovered = NONE;
  from = 0; /* The first row in the page. */
  folds = new Map();
  elements = new Map();
  constructor(data, number) {
    Object.assign(this, data, {id: `side${number}-`, looks: Uint32Array.from(data.final)});
    this.begins = new Uint32Array(this.parent.length + 1);
    const order = [...this.parent.keys()].slice(1);
    order.forEach(node => this.begins[this.parent[node] + 1]++);
    this.begins.forEach((count, node) => { if (node) this.begins[node] += this.begins[node - 1]; });
    this.children = Uint32Array.from(order.sort((a, b) => this.parent[a] - this.parent[b] || this.place[a] - this.place[b]));
    this.build();
  }

  /* Steps. */

  go(step) {
    step = Math.min(step, this.last);
    let from = this.step;
    const key = Math.floor(step / found.key);
    if (from === NONE || step < from || key !== Math.floor(from / found.key)) {
      this.looks.set(this.final);
      this.write("key", this.keyBegins[key], this.keyBegins[key + 1]);
      from = key * found.key;
    }
    this.write("change", this.changeBegins[from + 1], this.changeBegins[step + 1]);
    this.step = step;
  }
  write(which, begin, end) {
    const nodes = this[`${which}Nodes`], fields = this[`${which}Fields`], texts = this[`${which}Texts`];
    for (let i = begin; i < end; i++) this.looks[nodes[i] * F + fields[i]] = texts[i];
  }
  look(node, field) { return this.texts[this.looks[node * F + field]]; }
  is(node, state) { return ` ${this.look(node, STATE)} `.includes(` ${state} `); }
  isThere(node) { return this.first[node] <= this.step && !this.is(node, "ghost"); }

  /* Above and below a node. */

  line(node) {
    const line = [node];
    while (line[0]) line.unshift(this.parent[line[0]]);
    return line;
  }
  moves(node) { return this.line(node).slice(1).map(each => this.texts[this.move[each]]); }
  below(node) {
    const below = this.children.subarray(this.begins[node], this.begins[node + 1]);
    const there = [...below].filter(child => this.isThere(child));
    if (this.picture) return there;
    const best = there.filter(child => this.is(child, "best"));
    const open = there.filter(child => this.is(child, "open") || this.is(child, "current"));
    return [...new Set([...best, ...open, ...there])];
  }
  isOpen(node) { return this.folds.get(node) ?? (!node || this.is(node, "open") || this.is(node, "best") && PART); }
  at(moves) {
    const isCalled = (child, move) => [this.move, this.written].some(names => names && this.texts[names[child]] === move);
    const next = (node, move) => node === NONE ? NONE : this.below(node).find(child => isCalled(child, move)) ?? NONE;
    return moves.reduce(next, 0);
  }

  /* The outline: rows of those nodes whose ancestors are unfolded. */

  rows() {
    const rows = [], waiting = [[0, 1, 1, 1]];
    while (waiting.length) {
      const row = waiting.pop(), below = this.below(row[0]), open = below.length > 0 && this.isOpen(row[0]);
      const isShown = child => open !== PART || ["best", "open", "current"].some(state => this.is(child, state));
      rows.push([...row, below.length ? open : null]);
      for (let i = open ? below.length - 1 : NONE; i >= 0; i--) {
        if (isShown(below[i])) waiting.push([below[i], row[1] + 1, i + 1, below.length]);
      }
    }
    return rows;
  }
  outline() {
    const rows = this.list = this.isThere(0) ? this.rows() : [], place = rows.findIndex(row => row[0] === this.focus);
    const isSeen = () => place >= this.from && place < this.from + MOST;
    const from = this.seek && place >= 0 && !isSeen() ? place - MOST / 2 : this.from;
    this.from = Math.max(0, Math.min(from, rows.length - MOST));
    this.reached = isSeen() ? this.focus : rows[this.from]?.[0]; /* The row that tab goes to. */
    const rest = rows.length - this.from - MOST;
    const visible = rows.slice(this.from, this.from + MOST).map(row => this.row(...row));
    this.above.hidden = !this.from;
    write(this.above, `▲ ${written(this.from)} rows above`);
    this.beneath.hidden = rest <= 0;
    write(this.beneath, `▼ ${written(rest)} rows below`);
    const wanted = new Set(visible);
    for (const element of [...this.tree.children]) if (!wanted.has(element)) element.remove();
    let next = this.tree.firstElementChild;
    for (const element of visible) {
      if (element === next?.nextElementSibling) next = element; /* what stood before it comes later */
      if (element === next) next = next.nextElementSibling; else this.tree.insertBefore(element, next);
    }
  }
  isNew(element, node, ...others) {
    const signature = [...this.looks.subarray(node * F, node * F + F), ...others].join(" ");
    return element.signature !== signature && (element.signature = signature);
  }
  row(node, level, place, size, open) {
    let element = this.elements.get(node);
    if (!element) {
      const parts = ["fold", "sign", "move", "mover", "value", "whose", "window"].map(name => make("span", {class: name}));
      element = make("div", {role: "treeitem", class: "row", id: `${this.id}${node}`, "data-node": node}, ...parts);
      this.elements.set(node, element);
    }
    if (!this.isNew(element, node, level, place, size, open, node === this.focus, node === this.reached)) return element;
    const fold = open === null ? "" : open === PART ? "▿" : open ? "▾" : "▸", window = this.is(node, "open") ? this.look(node, NOW) : "";
    const {move, mover} = this, words = [this.texts[move[node]], this.movers[mover[node]][1], this.look(node, VALUE), this.look(node, WHOSE)];
    [fold, this.sign(node), ...words, window].forEach((text, i) => write(element.children[i], text));
    const style = `padding-left:${0.4 + 0.9 * Math.min(level - 1, 14)}em`;
    this.label(element, node, {"aria-level": level, "aria-posinset": place, "aria-setsize": size, style});
    if (open === null) element.removeAttribute("aria-expanded"); else element.setAttribute("aria-expanded", !!open);
    return element;
  }
  label(element, node, places) {
    const state = this.look(node, STATE), tabindex = node === (this.isBook ? this.focus : this.reached) ? 0 : -1;
    look(element, {...places, "data-state": state, "aria-selected": node === this.focus, "aria-label": this.words(node), tabindex});
  }
  sign(node) {
    const states = this.look(node, STATE).split(" ");
    return found.legend[["current", "cut", ...states].find(state => states.includes(state))][0];
  }
  states(node) { return this.look(node, STATE).split(" ").map(state => found.legend[state]).filter(Boolean); }
  words(node) {
    const [shape, , side] = this.movers[this.mover[node]], states = this.states(node).map(state => state[1]);
    const words = [this.texts[this.move[node]], side ? `${side} to move` : shape, this.look(node, VALUE), this.look(node, WHOSE)];
    return [...words, ...states].filter(Boolean).join(", ");
  }

  /* The book's picture, whose places Python has given. */

  drawBook() {
    const [width] = this.picture.view.slice(2), {boxes} = this.picture;
    this.nodes = boxes.map(([x, y, w, h, head, foot, label], node) => {
      const half = w / 2, peak = 0.3 * h, shape = this.movers[this.mover[node]][0];
      const corners = {
        MAX: [[x, y - peak / 2], [x + half, y + peak], [x + half, y + h], [x - half, y + h], [x - half, y + peak]],
        MIN: [[x - half, y], [x + half, y], [x + half, y + h - peak], [x, y + h + peak / 2], [x - half, y + h - peak]],
      }[shape];
      const box = corners ? draw("polygon", {class: "box", points: corners.join(" ")})
        : shape === "leaf" ? draw("rect", {class: "box", x: x - half, y, width: w, height: h, rx: 5})
        : draw("ellipse", {class: "box", cx: x, cy: y + h / 2, rx: half, ry: h / 2});
      const words = (name, left, line, text = "") => draw("text", {class: name, x: left, y: line}, text);
      const group = draw("g", {role: "treeitem", id: `${this.id}${node}`, "data-node": node});
      group.append(draw("rect", {class: "hit", x: x - half - 4, y: head, width: w + 8, height: y + h + 18 - head}));
      if (node) {
        const [px, , , , , from] = boxes[this.parent[node]], mx = px + 0.5 * (x - px), my = from + 0.5 * (head - from);
        group.append(draw("path", {class: "edge", d: `M${px} ${from}L${x} ${head}V${y}`}));
        group.append(draw("path", {class: "strokes", d: `M${mx - 7} ${my}l9 -5M${mx - 2} ${my + 5}l9 -5`}));
        group.append(words("move", x, head + 11, this.texts[this.move[node]]));
      }
      if (this.begins[node] < this.begins[node + 1]) group.append(draw("path", {class: "edge stem", d: `M${x} ${y + h}V${foot}`}));
      const middle = y + h / 2 + 5, below = y + h + 15;
      group.append(box, words("value", x, middle), words("sign", x + half + 5, y + 2), words("low", x - 6, below), words("high", x + 6, below), words("between", x, below));
      if (label) group.append(words("label", x - half - 9, middle, label));
      return group;
    });
    this.book = draw("svg", {class: "book", viewBox: this.picture.view.join(" "), role: "tree", "aria-label": `${this.title}, as in a book`, style: `min-width:${Math.round(0.8 * width)}px;max-width:${Math.round(1.7 * width)}px`}, ...this.nodes);
    this.stage.append(this.book);
  }
  paintBook() {
    this.nodes.forEach((group, node) => {
      if (!this.isNew(group, node, node === this.focus)) return;
      this.label(group, node, {"aria-level": this.line(node).length});
      const isPlain = !this.is(node, "current") && (this.is(node, "to-come") || this.is(node, "done"));
      const window = this.is(node, "open") || this.is(node, "cut") ? this.look(node, NOW).split("  ") : [];
      const [low = "", high = ""] = [window[0], window.at(-1)], between = window.length > 2 ? window[1] : "";
      const texts = {value: this.look(node, VALUE) || (this.is(node, "open") ? "?" : ""), sign: isPlain ? "" : this.sign(node), low, high, between};
      for (const name in texts) write(group.querySelector(`.${name}`), texts[name]);
    });
  }

  /* All of it. */

  build() {
    [this.above, this.beneath] = [make("button", {class: "more"}), make("button", {class: "more"})];
    this.tree = make("div", {role: "tree", "aria-label": this.title});
    this.outlined = make("div", {}, this.above, this.tree, this.beneath);
    this.stage = make("div", {class: "stage"}, this.outlined);
    this.about = make("section", {class: "about", "aria-label": "node"});
    this.said = make("p", {class: "said", "aria-live": "polite", "aria-atomic": "true"});
    const name = this.name ? [make("h2", {}, this.name)] : [];
    this.box = make("section", {class: "side", "aria-label": this.name || this.title}, ...name, this.stage, this.about, this.said);
    if (this.picture) this.drawBook();
    const turn = by => { this.from = Math.max(0, this.from + by); this.seek = false; this.paint(); };
    this.above.addEventListener("click", () => turn(-MOST + 50));
    this.beneath.addEventListener("click", () => turn(MOST - 50));
    const node = event => { const it = event.target.closest("[data-node]"); return it ? Number(it.dataset.node) : NONE; };
    const hear = (name, act) => this.stage.addEventListener(name, event => act(node(event), event));
    hear("pointerover", (it, event) => { if (event.pointerType === "mouse") { this.hovered = it; this.tell(); } });
    hear("pointerleave", () => { this.hovered = NONE; this.tell(); });
    hear("mousedown", (it, event) => { if (event.target.className === "fold") event.preventDefault(); });
    hear("click", (it, event) => {
      if (it !== NONE) if (event.target.className === "fold") this.fold(it, this.isOpen(it) !== true); else this.choose(it);
    });
    hear("focusin", it => { if (it !== NONE && it !== this.focus) this.choose(it); });
    hear("keydown", (it, event) => this.key(event));
  }
  get shown() { return this.step > 0 ? this.current[this.step] : 0; }
  get focus() { return this.chosen !== NONE && this.isThere(this.chosen) ? this.chosen : this.shown; }
  get isBook() { return !!this.picture && !listed; }
  show(step) { this.go(step); this.seek = true; this.paint(); }
  paint() {
    if (this.picture) { this.book.style.display = this.isBook ? "" : "none"; this.outlined.hidden = this.isBook; }
    if (this.isBook) this.paintBook(); else this.outline();
    write(this.said, this.sentences[this.step]);
    this.tell();
    if (this.seek) reveal(this.element(this.focus));
  }
  element(node) { return this.isBook ? this.nodes[node] : this.elements.get(node)?.isConnected ? this.elements.get(node) : null; }
  choose(node) {
    this.chosen = node;
    const line = this.line(node), isShown = (each, child) => this.isOpen(each) === PART ? this.is(child, "best") : this.isOpen(each);
    line.slice(0, -1).forEach((each, i) => { if (!isShown(each, line[i + 1])) this.folds.set(each, true); });
    this.seek = true;
    this.paint();
    address();
  }
  fold(node, open) {
    this.folds.set(node, open);
    if (!open && this.focus !== node && this.line(this.focus).includes(node)) this.chosen = node;
    this.seek = false;
    this.paint();
  }
  follow() { this.chosen = NONE; this.folds.clear(); this.seek = true; this.paint(); address(); }

  /* What is known of a node: its board, value, windows, and the sentence of the step that has told of it. */

  tell() {
    const node = this.hovered !== NONE && this.isThere(this.hovered) ? this.hovered : this.focus, isThere = this.isThere(node);
    if (!this.isNew(this.about, node, node, this.step)) return;
    const [value, whose, entry, now] = [VALUE, WHOSE, ENTRY, NOW].map(field => isThere ? this.look(node, field) : "");
    const [shape, , side] = this.movers[this.mover[node]], said = isThere && this.looks[node * F + SAID];
    const rows = {
      state: isThere ? this.states(node).map(state => state.join(" ")).join(", ") : "", "to move": side,
      value: value && `${value} ${whose || this.whose}`, "on entry": entry, now,
    };
    const terms = Object.keys(rows).filter(name => rows[name]).flatMap(name => [make("dt", {}, name), make("dd", {}, rows[name])]);
    const story = said && said !== this.step ? [make("p", {}, `Step ${written(said)}: ${this.sentences[said]}`)] : [];
    const name = `${this.moves(node).join(" ") || "root"}${side ? "" : ` (${shape})`}`;
    this.about.replaceChildren(make("h3", {}, name), ...this.drawnBoard(node), make("dl", {}, ...terms), ...story);
  }
  drawnBoard(node) {
    if (!this.board[node]) return [];
    const [code, ...captions] = this.texts[this.board[node]].split("\t"), base = this.bases[number(code[0])];
    const cells = base.spots.map(([x, y], spot) => [`translate(${x} ${y})`, base.names[spot], ...this.cells[number(code[spot + 1])]]);
    const words = cells.filter(cell => cell[3]).map(([, name, , said]) => `${name} ${said}`).join(", ") || "empty";
    const board = draw("svg", {viewBox: `0 0 ${base.size.join(" ")}`, role: "img", "text-anchor": "middle", "aria-label": `board: ${words}`});
    board.innerHTML = base.svg + cells.map(([place, , svg]) => svg && `<g transform="${place}">${svg}</g>`).join("");
    return [make("div", {class: "board"}, board, ...captions.map(line => make("div", {}, line)))];
  }

  /* Keys in the tree, as trees have them. */

  key(event) {
    if (isShortcut(event) || !event.target.closest("[role=treeitem]")) return;
    const node = this.focus, above = node ? this.parent[node] : NONE, below = this.below(node);
    const beside = by => { const there = node ? this.below(above) : [0]; return there[there.indexOf(node) + by]; };
    const places = this.isBook ? [] : this.list.map(row => row[0]), place = places.indexOf(node);
    const to = this.isBook
      ? {ArrowUp: above, ArrowDown: below[0], ArrowLeft: beside(-1), ArrowRight: beside(1), Home: 0, End: below.at(-1)}
      : {ArrowUp: places[place - 1], ArrowDown: places[place + 1], Home: 0, End: places.at(-1),
         ArrowLeft: below.length && this.isOpen(node) ? () => this.fold(node, false) : above,
         ArrowRight: !below.length ? NONE : this.isOpen(node) === true ? below[0] : () => this.fold(node, true)};
    if (event.key === "Enter" || event.key === " ") to[event.key] = () => this.fold(node, this.isOpen(node) !== true);
    if (!(event.key in to)) return;
    event.preventDefault();
    event.stopPropagation();
    const target = to[event.key];
    if (typeof target === "function") target(); else if (target >= 0) this.choose(target);
    this.element(this.focus)?.focus({preventScroll: true});
  }

  /* Moves from the root, a move, or a value: the nodes that are meant, those that are there. */

  find(text) {
    const direct = this.at(text.split(/\s+/));
    if (direct > 0) return [direct];
    const lower = text.toLowerCase(), value = text.replace("-", "−");
    const matches = node => this.texts[this.move[node]].toLowerCase() === lower || this.look(node, VALUE) === value;
    return [...this.parent.keys()].filter(node => this.isThere(node) && matches(node));
  }
}

let listed = false, resting = 0;
const sides = found.sides.map((side, number) => new Side(side, number));
at("sides").append(...sides.map(side => side.box));
document.body.classList.toggle("many", sides.length > 1);
at("view").hidden = !sides.some(side => side.picture);

/* The link is written once steps rest: browsers allow few changes a second. */
function address() {
  const {chosen} = sides[0], moves = chosen > 0 ? sides[0].moves(chosen).map(encodeURIComponent) : [];
  const rest = () => remember(`#${[`s${now}`, ...moves].join("/")}`);
  clearTimeout(resting);
  resting = setTimeout(rest, 100);
  at("follow").setAttribute("aria-pressed", sides.every(side => side.chosen === NONE));
}
function show(step) {
  step = Math.max(0, Math.min(last, step));
  if (step === now) return;
  now = step;
  sides.forEach(side => side.show(step));
  tellStep(now, `step ${written(now)} of ${written(last)}`);
  address();
}

/* `#s12/e3/a2` is step 12, and the node behind these moves; in a written tree names or numbers. */
function arrive() {
  const [step, ...moves] = location.hash.slice(1).split("/"), wanted = /^s(\d+)$/.exec(step);
  let names = [];
  try { names = moves.map(decodeURIComponent); } catch (error) { /* no moves that one can read */ }
  show(wanted ? Number(wanted[1]) : now === NONE ? 0 : now);
  for (const side of sides) {
    const node = names.length ? side.at(names) : NONE;
    if (node !== NONE) side.choose(node);
  }
}
let sought = "", turn = 0;
function find(text) {
  text = text.trim();
  turn = text === sought ? turn + 1 : 0;
  sought = text;
  const hits = sides.map(side => text ? side.find(text) : []), count = Math.max(...hits.map(each => each.length));
  hits.forEach((nodes, i) => { if (nodes.length) sides[i].choose(nodes[turn % nodes.length]); });
  say(!text ? "" : count ? `${turn % count + 1} of ${written(count)}` : `“${text}” is not there at this step.`);
}
const cuts = [...new Set(sides.flatMap(side => [...side.cuts]))].sort((a, b) => a - b);
const keys = {
  ...stepKeys(() => now, () => last, show), x: () => show(cuts.find(step => step > now) ?? now),
  X: () => show(cuts.findLast(step => step < now) ?? now), "/": () => at("find").focus(), Escape: () => sides.forEach(side => side.follow()),
  v: () => { listed = !listed; write(at("view"), listed ? "picture" : "list"); sides.forEach(side => { side.seek = true; side.paint(); }); },
  t: () => shade(["light", "dark"]),
};
function hasOtherMeaning({key, target}) {
  if (target.id === "find" && key === "Escape") target.blur();
  else if (target.id === "find") return true;
  return target.id === "slider" && key.startsWith("Arrow");
}
const buttons = {first: "Home", back: "ArrowLeft", next: "ArrowRight", end: "End", uncut: "X", cut: "x", follow: "Escape", view: "v", shade: "t"};
listen(keys, buttons, hasOtherMeaning);
slide(last, show);
at("find").addEventListener("keydown", event => { if (event.key === "Enter") find(event.target.value); });
at("cut").disabled = at("uncut").disabled = !cuts.length;
addEventListener("hashchange", arrive);
arrive();
document.documentElement.dataset.ready = "yes";
})();
