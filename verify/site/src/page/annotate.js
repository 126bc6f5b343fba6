// Annotates games with the exact result of every move in endings with known results.

import { ask } from './ask.js';
import { counted } from './board.js';
import { element, link } from './element.js';

const byId = (id) => document.getElementById(id);

export async function annotate() {
  const shown = byId('annotated');
  shown.replaceChildren(element('p', 'Looking up every position …', { class: 'quiet' }));
  const reply = await ask('api/v1/annotate', byId('pgn').value);
  if (!reply.ok) { shown.replaceChildren(element('p', reply.text.trim(), { class: 'fault' })); return; }
  const told = JSON.parse(reply.text);
  const parts = told.faults.map((fault) => element('p', fault, { class: 'fault' }));
  for (const game of told.games) {
    parts.push(element('p', `${game.white ?? 'White'} – ${game.black ?? 'Black'}: ${counted(game.covered, 'move')} in endings with known results`));
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
}
