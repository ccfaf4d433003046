import type { ImportState } from '@yardage/contract/imports';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { IMPORTS_MESSAGES as MESSAGES } from '../imports.messages.ts';

const KINDS: Record<ImportState, StatusKind> = {
  uploading: 'waiting',
  ready: 'waiting',
  queued: 'pending',
  running: 'moving',
  done: 'done',
  cancelled: 'ended',
  failed: 'ended',
};

/** The state of an import. */
export function ImportStatus({ state }: { state: ImportState }) {
  return <StatusMark kind={KINDS[state]}>{MESSAGES.states[state]}</StatusMark>;
}
