// The page: one position at a time, kept in the address. The server sends what is to be read; this brings it in.

import { Board, nameOf, readMen, shape } from './board.js';
import * as position from './position.js';
import { analyse, annotate, stop } from './engine.js';

const byId = (id) => document.getElementById(id);
const say = (words) => { byId('live').textContent = words; };
const compact = (fen) => fen.replaceAll(' ', '_');

let fen = byId('parts').dataset.fen;
let asked = 0;
let watch = 0;

const board = new Board(byId('board'), {
  say,
  onMove: (moves) => choose(moves),
  onPut: (from, to, man) => go(position.put(fen, from, to, man)),
});

/** Several moves between two squares are promotions: the queen unless somebody wants less. */
async function choose(moves) {
  if (moves.length === 1) { go(moves[0].fen); return; }
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', 'Promote to');
  for (const piece of 'qrbn') {
    const move = moves.find((one) => one.uci.endsWith(piece));
    if (!move) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = `${move.san}`;
    button.setAttribute('aria-label', `Promote to ${nameOf(piece).split(' ')[1]}`);
    button.addEventListener('click', () => { dialog.close(); go(move.fen); });
    dialog.append(button);
  }
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Shows another position; `push` makes it a step that the back button undoes. */
async function go(next, push = true) {
  const number = ++asked;
  const fault = byId('fault');
  let response;
  try {
    response = await fetch(`/part/position?fen=${encodeURIComponent(compact(next))}`);
  } catch {
    fault.textContent = 'The server does not answer any more.';
    return;
  }
  const text = await response.text();
  if (number !== asked) return;
  if (!response.ok) {
    // While men are put about, positions come by that are none.
    fault.textContent = text.trim();
    say(text.trim());
    if (board.editing) { fen = next; showBoard([]); }
    return;
  }
  fault.textContent = '';
  const parts = new DOMParser().parseFromString(text, 'text/html').getElementById('parts');
  byId('parts').replaceWith(document.adoptNode(parts));
  fen = parts.dataset.fen;
  if (push) history.pushState(null, '', `/?fen=${compact(fen)}`);
  stop();
  byId('engine-lines').replaceChildren();
  arrive();
  say(byId('sentence').textContent);
}

function showBoard(moves) {
  const f = position.fields(fen);
  board.show(readMen(f.men), moves);
  board.arrow(null);
  byId('fen').value = fen;
  byId('side').value = f.side;
  byId('counter').value = f.counter;
}

/** Makes what the server sent lively. */
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
  const response = await fetch(`/part/ending?fen=${encodeURIComponent(compact(fen))}`);
  const text = await response.text();
  button.disabled = false;
  if (!response.ok) { body.textContent = text.trim(); return; }
  body.innerHTML = text;
  body.dataset.ending = document.querySelector('.ending')?.textContent ?? '';
  button.hidden = true;
}

/** The men whose squares can be colored. */
function offerMen() {
  const select = byId('man'), wanted = select.dataset.man;
  const options = [...readMen(position.fields(fen).men)].map(([square, man]) => new Option(`${nameOf(man)} ${square}`, square));
  select.replaceChildren(new Option('nobody', ''), ...options);
  select.value = options.some((option) => option.value === wanted) ? wanted : '';
  colorSquares();
}

async function colorSquares() {
  const square = byId('man').value, text = byId('squares-text');
  byId('man').dataset.man = square;
  board.paint(null);
  text.textContent = '';
  if (!square) return;
  const response = await fetch(`/api/v1/squares?fen=${encodeURIComponent(compact(fen))}&man=${square}`);
  if (!response.ok) { text.textContent = (await response.text()).trim(); return; }
  const found = await response.json();
  const values = new Map();
  for (const cell of document.querySelectorAll('[data-square]')) values.set(cell.dataset.square, 'none');
  for (const one of found.squares) values.set(one.square, one.white);
  for (const taken of readMen(position.fields(fen).men).keys()) if (taken !== square) values.delete(taken);
  board.paint(values);
  const [wins, draws, losses] = found.counts;
  text.textContent = `With the ${found.man} elsewhere, the same side to move: White wins on ${wins} squares (+), draws on ${draws} (=), loses on ${losses} (−).`;
}

