import type { PermissionCode } from '@yardage/contract/permissions';
import type { ToolInput, ToolName, ToolResult } from '#server/adapters/assistant/port';
import type { AreaServices } from '#server/features/area';
import type { Scope } from '#server/http/scope';
import type { SUBJECTS } from '../assistant.messages.ts';

/** Looks something up in a user's scope, through the same services as the pages. */
export interface Tool<Name extends ToolName> {
  /** The user needs one of these permissions. Undefined if the tool reads no records. */
  anyOf?: readonly [PermissionCode, ...PermissionCode[]];
  /** What the refusal says the user may not see. */
  subject: keyof typeof SUBJECTS;
  run(scope: Scope, input: ToolInput<Name>): Promise<ToolResult>;
}

export type Tools = { [Name in ToolName]: Tool<Name> };

/** Creates the tools of one area. */
export type MakeTools<Names extends ToolName> = (services: AreaServices) => Pick<Tools, Names>;
