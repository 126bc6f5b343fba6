// What has been practised and what is to be repeated: kept in this browser, as a file that can be taken elsewhere. When a task comes back is computed where answers are.

import { ask, query } from './ask.js';

const KEY = 'vancura practice', FORMAT = 'vancura practice', VERSION = 1;
const empty = () => ({ format: FORMAT, version: VERSION, tasks: {} });

/** What is kept while the browser keeps nothing. */
let inMemory = null;

/** The key of a task: the first four fields of its FEN, and the goal. */
export const keyOf = (fen, goal) => [...fen.split(' ').slice(0, 4), goal].join(' ');
const fenOf = (key) => [...key.split(' ').slice(0, 4), '0', '1'].join(' ');

/** A day as the file has it. */
export function today() {
  const now = new Date(), two = (number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Why a text is no file of practice; `null` where it is one. */
function fault(read) {
  if (read?.format !== FORMAT || typeof read.tasks !== 'object' || read.tasks === null) return 'This is not a file of practice.';
  if (read.version !== VERSION) return `This file has version ${read.version}, and only version ${VERSION} is read.`;
  const isEntry = (entry) => typeof entry?.title === 'string' && Number.isInteger(entry.box) && Number.isInteger(entry.tries) && (entry.due === null || /^\d{4}-\d\d-\d\d$/.test(entry.due));
  const broken = Object.entries(read.tasks).find(([key, entry]) => key.split(' ').length !== 5 || !isEntry(entry));
  return broken ? `The entry “${broken[0]}” cannot be read.` : null;
}

export function load() {
  try {
    const read = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (read && !fault(read)) return read;
  } catch {
    // A private window may keep nothing.
  }
  return inMemory ?? empty();
}

/** Keeps it; false where the browser refuses. */
function save(progress) {
  inMemory = progress;
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
    return true;
  } catch {
    return false;
  }
}

/** Notes how a task has `ended`, `solved`, `spoiled` or `given-up`; the entry, and whether it was kept. */
export async function record(task, ended) {
  const progress = load(), key = keyOf(task.fen, task.goal), before = progress.tasks[key];
  const asked = { title: task.title, ended, today: today(), ...(before ? { entry: JSON.stringify(before) } : {}) };
  const reply = await ask(`api/v1/practice/record${query(asked)}`);
  if (!reply.ok) return { entry: null, kept: false };
  const entry = JSON.parse(reply.text);
  progress.tasks[key] = entry;
  return { entry, kept: save(progress) };
}

/** What is to be repeated today, the longest overdue first: position, title, day. */
export function due() {
  const now = today();
  return Object.entries(load().tasks)
    .filter(([, entry]) => entry.due && entry.due <= now)
    .sort(([a, one], [b, other]) => (one.due + a < other.due + b ? -1 : 1))
    .map(([key, entry]) => ({ fen: fenOf(key), title: entry.title, due: entry.due }));
}

/** How many tasks come back later, and when the next does. */
export function later() {
  const now = today(), days = Object.values(load().tasks).map((entry) => entry.due).filter((day) => day && day > now).sort();
  return { count: days.length, next: days[0] ?? null };
}

/** Offers all that is kept as a file. */
export function exportFile() {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(load(), null, 2)}\n`], { type: 'application/json' }));
  link.download = 'vancura-practice.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Takes in a file: its entries replace those of the same task that are not newer. What has happened, in a sentence. */
export function importText(text) {
  let read = null;
  try { read = JSON.parse(text); } catch { return 'This is not a file of practice.'; }
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
  return save(progress) ? `${taken} of ${Object.keys(read.tasks).length} entries taken in.` : 'This browser keeps nothing: the entries last until the page is closed.';
}
