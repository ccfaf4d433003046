import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * A statement with this comment is run with one generic plan for all values. Otherwise PostgreSQL would replan some searches at every call.
 */
export const GENERIC_PLAN_HINT = '/* generic plan */';

/** Per connection. A prepared statement takes up to half a megabyte there; a usual day's requests need fewer than this. */
export const MAX_PREPARED_STATEMENTS = 64;
/** SQL texts whose names are cached, some kilobytes each. The names of others are computed again. */
export const MAX_KNOWN_TEXTS = 256;

interface KnownText {
  name: string;
  hasGenericPlan: boolean;
}

/** A map that evicts the least recently used entry. */
class RecentMap<Key, Value> extends Map<Key, Value> {
  /** Marks an entry as the most recently used. */
  touch(key: Key, value: Value): void {
    this.delete(key);
    this.set(key, value);
  }

  /** Removes and returns the oldest key if there are more than `most` entries. */
  takeExcess(most: number): Key | undefined {
    if (this.size <= most) return undefined;
    const [oldest] = this.keys();
    this.delete(oldest as Key);
    return oldest;
  }
}

const knownTexts = new RecentMap<string, KnownText>();
const preparedOn = new WeakMap<pg.PoolClient, RecentMap<string, true>>();

/** Returns how many texts are cached, for the tests. */
export const countKnownTexts = () => knownTexts.size;

/** Returns the name of a prepared statement, which is the same for the same text, and whether its text asks for a generic plan. */
export function knownText(text: string): KnownText {
  const known = knownTexts.get(text) ?? {
    name: createHash('sha256').update(text).digest('base64url').slice(0, 24),
    hasGenericPlan: text.includes(GENERIC_PLAN_HINT),
  };
  knownTexts.touch(text, known);
  knownTexts.takeExcess(MAX_KNOWN_TEXTS);
  return known;
}

/**
 * Records that a connection uses a statement. If the connection then has too many, returns the command that frees the least recently used
 * one.
 */
export function makeRoomFor(client: pg.PoolClient, name: string): string | undefined {
  let prepared = preparedOn.get(client);
  if (!prepared) {
    prepared = new RecentMap();
    preparedOn.set(client, prepared);
  }
  prepared.touch(name, true);
  const excess = prepared.takeExcess(MAX_PREPARED_STATEMENTS);
  if (!excess) return undefined;
  const { parsedStatements } = (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection;
  // A statement that could not be prepared does not exist on the connection, so there is nothing to free.
  if (parsedStatements[excess] === undefined) return undefined;
  delete parsedStatements[excess];
  return `deallocate "${excess}"`;
}
