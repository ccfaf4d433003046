import { LIVE_RECORDS, type LiveResource } from '@yardage/contract/hub';
import type { Change } from './batch-run.ts';

/** The changes that open pages show. */
export function liveChanges(changes: readonly Change[]): (Change & { resource: LiveResource })[] {
  return changes.filter((change): change is Change & { resource: LiveResource } => change.resource in LIVE_RECORDS);
}
