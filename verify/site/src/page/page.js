// The explorer page: one position at a time, kept in the URL. The server sends the sections as HTML; this script inserts them.

import { Board, counted, nameOf, readMen, shape } from './board.js';
import { choose, named } from './moves.js';
import { annotate } from './annotate.js';
import { ask, isAlone, keep, onProgress, query, save } from './ask.js';
import { leave, setUpEngine } from './engine.js';
import { setUpFiles } from './files.js';
import * as position from './position.js';
import { Game, shownBy } from './game.js';

const byId = (id) => document.getElementById(id);
const say = (words) => { byId('live').textContent = words; };
const compact = (fen) => fen.replaceAll(' ', '_');

let fen = byId('parts').dataset.fen;
let asked = 0;
let watch = 0;
/** The HTML of the position shown. */
let answer = '';

const board = new Board(byId('board'), {
  say,
  onMove: (moves) => choose(moves, (move) => play([move])),
  onPut: (from, to, man) => go(position.put(fen, from, to, man)),
});

const game = new Game(byId('game'), (next) => go(next, { walked: true }));

/** Plays moves from the position shown. */
const play = (moves) => go(moves.at(-1).fen, { played: moves });

/** Shows another position: a new one, unless moves were `played` or `walked` through, or a `state` of the history is restored. */
async function go(next, { played, walked, state, again, first } = {}) {
  const number = ++asked, before = fen;
  const fault = byId('fault');
  document.documentElement.dataset.asking = 'yes';
  const { ok, status, text } = await ask(`part/position${query({ fen: compact(next) })}`);
  if (number !== asked) return;
  delete document.documentElement.dataset.asking;
  if (!status) { fault.textContent = text; if (first) arrive(); return; }
  if (!ok) {
    // While a position is edited, it may be invalid in between.
    fault.textContent = text.trim();
    say(text.trim());
    if (board.editing) { fen = next; showBoard([]); }
    if (first) arrive();
    return;
  }
  fault.textContent = '';
  // An unchanged answer is not read out again.
  if (again && text === answer) return;
  answer = text;
  const parts = new DOMParser().parseFromString(text, 'text/html').getElementById('parts');
  byId('parts').replaceWith(document.adoptNode(parts));
  fen = parts.dataset.fen;
  if (played) game.play(before, played);
  else if (state) game.restore(state);
  else if (!walked && !again) game.begin(fen);
  remember(walked || state || again || first);
  leave();
  arrive();
  const move = walked || played ? game.last() : null;
  say(`${move ? `${move.san}. ` : ''}${byId('sentence').textContent}`);
}

/** Keeps the game in the browser's history; a new entry can be undone with the back button. */
function remember(replaces) {
  history[replaces ? 'replaceState' : 'pushState'](game.state(), '', `?fen=${compact(fen)}`);
}

function showBoard(moves) {
  const f = position.fields(fen);
  board.show(readMen(f.men), moves, game.last()?.uci);
  board.arrow(null);
  byId('fen').value = fen;
  byId('side').value = f.side;
  byId('counter').value = f.counter;
}

/** Connects the inserted sections with the board and the tools. */
function arrive() {
  showBoard(JSON.parse(byId('parts').dataset.moves));
  document.title = `${position.fields(fen).men} – Vancura explorer`;
  byId('brief').textContent = byId('sentence').textContent;
  resetEnding();
  offerMen();
  if (document.querySelector('#tables-body progress, #verdict .badge.unsure')) watchTables();
}

function resetEnding() {
  const ending = document.querySelector('.ending')?.textContent;
  const body = byId('ending-body');
  if (body.dataset.ending === (ending ?? '')) return;
  delete body.dataset.ending;
  body.innerHTML = '<p class="quiet">Statistics, histogram and longest mates are counted on demand.</p>';
  byId('ending-load').hidden = !ending;
}

async function showEnding() {
  const body = byId('ending-body'), button = byId('ending-load');
  button.disabled = true;
  const { ok, text } = await ask(`part/ending${query({ fen: compact(fen) })}`);
  button.disabled = false;
  if (!ok) { body.textContent = text.trim(); return; }
  body.innerHTML = text;
  body.dataset.ending = document.querySelector('.ending')?.textContent ?? '';
  button.hidden = true;
}

/** The pieces whose squares can be highlighted. */
function offerMen() {
  const select = byId('man'), wanted = select.dataset.man;
  const options = [...readMen(position.fields(fen).men)].map(([square, man]) => new Option(`for the ${nameOf(man)} ${square}`, square));
  select.replaceChildren(new Option('none', ''), ...options);
  select.value = options.some((option) => option.value === wanted) ? wanted : '';
  colorSquares();
}

