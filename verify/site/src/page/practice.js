// The practice page: a task, judged moves and replies, hints, and tasks to review.

import { Board, readMen } from './board.js';
import { ask, isAlone, query, save } from './ask.js';
import * as boxes from './boxes.js';
import { element, link } from './element.js';
import { Game } from './game.js';
import { choose, named } from './moves.js';
import { fields } from './position.js';

const byId = (id) => document.getElementById(id);
const say = (words) => { byId('live').textContent = words; };
const MOVES_KEY = 'vancura practice moves', DEFENDER_KEY = 'vancura practice defender';

/** The task, the legal moves in the position reached, and the progress. */
let task = null, legal = [], faults = 0, hints = 0, state = 'none', asked = 0;
/** A function that begins the next task, or `null`. */
let following = null;

const board = new Board(byId('board'), { say, onMove: (moves) => choose(moves, make), onPut: () => {} });
const game = new Game(byId('game'), () => show());

const last = () => game.fenAt(game.moves.length);
const played = () => game.moves.map((move) => move.uci).join(',');
const isOver = () => state === 'over';
const other = (side) => (side === 'White' ? 'Black' : 'White');
const STEPS = ['plan', 'piece', 'move'];

/** Shows the current position of the game; moves can be played only in the last one. */
function show(arrow = null) {
  const fen = game.fenAt(game.at), canMove = state === 'yours' && fen === last();
  board.show(readMen(fields(fen).men), canMove ? legal : [], game.last()?.uci);
  board.arrow(arrow);
  byId('explore').href = `./${link(fen)}`;
}

/** Shows a message of a kind, which sets its style. */
function tell(kind, ...parts) {
  const message = byId('message');
  message.className = kind;
  message.replaceChildren(...parts.map((part) => (typeof part === 'string' ? element('p', part, { class: 'sentence' }) : part)));
}

function buttons() {
  const at = { again: state === 'fault', next: isOver() && following !== null, hint: state === 'yours', 'give-up': state === 'yours' || state === 'fault', restart: task !== null };
  for (const [id, on] of Object.entries(at)) byId(id).hidden = !on;
  byId('hint').textContent = hints === 0 ? 'Hint' : 'More help';
  byId('hint').disabled = hints >= STEPS.length;
  byId('enough').hidden = !(state === 'yours' && task.goal === 'win' && game.moves.length && simpler());
  byId('actions').hidden = byId('entry').hidden = task === null;
  byId('command').disabled = state !== 'yours';
}

/** True if a piece was captured or a pawn promoted since the task began. */
const simpler = () => [...readMen(fields(task.fen).men).values()].sort().join('') !== [...readMen(fields(last()).men).values()].sort().join('');

/** Sends a question, with a note below the message if the answer takes long. */
async function patiently(path) {
  const number = ++asked, waiting = element('p', 'Solving this ending …', { class: 'quiet' });
  const timer = setTimeout(() => byId('message').append(waiting), 400);
  document.documentElement.dataset.asking = 'yes';
  const reply = await ask(path);
  clearTimeout(timer);
  waiting.remove();
  if (number !== asked) return null;
  delete document.documentElement.dataset.asking;
  byId('fault').textContent = reply.ok ? '' : reply.text.trim();
  return reply.ok ? JSON.parse(reply.text) : { refused: reply.text.trim() };
}

/** Begins the requested task; `then` begins the next one. */
async function begin(wanted, then) {
  const found = await patiently(`api/v1/practice/task${query(wanted)}`);
  if (!found) return;
  if (found.refused) { tell('unsure', found.refused); return; }
  const { n, course, ending, fen } = wanted;
  const place = course ? { course, n } : fen ? { fen: fen.replaceAll(' ', '_') } : { ...wanted, ending };
  history.replaceState(null, '', `?${new URLSearchParams(place)}`);
  following = then;
  take(found);
}

