import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { SQL } from './drizzle.ts';
import { type Piece, piecesOf, textOf, toStatement } from './statement.ts';

/**
 * A statement with this comment is run with one generic plan for all values. Otherwise PostgreSQL would replan some searches at every call.
 */
export const GENERIC_PLAN_HINT = '/* generic plan */';

/** Per connection. A prepared statement takes up to half a megabyte there; a usual day's requests need fewer than this. */
export const MAX_PREPARED_STATEMENTS = 64;
/** SQL texts that are cached, some kilobytes each. If there are more, all are forgotten and computed again. */
export const MAX_KNOWN_TEXTS = 256;

interface KnownText {
  text: string;
  /** The same for the same text. */
  name: string;
  hasGenericPlan: boolean;
}

/** A node of the tree of known texts: the texts that begin with the same pieces. */
interface Branch {
  next: Map<Piece, Branch>;
  known?: KnownText;
}

/**
 * Known texts by their pieces. Every call puts its statement together again from the same strings. Following them through a tree takes a
 * fraction of the time of joining them and looking the text up.
 */
let root: Branch = { next: new Map() };
let knownTexts = 0;
const preparedOn = new WeakMap<pg.PoolClient, Set<string>>();

/** Returns how many texts are cached, for the tests. */
export const countKnownTexts = () => knownTexts;

/** Returns the statement of an expression for the driver, with the name under which it is prepared. */
export function prepared(expression: SQL): KnownText & { values: unknown[] } {
  const values: unknown[] = [];
  const pieces = piecesOf(expression, values);
  if (pieces) return { ...knownText(pieces), values };
  const statement = toStatement(expression);
  return { ...knownText([statement.text]), values: statement.values };
}

function knownText(pieces: readonly Piece[]): KnownText {
  let branch = root;
  for (const piece of pieces) {
    let next = branch.next.get(piece);
    if (!next) {
      next = { next: new Map() };
      branch.next.set(piece, next);
    }
    branch = next;
  }
  if (branch.known) return branch.known;
  const text = textOf(pieces);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  const known = { text, name, hasGenericPlan: text.includes(GENERIC_PLAN_HINT) };
  if (knownTexts === MAX_KNOWN_TEXTS) {
    root = { next: new Map() };
    knownTexts = 0;
    return known;
  }
  branch.known = known;
  knownTexts += 1;
  return known;
}

/**
 * Records that a connection uses a statement. If the connection then has too many, returns the name of the least recently used one, which
 * has to be freed.
 */
export function makeRoomFor(client: pg.PoolClient, name: string): string | undefined {
  let names = preparedOn.get(client);
  if (!names) {
    names = new Set();
    preparedOn.set(client, names);
  }
  names.delete(name);
  names.add(name);
  if (names.size <= MAX_PREPARED_STATEMENTS) return undefined;
  const [oldest] = names;
  if (oldest === undefined) return undefined;
  names.delete(oldest);
  const { parsedStatements } = (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection;
  // A statement that could not be prepared does not exist on the connection, so there is nothing to free.
  if (parsedStatements[oldest] === undefined) return undefined;
  delete parsedStatements[oldest];
  return oldest;
}
