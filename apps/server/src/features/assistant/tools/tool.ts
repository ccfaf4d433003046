import type { PermissionCode } from '@yardage/contract/permissions';
import type { ToolInput, ToolName, ToolResult, Topic } from '#server/adapters/assistant/port';
import type { Database } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import type { Scope } from '#server/http/scope';
import type { SUBJECTS } from '../assistant.messages.ts';
import { findRecordKey } from '../assistant.queries.ts';
import { isNumber } from '../tool-result.ts';

/** Looks something up in a user's scope, through the same services as the pages. */
export interface Tool<Name extends ToolName> {
  /** The user needs one of these permissions. Undefined if the tool reads no records. */
  anyOf?: readonly [PermissionCode, ...PermissionCode[]];
  /** What the refusal says the user may not see. */
  subject: keyof typeof SUBJECTS;
  run(scope: Scope, input: ToolInput<Name>, topic?: Topic): Promise<ToolResult>;
}

/** Returns the id of the record that a number means in a conversation about it. Undefined if the number has to be looked up. */
export function idOfTopic(topic: Topic | undefined, kind: Topic['kind'], number: string | undefined): number | undefined {
  return number && topic?.kind === kind && isNumber(topic.number, number) ? (topic.id ?? undefined) : undefined;
}

/**
 * Returns the id of the latest record with a number. Looks for exactly this number first, because a search also finds the texts of any
 * number of other records. `search` is the fallback for numbers with both capitals and small letters.
 */
export async function idOfNumber(
  database: Database,
  scope: Scope,
  { kind, number, search }: { kind: 'order' | 'ticket' | 'quote'; number: string; search: () => Promise<{ id: number } | undefined> },
): Promise<number | undefined> {
  const key = await findRecordKey(database, scope, kind, number);
  return key === undefined ? (await search())?.id : Number(key);
}

export type Tools = { [Name in ToolName]: Tool<Name> };

/** Creates the tools of one area. */
export type MakeTools<Names extends ToolName> = (services: AreaServices) => Pick<Tools, Names>;
