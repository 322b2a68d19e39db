"use strict";
/* What is filled in as a short text of ASCII: a gradebook by SCORM 1.2 keeps 4,096 characters.

A tree is its counts of checks, hints and shown answers, and a sign for each field: what is in it, whether it is marked, was
right at first, and how often it was wrong. What is written there follows, up to `~`, where it is not what is right. */

const MOST_KEPT = 4096, LONGEST_KEPT = 60, MOST_COUNTED = 999;
const STATES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!*()@:/";  // 3 · 2 · 3 · 4 of them
const EMPTY = 0, WHAT_IS_RIGHT = 1, OTHER = 2, FIRSTS = [undefined, true, false];
const LETTERS = {"−": "m", "∞": "o", "≤": "l", "≥": "g", "<": "k", ">": "q"}, SPELLED = Object.fromEntries(Object.entries(LETTERS).map(([sign, letter]) => [letter, sign]));

/* Return the text of what is filled into sheets, and whether that is all of it: where there is no room, long words are left
out, the longest first. */
function suspended(sheets, fields, page) {
  const written = fields.flatMap((each, place) => each.filter(({kind}) => !kind.edge).map(({id}) => signsOf(sheets[place].given[id] || "").length));
  for (let longest = LONGEST_KEPT; ; longest -= 1) {
    const text = [page, ...sheets.map((sheet, place) => sheetAsText(sheet, fields[place], longest))].join("|");
    if (text.length <= MOST_KEPT || !longest) return {text, isAll: written.every(length => length <= longest)};
  }
}

function sheetAsText(sheet, fields, longest) {
  const counts = [sheet.checks, sheet.hints, sheet.shown].map(count => Math.min(count, MOST_COUNTED)).join(",");
  return `${counts};${fields.map(field => fieldAsText(sheet, field, longest)).join("").replace(/A+$/, "")}`;
}

function fieldAsText({given, marked, first, tries}, {id, kind, right}, longest) {
  const text = kind.edge ? "" : signsOf(given[id] || ""), isRight = given[id] === (kind.edge || right);
  const what = isRight ? WHAT_IS_RIGHT : text && text.length <= longest ? OTHER : EMPTY;
  const state = ((what * 2 + marked.includes(id)) * 3 + FIRSTS.indexOf(first[id])) * 4 + Math.min(tries[id] || 0, 3);
  return STATES[state] + (what === OTHER ? `${text}~` : "");
}

/* Spell what was written in ASCII: what numbers are made of as it is, other signs as a letter or by their numbers. */
const signsOf = text => text.replace(/[^\d.,=+ efin-]/g, sign => LETTERS[sign] || `(${sign.charCodeAt(0).toString(36)})`);
const textOf = signs => signs.replace(/\((\w+)\)|[molgkq]/g, (sign, code) => code ? String.fromCharCode(parseInt(code, 36)) : SPELLED[sign]);

/* Return what was filled into sheets; null if the text is none of this page. */
function resumed(text, fields, page) {
  const [its, ...trees] = String(text).split("|");
  return its === page && trees.length === fields.length ? trees.map((tree, place) => sheetOfText(tree, fields[place])) : null;
}

function sheetOfText(text, fields) {
  const [counts, signs = ""] = text.split(";"), [checks, hints, shown] = counts.split(",").map(Number);
  const sheet = {given: {}, first: {}, tries: {}, marked: [], checks, hints, shown};
  let at = 0;
  for (const {id, kind, right} of fields) {
    const state = STATES.indexOf(signs[at] || "A"), what = Math.floor(state / 24), first = FIRSTS[Math.floor(state / 4) % 3];
    at += 1;
    if (state % 4 > 0) sheet.tries[id] = state % 4;
    if (first !== undefined) sheet.first[id] = first;
    if (Math.floor(state / 12) % 2) sheet.marked.push(id);
    if (what === WHAT_IS_RIGHT) sheet.given[id] = kind.edge || right;
    if (what !== OTHER) continue;
    const end = signs.indexOf("~", at);
    sheet.given[id] = textOf(signs.slice(at, end));
    at = end + 1;
  }
  return sheet;
}

/* Return how a gradebook keeps what is filled into the fields of sheets. */
const keepsFields = fields => ({
  written: ({sheets}, page) => suspended(sheets, fields, page),
  read: (text, page) => ({sheets: resumed(text, fields, page)}),
});
