/** A result for the side to move, with the fifty-move counter of the position; `unknown` where nothing is proved. */
export type Category =
  | 'win' | 'syzygy-win' | 'maybe-win' | 'cursed-win' | 'draw'
  | 'blessed-loss' | 'maybe-loss' | 'syzygy-loss' | 'loss' | 'unknown';

/** What is known of a position, for its side to move. */
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

/** A move with what is known of the position after it, for the side that is to move then. */
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
  /** No other move keeps the result. */
  only: boolean;
  /** The position after it. */
  fen: string;
}

/** A rule that speaks about a position. */
export interface Rule {
  ending: string;
  name: string;
  claim: string;
  because: string[];
  source: string;
  says: string;
}

/** What a search of moves proves. */
export interface Proof {
  range: { low: string; high: string; plies: number };
  /** Positions whose moves were looked at. */
  searched: number;
  /** Positions of the proof. */
  positions: number;
  /** The rules and solved endings that it rests on, each with its number of positions. */
  leaves: Record<string, number>;
  /** How play begins. */
  line: string[];
}

/** All about a position. */
export interface Position extends Info {
  fen: string;
  /** The ending by its name, as in `KRPvKR`; `null` with castling rights or too many men. */
  material: string | null;
  /** The verdict in words. */
  verdict: string;
  /** Best first. */
  moves: MoveInWords[];
  only_move: string | null;
  rules: Rule[];
  proof: Proof | null;
  provenance: { source: 'memory' | 'file' | 'solved ending' | 'proved rule' | 'rules of chess' | 'nothing' };
  /** What would have to be here for an answer, or for a better one. */
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
   * All about a position. Endings of three and four men are solved when they are first asked for: some milliseconds to some
   * seconds; without `distances`, for results alone, which is faster.
   */
  position(fen: string, options?: { distances?: boolean }): Position;
  /** Best play to mate, or to the next capture or pawn move. */
  line(fen: string, options?: { goal?: 'mate' | 'zeroing' }): Line;
  /** The result with the man of a square on every square. */
  squares(fen: string, man: string): { man: string; squares: { square: string; category: Category; dtm: number | null }[]; counts: number[] };
  /** As the lichess tablebase API answers it. */
  standard(fen: string): Info & { moves: Move[] };
  /** Games in PGN with the exact result of every move in endings that are known. */
  annotate(pgn: string): { pgn: string; faults: string[]; games: object[] };
  /** Brings in a table file (`KRPvKR.rtbw`); a damaged one is refused. */
  addFile(name: string, bytes: Uint8Array): void;
  /** The text at any address of the API, as `api/v1/rules/KRPvKR`. */
  ask(path: string, body?: string): string;
}

/** Loads the module that comes with the package, or another `wasm`. */
export function open(options?: { wasm?: BufferSource }): Promise<Vancura>;
