import type { Database } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import type { FoundAddress } from '../port.ts';

/** Words from `low` up to, but not including, `high`, for the word at a place in the typed text. */
export interface WordRange {
  place: number;
  low: string;
  high: string;
}

/** Only this many streets of a word are examined. A word that more streets have is too common, and the user will type more. */
const MAX_CANDIDATES = 1000;

/** Returns the known streets that have a word in one of the ranges of each place. Only the streets of the rarest word are examined. */
export async function findKnownStreets(database: Database, ranges: readonly WordRange[]): Promise<FoundAddress[]> {
  return (await database.read<FoundAddress[]>('system', knownStreetsQuery(ranges))) ?? [];
}

/** The statement of the search. Each word is looked up by the index of the words, at most as often as streets are examined. */
export function knownStreetsQuery(ranges: readonly WordRange[]): SQL {
  const most = sql.raw(String(MAX_CANDIDATES));
  return sql`with typed as materialized (
      select place, low collate "C" as low, high collate "C" as high
      from json_to_recordset(${JSON.stringify(ranges)}::json) as given(place int, low text, high text)),
    places as (select distinct place from typed),
    rarest as (
      select place from places order by (
        select count(*) from (
          select from typed join known_street_words w on w.word >= typed.low and w.word < typed.high
          where typed.place = places.place limit ${most}) as having_it), place
      limit 1),
    candidates as (
      select w.street_id from typed join known_street_words w on w.word >= typed.low and w.word < typed.high
      where typed.place = (select place from rarest) limit ${most})
    select coalesce(json_agg(json_build_object('address', s.address, 'city', s.city, 'state', s.state, 'zip', s.zip)), '[]') as answer
    from known_streets s
    where s.id in (select street_id from candidates)
      and not exists (select from places where not exists (
        select from typed, unnest(s.words) as word where typed.place = places.place and word collate "C" >= typed.low and word collate "C" < typed.high))`;
}