/** Starts a task from its beginning. */
function take(found) {
  task = found;
  faults = hints = 0;
  state = 'yours';
  legal = found.moves;
  game.begin(found.fen);
  board.flipped = found.side === 'Black';
  show();
  byId('task-name').textContent = found.title;
  const goal = byId('goal');
  goal.hidden = false;
  goal.className = `badge ${found.goal === 'win' ? 'win' : 'draw'}`;
  goal.textContent = found.goal === 'win' ? 'win' : 'hold';
  byId('ending-name').replaceChildren(...handbookLink(found.ending));
  const facts = [`${found.keep} of ${found.legal} moves ${found.keep === 1 ? 'keeps' : 'keep'} the result`];
  if (found.mate_in) facts.push(`mate in ${found.mate_in}`);
  if (found.difficulty) facts.push(found.difficulty);
  if (found.source) facts.push(found.source);
  byId('facts').textContent = facts.join(' · ');
  document.title = `${found.title} – Vancura practice`;
  const what = found.goal === 'win' ? `${found.side} to move: win against ${defense()}.` : `${found.side} to move: hold the draw for ${wantedMoves()} moves.`;
  tell('', what);
  say(`${found.title}. ${what}`);
  buttons();
}

/** The number of own moves for which a draw must be held. */
function wantedMoves() {
  const number = Math.round(Number(byId('moves-wanted').value));
  return number >= 1 && number <= 100 ? number : 20;
}

/** How the other side plays, as the API names it. */
const defender = () => byId('defender').value || 'longest';

const defense = () => ({ longest: 'the best defense', easy: 'an easy defense' })[defender()] ?? `a defense of ${defender()} Elo`;

/** The name of an ending, as a link where the handbook has a page on it. */
function handbookLink(ending) {
  if (!ending) return [];
  const has = (document.body.dataset.handbook ?? '').split(' ').includes(`${ending}.html`);
  return [has ? element('a', ending, { href: `handbook/${ending}.html`, title: 'This ending in the handbook' }) : ending];
}

/** Plays a move and judges it. */
async function make(move) {
  if (state !== 'yours') return;
  state = 'asking';
  const before = last();
  board.show(board.men, [], game.last()?.uci);
  const judged = await patiently(`api/v1/practice/judge${query({ fen: task.fen, played: played(), move: move.uci, defender: defender() })}`);
  if (!judged) return;
  if (judged.refused) { state = 'yours'; tell('unsure', judged.refused); show(); return; }
  game.play(before, [{ uci: judged.uci, san: judged.san, fen: judged.fen }]);
  hints = 0;
  if (judged.fault) { spoil(judged); return; }
  if (judged.ends) { finish(judged.words, judged.ends, true); return; }
  const reply = judged.reply;
  if (!reply) { finish(judged.words, null); return; }
  const held = Math.ceil(game.moves.length / 2);
  if (task.goal === 'hold' && held >= wantedMoves()) { finish(`${judged.words} The draw has been held for ${held === 1 ? '1 move' : `${held} moves`}.`, 'held'); return; }
  game.play(judged.fen, [{ uci: reply.uci, san: reply.san, fen: reply.fen }]);
  legal = judged.moves;
  const words = `${judged.words} ${other(task.side)} plays ${reply.san}.`;
  if (reply.ends) { finish(words, reply.ends); return; }
  state = 'yours';
  tell(judged.verdict === 'unknown' ? 'unsure' : 'good', words);
  show();
  buttons();
}

/** Shows why a move changes the result, and its refutation. */
function spoil(judged) {
  faults++;
  state = 'fault';
  const { fault } = judged, parts = [judged.words];
  if (fault.rule) {
    const about = element('div', '');
    about.append(element('h3', fault.rule.rule), element('p', fault.rule.claim));
    if (fault.rule.plan) about.append(element('p', `Plan: ${fault.rule.plan}`));
    about.append(element('p', fault.rule.source, { class: 'source' }));
    parts.push(about);
  }
  const { plies, words } = fault.refutation;
  if (plies.length) {
    const line = element('p', 'Refutation: ');
    plies.forEach((ply, index) => line.append(index === 0 || !ply.number.endsWith('...') ? `${ply.number} ` : '', element('a', ply.san, { href: `./${link(ply.fen)}` }), ' '));
    parts.push(line);
  }
  tell('bad', ...parts);
  say(`${judged.words}${words ? ` Refutation: ${words}.` : ''}`);
  show(plies[0]?.uci ?? null);
  buttons();
  byId('again').focus({ preventScroll: true });
}

