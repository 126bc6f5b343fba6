/** A result for the side to move at the fifty-move counter of the position; `unknown` if nothing is proved. */
export type Category =
  | 'win' | 'syzygy-win' | 'maybe-win' | 'cursed-win' | 'draw'
  | 'blessed-loss' | 'maybe-loss' | 'syzygy-loss' | 'loss' | 'unknown';

/** Result and distances of a position, for its side to move. */
export interface Info {
  category: Category;
  /** Plies to the next capture or pawn move, negative when lost; `null` where not known. */
  dtz: number | null;
  /** The same where it is certainly not rounded. */
  precise_dtz: number | null;
  /** Plies to mate, negative when lost, 0 for a draw; `null` where not known. */
  dtm: number | null;
  checkmate: boolean;
  stalemate: boolean;
  insufficient_material: boolean;
}

/** A move with result and distances of the position after it, for the side to move there. */
export interface Move extends Info {
  uci: string;
  san: string;
  /** A capture or a pawn move. */
  zeroing: boolean;
  /** A capture or a promotion. */
  conversion: boolean;
}

/** A move in words. */
export interface MoveInWords extends Move {
  /** The result for the mover. */
  result: Category;
  words: string;
  /** Whether no other move keeps the result. */
  only: boolean;
  /** The position after it. */
  fen: string;
}

/** A rule that applies to a position. */
export interface Rule {
  ending: string;
  name: string;
  claim: string;
  because: string[];
  source: string;
  says: string;
}

/** The result of a proof search. */
export interface Proof {
  range: { low: string; high: string; plies: number };
  /** Number of positions searched. */
  searched: number;
  /** Number of positions in the proof. */
  positions: number;
  /** The rules and solved endings that it rests on, each with its number of positions. */
  leaves: Record<string, number>;
  /** The first moves. */
  line: string[];
}

/** Everything about a position. */
export interface Position extends Info {
  fen: string;
  /** The ending by its name, as in `KRPvKR`; `null` with castling rights or too many pieces. */
  material: string | null;
  /** The verdict in words. */
  verdict: string;
  /** Best first. */
  moves: MoveInWords[];
  only_move: string | null;
  rules: Rule[];
  proof: Proof | null;
  provenance: { source: 'memory' | 'file' | 'solved ending' | 'proved rule' | 'rules of chess' | 'nothing' };
  /** What is missing for an answer, or for a better one. */
  missing: { why: string; files: string[] } | null;
}

/** Best play. */
export interface Line {
  goal: 'mate' | 'zeroing';
  plies: { uci: string; san: string; counter: number; only: boolean; fen: string }[];
  highest_counter: number;
  ends: 'checkmate' | 'draw' | 'fifty-move rule' | 'open';
}

/** A question that was refused, with the status that HTTP would have. */
export class Refused extends Error {
  status: number;
}

export class Vancura {
  /**
   * Everything about a position. Endings of three and four pieces are solved on first use, which takes milliseconds to seconds;
   * with `distances: false` only for their results, which is faster.
   */
  position(fen: string, options?: { distances?: boolean }): Position;
  /** Best play to mate, or to the next capture or pawn move. */
  line(fen: string, options?: { goal?: 'mate' | 'zeroing' }): Line;
  /** The result with the piece on a square moved to every square. */
  squares(fen: string, man: string): { man: string; squares: { square: string; category: Category; dtm: number | null }[]; counts: number[] };
  /** The answer of the lichess tablebase API. */
  standard(fen: string): Info & { moves: Move[] };
  /** Annotates games in PGN with the exact result of every move in endings with known results. */
  annotate(pgn: string): { pgn: string; faults: string[]; games: object[] };
  /** Adds a table file (`KRPvKR.rtbw`); a damaged one is refused. */
  addFile(name: string, bytes: Uint8Array): void;
  /** The text at any path of the API, such as `api/v1/rules/KRPvKR`. */
  ask(path: string, body?: string): string;
}

/** Loads the module that comes with the package, or another `wasm`. */
export function open(options?: { wasm?: BufferSource }): Promise<Vancura>;
