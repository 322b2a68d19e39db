"use strict";
/* What is done in searches by hand as a short text: a letter for each thing done, and `-` for what was refused.

Who is refused often loses nothing more by it, so of many refusals in a row three are kept, and where that is too much one. */

const MOST_WALKED = 4096, REFUSED = "-", MANY = [/-{4,}/g, /-{2,}/g], FEW = ["---", "-"];
const ACT_LETTERS = {down: "d", cut: "c", return: "r", alpha: "a", beta: "b", show: "s"};
const LETTER_ACTS = Object.fromEntries(Object.entries(ACT_LETTERS).map(([kind, letter]) => [letter, kind]));

/* Return another walk through the same tree, at its beginning. */
function walkedAnew(walk) {
  const other = Object.assign(Object.create(Object.getPrototypeOf(walk)), walk);
  other.begin();
  return other;
}

/* Return the letters of what was done. */
function lettersOf(walk) {
  const other = walkedAnew(walk);
  return walk.log.map(each => {
    const before = other.steps;
    other.restore([each]);
    return other.steps > before ? ACT_LETTERS[each[0]] : REFUSED;
  }).join("");
}

/* Return the log of which these are the letters: what was refused is a number that is none. */
function logOf(letters, walk) {
  const other = walkedAnew(walk);
  for (const letter of letters) {
    if (other.isOver) break;
    const kind = LETTER_ACTS[letter], right = other.row.right[kind];
    other.restore([kind === "show" ? ["show", "", null] : right ? [kind, right[0], null] : ["return", "?", null]]);
  }
  return other.log;
}

/* Return how a gradebook keeps what is done in walks. */
const keepsWalks = walks => ({
  written: (kept, page) => {
    const all = [page, ...walks.map(lettersOf)].join("|"), texts = MANY.map((many, place) => all.replace(many, FEW[place]));
    return {text: texts.find(text => text.length <= MOST_WALKED) || page, isAll: texts.some(text => text.length <= MOST_WALKED)};
  },
  read: (text, page) => {
    const [its, ...letters] = text.split("|");
    return its === page && letters.length === walks.length ? {logs: letters.map((each, place) => logOf(each, walks[place]))} : {};
  },
});

/* Return how much of walks was done without a slip and without being shown, of how much, and whether all is done. */
function walked(walks) {
  const sum = count => walks.reduce((total, walk) => total + count(walk), 0);
  const missed = walk => Object.values(walk.missed).reduce((total, count) => total + count, 0);
  const isOver = walks.every(walk => walk.isOver), done = sum(walk => Number(walk.isOver) + Number(walk.log.length > 0));
  return {right: sum(walk => walk.steps - missed(walk)), asked: sum(walk => walk.steps + leftOf(walk)), isSolved: isOver, done};
}

/* Return how many things are still to be done, at least. */
function leftOf({rows, place}) {
  let count = 0;
  for (; rows[place].due; count += 1) place = rows[place].right[rows[place].due[0]][1];
  return count;
}