/** Takes back a faulty move. */
function again() {
  const moves = game.moves.slice(0, -1);
  game.restore({ start: task.fen, moves, at: moves.length });
  state = 'yours';
  tell('', `${task.side} to move: ${task.goal === 'win' ? 'the win is still there.' : 'the draw is still there.'}`);
  show();
  buttons();
  board.cell(board.focus).focus({ preventScroll: true });
}

/** Ends a task: `held` and `enough` are ends by the user's choice, others end the game, by the user's own move or the reply. */
function finish(words, end, own = false) {
  const reached = end === 'checkmate' ? own : task.goal === 'win' ? end === 'enough' : end !== null;
  conclude(words, reached && faults === 0 ? 'solved' : 'spoiled', reached);
}

async function conclude(words, ended, reached) {
  state = 'over';
  const fault = faults === 1 ? '1 fault' : `${faults} faults`;
  const result = { solved: 'Solved without a fault.', spoiled: reached ? `Done, with ${fault} on the way.` : 'The task was not solved.', 'given-up': 'Given up.' }[ended];
  show();
  buttons();
  tell(ended === 'solved' ? 'good' : 'bad', words, result);
  byId(following ? 'next' : 'restart').focus({ preventScroll: true });
  const { entry, kept } = await boxes.record(task, ended);
  const notes = [];
  if (entry?.due) notes.push(`It comes back on ${entry.due}.`);
  if (!kept) notes.push('This browser refuses to store data: save your progress as a file.');
  if (notes.length) byId('message').append(element('p', notes.join(' '), { class: 'quiet' }));
  byId('message').dataset.recorded = ended;
  overview();
}

/** The next step of a hint: the plan, the piece, the move. Showing the move counts as a fault. */
async function help() {
  const step = STEPS[hints];
  if (!step) return;
  let words = step === 'plan' && game.moves.length === 0 ? task.plan : null, arrow = null;
  if (!words) {
    const hint = await patiently(`api/v1/practice/hint${query({ fen: task.fen, played: played(), step })}`);
    if (!hint) return;
    words = hint.refused ?? hint.words;
    arrow = hint.uci ?? null;
    if (hint.square && !arrow) board.select(hint.square);
  }
  hints++;
  if (step === 'move') faults++;
  byId('message').append(element('p', words, { class: 'hint' }));
  say(words);
  if (arrow) board.arrow(arrow);
  buttons();
}

async function giveUp() {
  if (state === 'fault') again();
  const hint = await patiently(`api/v1/practice/hint${query({ fen: task.fen, played: played(), step: 'move' })}`);
  if (!hint) return;
  conclude(hint.uci ? `${hint.words.replace(/\.$/, '')}: that keeps the result.` : 'The best move is not known here.', 'given-up', false);
  if (hint.uci) board.arrow(hint.uci);
}

/** Updates the lists: tasks to review, and the last result of each course position. */
function overview() {
  const due = boxes.due(), { count, next } = boxes.later(), shown = byId('due');
  shown.replaceChildren();
  if (due.length) {
    const list = document.createElement('ol');
    for (const one of due) {
      const item = document.createElement('li');
      item.append(element('a', one.title, { href: `?${new URLSearchParams({ fen: one.fen.replaceAll(' ', '_') })}` }), ` since ${one.due}`);
      list.append(item);
    }
    shown.append(list);
  }
  const comes = count ? `${count} ${count === 1 ? 'task' : 'tasks'} to review later, the next on ${next}.` : '';
  shown.append(element('p', `${due.length ? '' : 'Nothing to review today. '}${comes}`, { class: 'quiet' }));
  const { tasks } = boxes.load(), words = { solved: '✓ solved', spoiled: '✗ spoiled', 'given-up': '✗ given up' };
  for (const item of document.querySelectorAll('#courses li')) {
    item.querySelector('.state')?.remove();
    const entry = tasks[boxes.keyOf(item.dataset.fen, item.dataset.goal)];
    if (entry) item.append(element('span', words[entry.last] ?? '', { class: `state ${entry.last === 'solved' ? 'solved' : 'spoiled'}` }));
  }
}

