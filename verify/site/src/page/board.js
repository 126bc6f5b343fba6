// The board: pieces are moved by pointer (mouse, touch, pen), by clicks, or by keyboard. Legal moves come with the answers.

const FILES = 'abcdefgh';
const NAMES = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

/** What the colors of squares mean, in the order of the legend. */
const MEANINGS = {
  win: 'White wins', draw: 'draw', loss: 'Black wins', unknown: 'result not known', rule: 'the rule applies', silent: 'the rule does not apply',
  illegal: 'not a legal position', last: 'last move',
};

/** `1 square`, `2 squares`. */
export const counted = (count, one) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

export const nameOf = (letter) => `${letter === letter.toUpperCase() ? 'white' : 'black'} ${NAMES[letter.toLowerCase()]}`;

export function shape(letter) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0.9 0.4 8.2 8.9');
  svg.setAttribute('class', letter === letter.toUpperCase() ? 'white' : 'black');
  svg.setAttribute('aria-hidden', 'true');
  // Black pieces have a dark rim outside their light one, so that fine lines show on every square.
  const layers = letter === letter.toUpperCase() ? [''] : ['rim', ''];
  for (const layer of layers) {
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    use.setAttribute('href', `#${letter.toLowerCase()}`);
    if (layer) use.setAttribute('class', layer);
    svg.append(use);
  }
  return svg;
}

/** Pieces by square, from the first field of a FEN. */
export function readMen(field) {
  const men = new Map();
  field.split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else men.set(FILES[file++] + (8 - index), letter);
    }
  });
  return men;
}

/** The first field of a FEN, from pieces by square. */
export function writeMen(men) {
  const rows = [];
  for (let rank = 8; rank >= 1; rank--) {
    let row = '', empty = 0;
    for (const file of FILES) {
      const man = men.get(file + rank);
      if (!man) { empty++; continue; }
      row += (empty || '') + man;
      empty = 0;
    }
    rows.push(row + (empty || ''));
  }
  return rows.join('/');
}

export class Board {
  constructor(root, { onMove, onPut, say }) {
    Object.assign(this, { root, onMove, onPut, say });
    this.men = new Map();
    this.moves = [];
    this.flipped = false;
    this.editing = false;
    this.brush = null;
    this.from = null;
    this.drag = null;
    this.focus = 'e4';
    this.last = null;
    // Arrow keys move between squares after the board was focused by keyboard; after a click they step through the game.
    this.byKeyboard = true;
    root.addEventListener('pointerdown', (event) => this.press(event));
    addEventListener('pointermove', (event) => this.move(event));
    addEventListener('pointerup', (event) => this.release(event));
    addEventListener('pointercancel', () => this.drop());
    root.addEventListener('keydown', (event) => this.key(event));
    addEventListener('keydown', (event) => { if (event.key === 'Tab') this.byKeyboard = true; }, { capture: true });
    root.addEventListener('focusin', (event) => { if (event.target.dataset.square) this.rove(event.target.dataset.square); });
  }

  /** Shows pieces, legal moves, and the squares of the last move. */
  show(men, moves, last = null) {
    Object.assign(this, { men, moves, last });
    this.select(null);
    this.draw();
  }

  draw() {
    const ranks = [8, 7, 6, 5, 4, 3, 2, 1], files = [...FILES];
    if (this.flipped) { ranks.reverse(); files.reverse(); }
    const cells = this.root.querySelectorAll('[role=gridcell]');
    let index = 0;
    for (const rank of ranks) for (const file of files) {
      const cell = cells[index++], square = file + rank, man = this.men.get(square);
      cell.dataset.square = square;
      cell.className = (FILES.indexOf(file) + rank) % 2 ? 'dark' : 'light';
      cell.setAttribute('aria-label', man ? `${nameOf(man)} ${square}` : `${square}, empty`);
      cell.replaceChildren(...(man ? [shape(man)] : []));
    }
    const strip = (id, labels) => document.getElementById(id).replaceChildren(...labels.map((label) => {
      const span = document.createElement('span');
      span.textContent = label;
      return span;
    }));
    strip('ranks', ranks);
    strip('files', files);
    this.rove(this.focus);
    this.mark();
  }

  cell(square) { return this.root.querySelector(`[data-square="${square}"]`); }

  rove(square) {
    this.focus = square;
    for (const cell of this.root.querySelectorAll('[role=gridcell]')) cell.tabIndex = cell.dataset.square === square ? 0 : -1;
  }

  /** Colors squares by a map from square to value; none for `null`. The legend names the colors in use. */
  paint(values) {
    this.values = values;
    this.showLegend();
    for (const cell of this.root.querySelectorAll('[role=gridcell]')) {
      const value = values?.get(cell.dataset.square);
      if (value) cell.dataset.value = value; else delete cell.dataset.value;
    }
  }

  /** The legend: each color on the board with its sign and its meaning. */
  showLegend() {
    const used = new Set([...(this.values?.values() ?? []), ...(this.last ? ['last'] : [])]);
    const entries = Object.entries(MEANINGS).filter(([value]) => used.has(value));
    document.getElementById('legend').replaceChildren(...entries.map(([value, words]) => {
      const item = document.createElement('li'), swatch = document.createElement('span');
      swatch.className = 'swatch';
      swatch.dataset.value = value;
      swatch.setAttribute('aria-hidden', 'true');
      item.append(swatch, words);
      return item;
    }));
  }

