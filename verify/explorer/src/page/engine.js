// The engine's lines as they come, and games with exact results.

import { counted } from './board.js';

const byId = (id) => document.getElementById(id);
let source = null;

function element(name, content, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = content;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const link = (fen) => `/?fen=${encodeURIComponent(fen.replaceAll(' ', '_'))}`;

function score(info) {
  const [kind, value] = info.score.split(' ');
  if (kind === 'mate') return `mate in ${Math.abs(value)}${value < 0 ? ' (against)' : ''}`;
  const pawns = value / 100;
  return `${pawns > 0 ? '+' : pawns < 0 ? '−' : ''}${Math.abs(pawns).toFixed(2)}`;
}

function show(info) {
  const list = byId('engine-lines');
  while (list.children.length < info.rank) list.append(document.createElement('li'));
  const item = list.children[info.rank - 1];
  item.replaceChildren(element('b', score(info)), ` depth ${info.depth} · ${info.moves.join(' ')}`);
  if (info.mark) {
    const after = info.mark.ply ? `after ${info.moves[info.mark.ply - 1]}` : 'already here';
    const takeover = element('span', `${info.mark.by === 'table' ? 'Tables' : 'A proved rule'} ${after}: ${info.mark.words} `, { class: 'takeover' });
    takeover.append(element('a', 'show', { href: link(info.mark.fen) }));
    item.append(takeover);
  }
}

export function stop(words) {
  source?.close();
  source = null;
  byId('analyse').textContent = 'Analyze';
  if (words) byId('engine-state').textContent = words;
}

export function analyse(fen) {
  if (source) { stop('Stopped.'); return; }
  const wanted = new URLSearchParams({ fen, ms: Number(byId('seconds').value || 5) * 1000, multipv: byId('lines-wanted').value || 1 });
  byId('engine-lines').replaceChildren();
  byId('engine-state').textContent = 'The engine is thinking.';
  byId('analyse').textContent = 'Stop';
  source = new EventSource(`/api/v1/analyse?${wanted}`);
  source.addEventListener('info', (event) => show(JSON.parse(event.data)));
  source.addEventListener('done', (event) => {
    const done = JSON.parse(event.data);
    stop(done.best ? `Best move ${done.best}: depth ${done.depth}, ${counted(done.nodes, 'position')}.` : 'There is no move to look for.');
  });
  source.addEventListener('bye', (event) => stop(`The analysis has ended: ${JSON.parse(event.data)}.`));
  source.onerror = () => stop('The server has ended the analysis.');
}

export async function annotate() {
  const shown = byId('annotated');
  shown.replaceChildren(element('p', 'Looking up every position …', { class: 'quiet' }));
  try {
    const response = await fetch('/api/v1/annotate', { method: 'POST', body: byId('pgn').value });
    if (!response.ok) throw new Error((await response.text()).trim());
    const told = await response.json();
    const parts = told.faults.map((fault) => element('p', fault, { class: 'fault' }));
    for (const game of told.games) {
      parts.push(element('p', `${game.white ?? 'White'} – ${game.black ?? 'Black'}: ${counted(game.covered, 'move')} in endings that tables know`));
      const list = document.createElement('ul');
      for (const move of game.moves) {
        const item = document.createElement('li');
        item.append(element('a', `${Math.ceil(move.ply / 2)}${move.ply % 2 ? '.' : '...'} ${move.san}`, { href: link(move.fen) }), ` ${move.words}`);
        if (move.better) item.append(element('b', ` gives away a ${move.before.replace('-', ' ')}: ${move.better} keeps it`, { class: 'loss' }));
        list.append(item);
      }
      parts.push(list);
    }
    const pgn = element('textarea', told.pgn, { rows: 8, readonly: '', 'aria-label': 'The annotated game' });
    shown.replaceChildren(...parts, pgn);
  } catch (error) {
    shown.replaceChildren(element('p', error.message, { class: 'fault' }));
  }
}
