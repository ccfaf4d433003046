import type { PermissionCode } from '@yardage/contract/permissions';
import type { Finding, ToolInput, ToolName } from '#server/adapters/assistant/port';
import type { AreaServices } from '#server/features/area';
import type { Scope } from '#server/http/scope';

/** Looks something up for one user at one customer number, through the services that the pages use. */
export interface Tool<Name extends ToolName> {
  /** What the user must hold one of; nothing where the tool tells nothing of the records. */
  anyOf?: readonly [PermissionCode, ...PermissionCode[]];
  /** What they are told that they may not see. */
  subject: string;
  run(scope: Scope, input: ToolInput<Name>): Promise<Finding>;
}

export type Tools = { [Name in ToolName]: Tool<Name> };

/** The tools of one area. */
export type MakeTools<Names extends ToolName> = (services: AreaServices) => Pick<Tools, Names>;

/** The type of the orders that each material is ordered by. */
export const ORDER_TYPE = { concrete: 1, aggregate: 2, block: 3 } as const;
