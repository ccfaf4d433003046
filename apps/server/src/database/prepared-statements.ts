import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A statement with this comment gets one plan for any values. PostgreSQL would otherwise plan some searches anew at every call. */
export const GENERIC_PLAN_HINT = '/* generic plan */';

/** A prepared statement costs its connection up to half a megabyte; the calls of a usual day need fewer. */
export const MAX_PREPARED_STATEMENTS = 64;
/** Texts whose names are remembered, some kilobytes each; the others' names are computed again. */
export const MAX_KNOWN_TEXTS = 256;

interface KnownText {
  name: string;
  hasGenericPlan: boolean;
}

/** A map that forgets what was not asked for longest. */
class RecentMap<Key, Value> extends Map<Key, Value> {
  /** Marks an entry as the latest. */
  touch(key: Key, value: Value): void {
    this.delete(key);
    this.set(key, value);
  }

  /** Takes the oldest entry out where there are more than `most`. */
  takeExcess(most: number): Key | undefined {
    if (this.size <= most) return undefined;
    const [oldest] = this.keys();
    this.delete(oldest as Key);
    return oldest;
  }
}

const knownTexts = new RecentMap<string, KnownText>();
const preparedOn = new WeakMap<pg.PoolClient, RecentMap<string, true>>();

/** How many texts are remembered, for the tests. */
export const countKnownTexts = () => knownTexts.size;

/** A prepared statement's name, the same for the same text, and whether its text asks for a generic plan. */
export function knownText(text: string): KnownText {
  const known = knownTexts.get(text) ?? {
    name: createHash('sha256').update(text).digest('base64url').slice(0, 24),
    hasGenericPlan: text.includes(GENERIC_PLAN_HINT),
  };
  knownTexts.touch(text, known);
  knownTexts.takeExcess(MAX_KNOWN_TEXTS);
  return known;
}

/** Notes that a connection uses a statement; answers the command that frees the one it has not used longest, where it has too many. */
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
  // One that failed to be prepared is not there to be freed.
  if (parsedStatements[excess] === undefined) return undefined;
  delete parsedStatements[excess];
  return `deallocate "${excess}"`;
}