  targets(from) { return this.moves.filter((move) => move.uci.slice(0, 2) === from); }

  select(square) {
    this.from = square;
    this.mark();
    if (square) {
      const count = new Set(this.targets(square).map((move) => move.uci.slice(2, 4))).size;
      this.say(`${nameOf(this.men.get(square))} ${square} picked up${this.editing ? '' : `, ${counted(count, 'square')} to go to`}`);
    }
  }

  mark() {
    for (const cell of this.root.querySelectorAll('.from, .target, .taken, .last')) cell.classList.remove('from', 'target', 'taken', 'last');
    for (const square of this.last ? [this.last.slice(0, 2), this.last.slice(2, 4)] : []) this.cell(square).classList.add('last');
    if (!this.from) return;
    this.cell(this.from)?.classList.add('from');
    if (this.editing) return;
    for (const move of this.targets(this.from)) {
      const to = move.uci.slice(2, 4);
      this.cell(to).classList.add('target', ...(this.men.has(to) ? ['taken'] : []));
    }
  }

  /** Picks a piece up, puts it down, or places a new one. */
  act(square) {
    if (this.editing && this.brush !== null) return this.onPut(null, square, this.brush);
    if (this.from && this.from !== square) {
      const from = this.from;
      if (this.editing) { this.select(null); return this.onPut(from, square, this.men.get(from)); }
      if (this.tryMove(from, square)) return undefined;
    }
    return this.select(this.from === square || !this.men.has(square) ? null : square);
  }

  tryMove(from, to) {
    const found = this.targets(from).filter((move) => move.uci.slice(2, 4) === to);
    if (!found.length) return false;
    this.select(null);
    this.onMove(found);
    return true;
  }

  press(event) {
    const square = event.target.closest('[data-square]')?.dataset.square;
    if (!square || event.button) return;
    event.preventDefault();
    this.byKeyboard = false;
    this.cell(square).focus({ preventScroll: true });
    const movable = this.men.has(square) && (this.editing ? this.brush === null : this.targets(square).length > 0);
    if (!movable) { this.act(square); return; }
    this.drag = { from: square, x: event.clientX, y: event.clientY, was: this.from, id: event.pointerId };
    if (this.from && this.from !== square && !this.editing && this.tryMove(this.from, square)) { this.drag = null; return; }
    this.select(square);
  }

  lift(letter) {
    const ghost = shape(letter), size = this.cell('a1').getBoundingClientRect().width * 1.15;
    ghost.id = 'ghost';
    ghost.setAttribute('width', size);
    ghost.setAttribute('height', size);
    document.body.append(ghost);
    return ghost;
  }

  move(event) {
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
      drag.ghost = this.lift(this.men.get(drag.from));
      this.cell(drag.from).querySelector('svg')?.classList.add('lifted');
    }
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
  }

  release(event) {
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) return;
    this.drop();
    const to = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-square]')?.dataset.square;
    if (!drag.ghost) {
      // A click on the selected piece deselects it.
      if (drag.was === drag.from) this.select(null);
      return;
    }
    if (this.editing) { this.select(null); this.onPut(drag.from, to, this.men.get(drag.from)); return; }
    if (to && to !== drag.from && !this.tryMove(drag.from, to)) { this.say('That is not a legal move'); this.select(null); }
  }

  drop() {
    this.drag?.ghost?.remove();
    this.root.querySelector('.lifted')?.classList.remove('lifted');
    this.drag = null;
  }

  key(event) {
    const square = event.target.dataset.square;
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = event.key.startsWith('Arrow');
    if (arrow && (event.shiftKey || !this.byKeyboard && !this.from)) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const turn = this.flipped ? -1 : 1;
    if (step) {
      const file = FILES.indexOf(square[0]) + turn * step[0], rank = Number(square[1]) + turn * step[1];
      if (file >= 0 && file < 8 && rank >= 1 && rank <= 8) this.cell(FILES[file] + rank).focus();
    } else if (event.key === 'Enter' || event.key === ' ') this.act(square);
    else if (event.key === 'Escape') this.select(null);
    else if (this.editing && (event.key === 'Delete' || event.key === 'Backspace')) this.onPut(null, square, '');
    else if (this.editing && /^[kqrbnp]$/i.test(event.key)) {
      this.onPut(null, square, event.shiftKey ? event.key.toLowerCase() : event.key.toUpperCase());
    } else return;
    event.preventDefault();
  }

  /** Draws an arrow for a move; none for `null`. */
  arrow(uci) {
    const layer = document.getElementById('arrows');
    layer.replaceChildren();
    if (!uci) return;
    const center = (square) => {
      const x = FILES.indexOf(square[0]), y = 8 - Number(square[1]);
      return this.flipped ? [75 - 10 * x, 75 - 10 * y] : [5 + 10 * x, 5 + 10 * y];
    };
    const [x1, y1] = center(uci.slice(0, 2)), [x2, y2] = center(uci.slice(2, 4));
    const length = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    const make = (name, attributes) => {
      const element = document.createElementNS('http://www.w3.org/2000/svg', name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      layer.append(element);
    };
    make('line', { x1, y1, x2: x2 - 3.4 * ux, y2: y2 - 3.4 * uy });
    const at = (along, across) => `${x2 - along * ux - across * uy},${y2 - along * uy + across * ux}`;
    make('polygon', { points: `${at(0, 0)} ${at(4, 2)} ${at(4, -2)}` });
  }
}