/** A function that begins the next position: of a course, an ending, or those to review. */
function after({ course, n, ending, fen, ...rest }) {
  if (course) {
    const count = document.querySelectorAll(`[data-course="${CSS.escape(course)}"] li`).length, next = Number(n ?? 1) + 1;
    return next <= count ? () => start({ course, n: next }) : null;
  }
  if (ending) return () => start({ ending, ...rest, seed: seed() });
  const others = boxes.due().filter((one) => one.fen.split(' ')[0] !== fields(fen).men);
  return others.length ? () => start({ fen: others[0].fen }) : null;
}

const seed = () => Math.floor(Math.random() * 1e6);

/** Begins a task and sets the next one. */
const start = (wanted) => begin(wanted, after(wanted));

/** The task requested by a URL; `null` if there is none. */
function wantedBy(search) {
  const parameters = Object.fromEntries(new URLSearchParams(search));
  const { course, n = '1', ending, goal = '', difficulty = '', fen } = parameters;
  if (course) return { course, n };
  if (ending) return { ending, goal, difficulty, seed: parameters.seed ?? seed() };
  return fen ? { fen: fen.replaceAll('_', ' ') } : null;
}

/** Begins the task requested by a link or form, and scrolls to the board. */
function follow(search) {
  const wanted = wantedBy(search);
  if (!wanted) return;
  start(wanted);
  if (byId('board').getBoundingClientRect().bottom < 80) byId('setup').scrollIntoView();
}

function setUp() {
  byId('again').addEventListener('click', again);
  byId('next').addEventListener('click', () => following?.());
  byId('restart').addEventListener('click', () => take(task));
  byId('hint').addEventListener('click', help);
  byId('give-up').addEventListener('click', giveUp);
  byId('enough').addEventListener('click', () => finish('It is won.', 'enough'));
  byId('flip').addEventListener('click', () => { board.flipped = !board.flipped; show(); });
  byId('command').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const field = event.target, move = named(board.moves, field.value);
    if (!move) { tell('unsure', `${field.value} is not a legal move here.`); return; }
    field.value = '';
    make(move);
  });
  document.addEventListener('keydown', (event) => game.key(event));
  document.addEventListener('click', (event) => {
    const anchor = event.target.closest('a[href]');
    if (!anchor || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const href = anchor.getAttribute('href');
    if (isAlone && href.startsWith('api/')) { event.preventDefault(); save(href); return; }
    if (anchor.closest('#courses, #due') && href.includes('?')) { event.preventDefault(); follow(href.slice(href.indexOf('?'))); }
  });
  for (const form of document.querySelectorAll('#random-form, #fen-form')) {
    form.addEventListener('submit', (event) => { event.preventDefault(); follow(`?${new URLSearchParams(new FormData(form))}`); });
  }
  byId('export').addEventListener('click', boxes.exportFile);
  byId('import').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    byId('imported').textContent = boxes.importText(await file.text());
    event.target.value = '';
    overview();
  });
  const wanted = byId('moves-wanted');
  try { wanted.value = localStorage.getItem(MOVES_KEY) ?? wanted.value; } catch { /* Not stored. */ }
  const side = byId('defender');
  try { side.value = localStorage.getItem(DEFENDER_KEY) ?? 'longest'; } catch { /* Not stored. */ }
  if (!side.value) side.value = 'longest';
  side.addEventListener('change', () => { try { localStorage.setItem(DEFENDER_KEY, side.value); } catch { /* Not stored. */ } });
  wanted.addEventListener('change', () => { try { localStorage.setItem(MOVES_KEY, String(wantedMoves())); } catch { /* Not stored. */ } });
}

setUp();
overview();
game.begin('R7/6k1/P4r2/8/8/1K6/8/8 b - - 0 1');
show();
const first = wantedBy(location.search);
if (first) await start(first);
const open = first?.course && document.querySelector(`[data-course="${CSS.escape(first.course)}"]`);
if (open) open.open = true;
document.documentElement.dataset.ready = 'yes';
