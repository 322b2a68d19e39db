(() => {
const film = JSON.parse(document.getElementById("film").textContent);
const frames = film.frames;
const home = at("picture").getAttribute("viewBox").split(" ").map(Number);
let now = -1, shown = new Set(), timer = 0, view = [...home];

/* The pieces of a frame follow from those of another: each frame says which come and which go. */
function piecesAt(target, from, pieces) {
  const set = new Set(pieces);
  for (let i = from + 1; i <= target; i++) { frames[i].go.forEach(p => set.delete(p)); frames[i].come.forEach(p => set.add(p)); }
  for (let i = from; i > target; i--) { frames[i].come.forEach(p => set.delete(p)); frames[i].go.forEach(p => set.add(p)); }
  return set;
}

function element(piece) {
  const [fragment, x, y, words] = film.pieces[piece], group = draw("g", {transform: `translate(${x} ${y})`});
  group.innerHTML = film.fragments[fragment];
  if (words) group.prepend(draw("title", {}, film.words[words]));
  group.piece = piece;
  return group;
}

/* Pieces are numbered from back to front. */
function paint(svg, wanted, fresh) {
  for (const child of [...svg.children]) if (!wanted.has(child.piece)) child.remove();
  const there = new Set([...svg.children].map(child => child.piece));
  let next = svg.firstElementChild;
  for (const piece of [...wanted].sort((a, b) => a - b)) {
    while (next && next.piece < piece) next = next.nextElementSibling;
    if (there.has(piece)) continue;
    const group = element(piece);
    if (fresh) group.setAttribute("class", "new");
    svg.insertBefore(group, next);
  }
}

function label(frame) {
  if (frame.name) return frame.name;
  const number = frame.first === frame.last ? `step ${frame.last}` : `steps ${frame.first}–${frame.last}`;
  return `${number} of ${film.last}`;
}

function tell(frame) {
  at("sentence").textContent = frame.sentence;
  at("more").textContent = frame.more;
  tellStep(now, label(frame));
  at("picture").setAttribute("aria-label", `${document.title}, ${label(frame)}. ${frame.sentence}`);
  at("path").hidden = !frame.path.length;
  at("path").tBodies[0].replaceChildren(...frame.path.map(row => make("tr", {}, ...film.rows[row].map(cell => make("td", {}, cell)))));
  document.querySelectorAll("#code div").forEach((line, number) => {
    line.className = number === frame.line ? "now" : "";
    line.querySelector("i").textContent = number === frame.line ? frame.values : "";
    if (number === frame.line) line.setAttribute("aria-current", "step"); else line.removeAttribute("aria-current");
  });
}

function show(target) {
  target = Math.max(0, Math.min(frames.length - 1, target));
  if (target === now) return;
  const wanted = piecesAt(target, now, shown), fresh = Math.abs(target - now) === 1 && now >= 0;
  paint(at("picture"), wanted, fresh);
  shown = wanted;
  now = target;
  tell(frames[now]);
  remember(`#${frames[now].last}`);
}

/* `#12` is step 12: the frame that shows it, or the last one before it. */
function opened() {
  const step = parseInt(location.hash.slice(1), 10);
  if (!(step >= 0)) return now < 0 ? film.begin : now;
  let found = 0;
  frames.forEach((frame, number) => { if (frame.first <= step) found = number; });
  return found;
}

function name(what) { at("play").textContent = what; at("play").setAttribute("aria-label", what); }
function pause() {
  clearInterval(timer); timer = 0;
  name("play");
}
function play() {
  if (timer) return pause();
  if (now === frames.length - 1) show(0);
  name("pause");
  timer = setInterval(() => { show(now + 1); if (now === frames.length - 1) pause(); }, 1500);
}
function go(target) { pause(); show(target); }

function look(box) {
  view = box;
  at("picture").setAttribute("viewBox", box.map(part => Math.round(part * 10) / 10).join(" "));
  at("picture").setAttribute("class", box[2] < home[2] ? "zoomed" : "");
}
function zoom(factor, px = 0.5, py = 0.5) {
  const scale = Math.max(home[2] / 20, Math.min(home[2], view[2] * factor)) / view[2];
  if (view[2] * scale >= home[2] * 0.999) return look([...home]);
  look([view[0] + view[2] * px * (1 - scale), view[1] + view[3] * py * (1 - scale), view[2] * scale, view[3] * scale]);
}
function beside() {
  const alone = document.body.classList.toggle("alone");
  at("beside").setAttribute("aria-pressed", !alone);
}

const keys = {
  ...stepKeys(() => now, () => frames.length - 1, go), " ": play,
  "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25), "0": () => look([...home]), c: beside, t: () => shade(film.themes),
};
const buttons = {first: "Home", back: "ArrowLeft", play: " ", next: "ArrowRight", last: "End", smaller: "-", whole: "0", larger: "+", beside: "c", shade: "t"};
listen(keys, buttons, event => event.key === " " && event.target.tagName === "BUTTON");
slide(frames.length - 1, go);
at("stage").addEventListener("wheel", event => {
  if (!event.ctrlKey && view[2] >= home[2]) return;
  event.preventDefault();
  const box = at("picture").getBoundingClientRect();
  zoom(event.deltaY > 0 ? 1.15 : 0.87, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
}, {passive: false});
at("picture").addEventListener("pointermove", event => {
  if (!event.buttons || view[2] >= home[2]) return;
  const box = at("picture").getBoundingClientRect(), unit = Math.max(view[2] / box.width, view[3] / box.height);
  look([view[0] - event.movementX * unit, view[1] - event.movementY * unit, view[2], view[3]]);
});
window.addEventListener("hashchange", () => go(opened()));

/* On paper each frame is a page. */
let before = "";
window.addEventListener("beforeprint", () => {
  before = document.documentElement.dataset.theme;
  if (film.themes.length > 1) document.documentElement.dataset.theme = film.themes[0];
  let pieces = new Set();
  at("pages").replaceChildren(...frames.map((frame, number) => {
    pieces = piecesAt(number, number - 1, pieces);
    const svg = draw("svg", {viewBox: home.join(" ")});
    const heading = make("h2", {}, `${document.title}: ${label(frame)}`);
    const page = make("div", {class: "page"}, heading, svg, make("p", {}, frame.sentence));
    paint(svg, pieces, false);
    return page;
  }));
});
window.addEventListener("afterprint", () => {
  at("pages").replaceChildren();
  document.documentElement.dataset.theme = before;
});

at("code").append(...film.code.map(text => {
  const bare = text.trimStart(), line = make("div", {}, bare || "\u00a0", make("i"));
  line.style.setProperty("--in", (text.length - bare.length) / 4);
  return line;
}));
at("code").hidden = !film.code.length;
if (!film.code.length && !frames.some(frame => frame.path.length)) { beside(); at("beside").hidden = true; }
if (film.themes.length < 2) at("shade").hidden = true;
else if (film.follows) followSystem();
show(opened());
})();
