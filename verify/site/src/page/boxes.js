// Practice records: stored in this browser, and exported and imported as files. The date of the next review is computed with the answers.

import { ask, query } from './ask.js';

const KEY = 'vancura practice', FORMAT = 'vancura practice', VERSION = 1;
const empty = () => ({ format: FORMAT, version: VERSION, tasks: {} });

/** The records while the browser refuses to store them. */
let inMemory = null;

/** The key of a task: the first four fields of its FEN, and the goal. */
export const keyOf = (fen, goal) => [...fen.split(' ').slice(0, 4), goal].join(' ');
const fenOf = (key) => [...key.split(' ').slice(0, 4), '0', '1'].join(' ');

/** Today's date in the format of the file. */
export function today() {
  const now = new Date(), two = (number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Why an object is not a practice file; `null` if it is one. */
function fault(read) {
  if (read?.format !== FORMAT || typeof read.tasks !== 'object' || read.tasks === null) return 'This is not a practice file.';
  if (read.version !== VERSION) return `This file has version ${read.version}, but only version ${VERSION} is supported.`;
  const isEntry = (entry) => typeof entry?.title === 'string' && Number.isInteger(entry.box) && Number.isInteger(entry.tries) && (entry.due === null || /^\d{4}-\d\d-\d\d$/.test(entry.due));
  const broken = Object.entries(read.tasks).find(([key, entry]) => key.split(' ').length !== 5 || !isEntry(entry));
  return broken ? `The entry “${broken[0]}” cannot be read.` : null;
}

export function load() {
  try {
    const read = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (read && !fault(read)) return read;
  } catch {
    // A private window may refuse storage.
  }
  return inMemory ?? empty();
}

/** Stores the records; false if the browser refuses. */
function save(progress) {
  inMemory = progress;
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
    return true;
  } catch {
    return false;
  }
}

/** Records that a task has `ended`: `solved`, `spoiled` or `given-up`. Returns the entry, and whether it was stored. */
export async function record(task, ended) {
  const progress = load(), key = keyOf(task.fen, task.goal), before = progress.tasks[key];
  const asked = { title: task.title, ended, today: today(), ...(before ? { entry: JSON.stringify(before) } : {}) };
  const reply = await ask(`api/v1/practice/record${query(asked)}`);
  if (!reply.ok) return { entry: null, kept: false };
  const entry = JSON.parse(reply.text);
  progress.tasks[key] = entry;
  return { entry, kept: save(progress) };
}

/** The tasks to review today, longest overdue first: position, title, date. */
export function due() {
  const now = today();
  return Object.entries(load().tasks)
    .filter(([, entry]) => entry.due && entry.due <= now)
    .sort(([a, one], [b, other]) => (one.due + a < other.due + b ? -1 : 1))
    .map(([key, entry]) => ({ fen: fenOf(key), title: entry.title, due: entry.due }));
}

/** The number of tasks to review later, and the date of the next. */
export function later() {
  const now = today(), days = Object.values(load().tasks).map((entry) => entry.due).filter((day) => day && day > now).sort();
  return { count: days.length, next: days[0] ?? null };
}

/** Saves all records as a file. */
export function exportFile() {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(load(), null, 2)}\n`], { type: 'application/json' }));
  link.download = 'vancura-practice.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Imports a file: its entries replace those of the same task unless these are newer. Returns a message. */
export function importText(text) {
  let read = null;
  try { read = JSON.parse(text); } catch { return 'This is not a practice file.'; }
  const wrong = fault(read);
  if (wrong) return wrong;
  const progress = load();
  let taken = 0;
  for (const [key, entry] of Object.entries(read.tasks)) {
    const here = progress.tasks[key];
    if (here && here.on > entry.on) continue;
    progress.tasks[key] = entry;
    taken++;
  }
  return save(progress) ? `${taken} of ${Object.keys(read.tasks).length} entries loaded.` : 'This browser refuses to store data: the entries last until the page is closed.';
}