async function showMap(button) {
  const man = byId('man').value || [...readMen(position.fields(fen).men)].find(([, letter]) => letter.toLowerCase() === 'k')[0];
  const { ending, rule } = button.dataset;
  const response = await fetch(`/api/v1/rules/${ending}/${rule}/map?fen=${encodeURIComponent(compact(fen))}&man=${man}`);
  const text = byId('squares-text');
  if (!response.ok) { text.textContent = (await response.text()).trim(); return; }
  const map = await response.json();
  const values = new Map(map.legal.map((square) => [square, 'none']));
  for (const square of map.speaks) values.set(square, 'rule');
  board.paint(values);
  text.textContent = `“${map.rule}” speaks with the ${map.man} on ${map.speaks.length} of ${map.legal.length} squares (●). Choose another man above for another map.`;
  say(text.textContent);
}

function setUpPalette() {
  const palette = byId('palette');
  for (const letter of ['', ...'KQRBNP', '', ...'kqrbnp']) {
    if (letter === '' && palette.children.length) { palette.append(brush('x')); continue; }
    palette.append(letter === '' ? brush('move') : brush(letter));
  }
}

/** A button of the box: a man, the hand that moves men, or the eraser. */
function brush(letter) {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-pressed', String(letter === 'move'));
  if (letter === 'move') { button.textContent = '✥'; button.setAttribute('aria-label', 'Move men'); }
  else if (letter === 'x') { button.textContent = '✕'; button.setAttribute('aria-label', 'Remove men'); }
  else { button.append(shape(letter)); button.setAttribute('aria-label', `Put ${nameOf(letter)}`); }
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
    event.currentTarget.setAttribute('aria-pressed', String(board.editing));
    byId('palette').hidden = !board.editing;
    board.select(null);
  });
  byId('side').addEventListener('change', (event) => go(position.text({ ...position.fields(fen), side: event.target.value, passing: '-' })));
  byId('counter').addEventListener('change', (event) => go(position.text({ ...position.fields(fen), counter: event.target.value || '0' })));
  byId('fen-form').addEventListener('submit', (event) => { event.preventDefault(); go(byId('fen').value.trim()); });
  byId('command').addEventListener('keydown', (event) => { if (event.key === 'Enter') command(event.target); });
  byId('man').addEventListener('change', colorSquares);
  byId('ending-load').addEventListener('click', showEnding);
  byId('analyse').addEventListener('click', () => analyse(fen));
  byId('annotate').addEventListener('click', annotate);
}

/** Plays the move that a text names, checks and exclamation marks left out. */
function command(field) {
  const plain = (text) => text.trim().replace(/[+#!?=]/g, '').replaceAll('0', 'O');
  const typed = plain(field.value);
  const found = board.moves.find((move) => plain(move.san) === typed) ?? board.moves.find((move) => move.uci === field.value.trim().toLowerCase());
  if (!found) { say(`${field.value} is no legal move`); byId('fault').textContent = `${field.value} is no legal move here.`; return; }
  field.value = '';
  go(found.fen);
}

/** Links to positions stay on the page; hovering one shows its arrow. */
function setUpLinks() {
  document.addEventListener('click', (event) => {
    const map = event.target.closest('button.map');
    if (map) { showMap(map); return; }
    const anchor = event.target.closest('a[href^="/?fen="]');
    if (!anchor || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(decodeURIComponent(anchor.getAttribute('href').slice('/?fen='.length)).replaceAll('_', ' '));
  });
  for (const [type, on] of [['mouseover', true], ['focusin', true], ['mouseout', false], ['focusout', false]]) {
    document.addEventListener(type, (event) => {
      // Moves of a line start elsewhere, but the first.
      const move = event.target.closest?.('.move[data-uci], .line li:first-child a[data-uci]');
      if (move) board.arrow(on ? move.dataset.uci : null);
    });
  }
  addEventListener('popstate', () => {
    const wanted = new URLSearchParams(location.search).get('fen');
    if (wanted) go(wanted, false); else location.reload();
  });
}

/** While endings are being solved the section of tables tells how far it is; when all is done an unknown position is asked about again. */
async function watchTables(saw = false) {
  clearTimeout(watch);
  const response = await fetch('/part/tables').catch(() => null);
  if (!response?.ok) return;
  byId('tables-body').innerHTML = await response.text();
  const works = document.querySelector('#tables-body progress') !== null;
  if (works) watch = setTimeout(() => watchTables(true), 1500);
  else if (saw && document.querySelector('#verdict .badge.unsure')) go(fen, false);
}

setUpPalette();
setUpTools();
setUpLinks();
arrive();
document.documentElement.dataset.ready = 'yes';