async function colorSquares() {
  const square = byId('man').value, text = byId('squares-text');
  byId('man').dataset.man = square;
  board.paint(null);
  text.textContent = '';
  if (!square) return;
  const reply = await ask(`api/v1/squares${query({ fen: compact(fen), man: square })}`);
  if (!reply.ok) { text.textContent = reply.text.trim(); return; }
  const found = JSON.parse(reply.text);
  board.paint(painted(square, found.squares.map((one) => [one.square, one.white])));
  const [wins, draws, losses] = found.counts;
  text.textContent = `With the ${found.man} elsewhere, the same side to move: White wins on ${counted(wins, 'square')} (+), draws on ${draws} (=), loses on ${losses} (−).`;
}

/** Values by square for the piece on `square`: `illegal` where the position would be, none on squares of other pieces. */
function painted(square, found) {
  const values = new Map([...document.querySelectorAll('#board [data-square]')].map((cell) => [cell.dataset.square, 'illegal']));
  for (const other of readMen(position.fields(fen).men).keys()) if (other !== square) values.delete(other);
  for (const [at, value] of found) values.set(at, value);
  return values;
}

async function showMap(button) {
  const man = byId('man').value || [...readMen(position.fields(fen).men)].find(([, letter]) => letter.toLowerCase() === 'k')[0];
  const { ending, rule } = button.dataset;
  const reply = await ask(`api/v1/rules/${ending}/${rule}/map${query({ fen: compact(fen), man })}`);
  const text = byId('squares-text');
  if (!reply.ok) { text.textContent = reply.text.trim(); return; }
  const map = JSON.parse(reply.text);
  board.paint(painted(man, map.legal.map((square) => [square, map.speaks.includes(square) ? 'rule' : 'silent'])));
  text.textContent = `“${map.rule}” applies with the ${map.man} on ${map.speaks.length} of ${counted(map.legal.length, 'square')} (●). Choose another piece below and press the button again for another map.`;
  say(text.textContent);
}

/** The rules of an ending with examples, fetched when its entry is first opened. */
async function openEnding(entry) {
  const body = entry.querySelector(':scope > [data-ending]');
  if (!entry.open || !body || body.dataset.here) return;
  const { ok, text } = await ask(`part/examples${query({ ending: body.dataset.ending })}`);
  if (!ok) return;
  body.innerHTML = text;
  body.dataset.here = 'yes';
}

function setUpPalette() {
  const palette = byId('palette');
  for (const letter of ['', ...'KQRBNP', '', ...'kqrbnp']) {
    if (letter === '' && palette.children.length) { palette.append(brush('x')); continue; }
    palette.append(letter === '' ? brush('move') : brush(letter));
  }
}

/** A button of the palette: a piece, the tool that moves pieces, or the eraser. */
function brush(letter) {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-pressed', String(letter === 'move'));
  if (letter === 'move') { button.textContent = '✥'; button.setAttribute('aria-label', 'Move pieces'); }
  else if (letter === 'x') { button.textContent = '✕'; button.setAttribute('aria-label', 'Remove pieces'); }
  else { button.append(shape(letter)); button.setAttribute('aria-label', `Place ${nameOf(letter)}`); }
  button.addEventListener('click', () => {
    board.brush = letter === 'move' ? null : letter === 'x' ? '' : letter;
    for (const one of byId('palette').children) one.setAttribute('aria-pressed', String(one === button));
  });
  return button;
}

function setUpTools() {
  byId('flip').addEventListener('click', () => { board.flipped = !board.flipped; board.draw(); colorSquares(); });
  byId('mirror').addEventListener('click', () => go(position.mirror(fen)));
  byId('swap').addEventListener('click', () => go(position.swap(fen)));
  byId('clear').addEventListener('click', () => go(position.clear(fen)));
  for (const button of document.querySelectorAll('[data-shift]')) button.addEventListener('click', () => {
    const shifted = position.shift(fen, ...button.dataset.shift.split(',').map(Number));
    if (shifted) go(shifted); else say('There is no room on that side');
  });
  byId('edit').addEventListener('click', (event) => {
    board.editing = !board.editing;
    board.brush = null;
    for (const name of ['aria-pressed', 'aria-expanded']) event.currentTarget.setAttribute(name, String(board.editing));
    byId('editor').hidden = !board.editing;
    board.select(null);
  });
  byId('side').addEventListener('change', (event) => go(position.text({ ...position.fields(fen), side: event.target.value, passing: '-' })));
  byId('counter').addEventListener('change', (event) => go(position.text({ ...position.fields(fen), counter: event.target.value || '0' })));
  byId('fen-form').addEventListener('submit', (event) => { event.preventDefault(); go(byId('fen').value.trim()); });
  byId('command').addEventListener('keydown', (event) => { if (event.key === 'Enter') command(event.target); });
  byId('man').addEventListener('change', colorSquares);
  byId('ending-load').addEventListener('click', showEnding);
  setUpEngine(() => fen);
  byId('annotate').addEventListener('click', annotate);
}

/** Plays the move typed into the field. */
function command(field) {
  const found = named(board.moves, field.value);
  if (!found) { say(`${field.value} is not a legal move`); byId('fault').textContent = `${field.value} is not a legal move here.`; return; }
  field.value = '';
  play([found]);
}

/** Saves an answer as a file, as a server would send it. */
async function saveFile(path) {
  const { ok, text } = await save(path);
  if (!ok) byId('fault').textContent = text.trim();
}

/** Links to positions stay on the page; hovering one shows its arrow. */
function setUpLinks() {
  document.addEventListener('click', (event) => {
    const map = event.target.closest('button.map');
    if (map) { showMap(map); return; }
    const file = isAlone && event.target.closest('a[href^="api/"]');
    if (file) { event.preventDefault(); saveFile(file.getAttribute('href')); return; }
    const anchor = event.target.closest('a[href^="?fen="]');
    if (!anchor || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (anchor.dataset.uci) { play(movesTo(anchor)); return; }
    go(fenOf(anchor));
    // On a phone the board may be far above.
    if (byId('board').getBoundingClientRect().bottom < 0) byId('setup').scrollIntoView();
  });
  document.addEventListener('toggle', (event) => openEnding(event.target), { capture: true });
  document.addEventListener('keydown', (event) => game.key(event));
  for (const [type, on] of [['mouseover', true], ['focusin', true], ['mouseout', false], ['focusout', false]]) {
    document.addEventListener(type, (event) => {
      // In a line only the first move starts from the position shown.
      const move = event.target.closest?.('.move[data-uci], .line li:first-child a[data-uci]');
      if (move) board.arrow(on ? move.dataset.uci : null);
    });
  }
  addEventListener('popstate', () => {
    if (history.state) go(shownBy(history.state), { state: history.state }); else location.reload();
  });
}

const fenOf = (anchor) => decodeURIComponent(anchor.getAttribute('href').slice('?fen='.length)).replaceAll('_', ' ');

/** The move of a link; in a line, preceded by all moves before it. */
function movesTo(anchor) {
  const line = anchor.closest('.line');
  const links = line ? [...line.querySelectorAll('a[data-uci]')] : [anchor];
  return links.slice(0, links.indexOf(anchor) + 1).map((link) => ({ uci: link.dataset.uci, san: link.dataset.san, fen: fenOf(link) }));
}

/** Updates the section about tables, with the progress of solving. */
async function showTables() {
  const { ok, text } = await ask('part/tables');
  if (ok) byId('tables-body').innerHTML = text;
  return ok;
}

/** True if the answer for the position shown may improve soon. */
const isOpen = () => document.querySelector('#parts[data-awaits], #verdict .badge.unsure') !== null;

/** Polls a server for the progress of solving; when all is done, an open position is requested again. */
async function watchTables(saw = false) {
  clearTimeout(watch);
  if (isAlone || !await showTables()) return;
  const works = document.querySelector('#tables-body progress') !== null;
  if (works) watch = setTimeout(() => watchTables(true), 1500);
  else if (saw && isOpen()) go(fen, { again: true });
}

/** Follows the progress that a worker reports. */
function followWorker() {
  let shown = 0;
  onProgress((isBetter, works) => {
    if (isBetter && isOpen() && !document.documentElement.dataset.asking) go(fen, { again: true });
    // Not faster than it can be read.
    if (works && performance.now() - shown < 500) return;
    shown = performance.now();
    showTables();
  });
}

/** The position in the URL, if the loaded page shows another one. */
function shownFirst() {
  const wanted = new URLSearchParams(location.search).get('fen')?.replaceAll('_', ' ').trim();
  return isAlone && wanted && wanted !== fen ? wanted : null;
}

setUpPalette();
setUpTools();
setUpLinks();
setUpFiles(() => { showTables(); go(fen, { again: true }); });
followWorker();
keep(() => { byId('kept').hidden = false; document.documentElement.dataset.kept = 'yes'; });
const wanted = shownFirst(), kept = history.state;
game.begin(fen);
if (wanted) await go(wanted, kept && shownBy(kept) === wanted ? { state: kept } : { first: true });
else {
  // A reloaded page continues its game.
  if (kept && shownBy(kept) === fen) game.restore(kept);
  history.replaceState(game.state(), '');
  arrive();
}
document.documentElement.dataset.ready = 'yes';
