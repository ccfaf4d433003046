import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ImportMode, ImportRow, ImportState } from '@yardage/contract/imports';
import { SUPPLY_OUTCOMES } from '@yardage/contract/supply-outcomes';
import { formatNumber } from '@yardage/domain/quantities';
import { resourceName } from '@yardage/domain/resource-name';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { continueImport, isBusy, saveReport, stopImport } from '../imports.api.ts';
import { IMPORTS_MESSAGES as MESSAGES } from '../imports.messages.ts';
import classes from './imports.module.css';

interface RunCardProps {
  row: ImportRow;
  mode: ImportMode;
  /** Left out for a run that cannot be changed here. */
  onChanged?: (row: ImportRow) => void;
}

/** The run of an import: its progress, or its result with the report. */
export function RunCard({ row, mode, onChanged }: RunCardProps) {
  const { id, state, readBytes, totalBytes, readRows, counts, failure, isCancelling } = row;
  const stopping = useWrite<ImportRow>({
    write: (_nothing, attempt) => stopImport(id, attempt),
    meta: { failureText: MESSAGES.cancelFailed, prefersServerMessage: true },
    onSuccess: (next) => onChanged?.(next),
  });
  const continuing = useWrite<ImportRow>({
    write: (_nothing, attempt) => continueImport(id, attempt),
    meta: { failureText: MESSAGES.resumeFailed, prefersServerMessage: true },
    onSuccess: (next) => onChanged?.(next),
  });
  const saving = useMutation({ mutationFn: () => saveReport(row), meta: { failureText: MESSAGES.reportFailed } });
  const progress = totalBytes > 0 ? Math.min(1, readBytes / totalBytes) : 0;
  const isRunning = isBusy(row);
  const canContinue = state === 'cancelled' || state === 'failed';
  return (
    <Card title={isRunning ? MESSAGES.running[mode] : MESSAGES.result[mode]} aside={<ImportStatus row={row} />}>
      <div className={classes.body}>
        {failure ? <Notice kind="failure" title={failure} /> : null}
        {!isRunning && counts.refused > 0 ? (
          <Notice kind="warning" title={MESSAGES.refused[mode](counts.refused)}>
            {MESSAGES.refusedWhy}
          </Notice>
        ) : null}
        {isRunning || canContinue ? (
          <ProgressLine
            label={MESSAGES.running[mode]}
            progress={progress}
            text={state === 'queued' ? MESSAGES.waitsToStart : MESSAGES.progress(formatNumber(readRows), Math.floor(progress * 100))}
          />
        ) : null}
        <dl className={classes.counts}>
          {SUPPLY_OUTCOMES.map((outcome) => (
            <div key={outcome}>
              <dt>{MESSAGES.outcomes[outcome]}</dt>
              <dd>{formatNumber(counts[outcome])}</dd>
            </div>
          ))}
        </dl>
        <div className={classes.actions}>
          {mode === 'dry-run' ? <span className={classes.hint}>{MESSAGES.dryRunNote}</span> : null}
          {isRunning && onChanged ? (
            <Button variant="default" loading={stopping.isPending} disabled={isCancelling} onClick={() => stopping.mutate(undefined)}>
              {isCancelling ? MESSAGES.cancelling : MESSAGES.cancel}
            </Button>
          ) : null}
          {isRunning ? null : (
            <Button
              variant="default"
              leftSection={<Icon name="download" size={16} />}
              loading={saving.isPending}
              onClick={() => saving.mutate()}
            >
              {MESSAGES.report}
            </Button>
          )}
          {canContinue && onChanged ? (
            <Button loading={continuing.isPending} onClick={() => continuing.mutate(undefined)}>
              {MESSAGES.resume}
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  );
}

const KINDS: Record<ImportState, StatusKind> = {
  uploading: 'waiting',
  ready: 'waiting',
  queued: 'pending',
  running: 'moving',
  done: 'done',
  cancelled: 'ended',
  failed: 'ended',
};

/** Returns the state of an import in words, with its shape. A run that refused records is no success, although it ended. */
function stateOf({ state, isArriving, mode, counts }: ImportRow): { name: string; kind: StatusKind } {
  if (isArriving) return { name: MESSAGES.arriving, kind: 'moving' };
  if (state === 'done' && mode && counts.refused > 0) return { name: MESSAGES.doneWithRefused[mode](counts.refused), kind: 'partly' };
  return { name: MESSAGES.states[state], kind: KINDS[state] };
}

/** The state of an import. */
function ImportStatus({ row }: { row: ImportRow }) {
  const { name, kind } = stateOf(row);
  return <StatusMark kind={kind}>{name}</StatusMark>;
}

/** A file that a colleague, or another tab, is uploading. */
export function UploadProgress({ row: { receivedBytes, totalBytes } }: { row: ImportRow }) {
  const progress = receivedBytes / totalBytes;
  return (
    <Card title={MESSAGES.arriving}>
      <div className={classes.body}>
        <ProgressLine label={MESSAGES.arriving} progress={progress} text={MESSAGES.uploading(Math.floor(progress * 100))} />
      </div>
    </Card>
  );
}

interface ProgressLineProps {
  label: string;
  /** From 0 to 1. */
  progress: number;
  text: string;
}

/** A progress bar with its figure in words. */
export function ProgressLine({ label, progress, text }: ProgressLineProps) {
  return (
    <div className={classes.progress}>
      <span>{text}</span>
      <progress aria-label={label} max={100} value={Math.floor(progress * 100)} />
    </div>
  );
}

interface RecentImportsProps {
  rows: readonly ImportRow[];
  /** A link that opens an import. */
  link: (row: ImportRow) => React.ReactNode;
}

/** The latest imports, each of which can be opened again. */
export function RecentImports({ rows, link }: RecentImportsProps) {
  const formats = useFormats();
  const sourceOf = ({ resource, dataSource }: ImportRow) => [resourceName(resource), dataSource].filter(Boolean).join(' · ');
  return (
    <Card title={MESSAGES.recent}>
      <LineTable
        label={MESSAGES.recent}
        lines={rows}
        emptyText={MESSAGES.none}
        columns={[
          { header: MESSAGES.file, isText: true, value: link },
          { header: MESSAGES.resource, value: sourceOf },
          { header: MESSAGES.status, value: (row) => <ImportStatus row={row} /> },
          { header: MESSAGES.run, value: ({ mode }) => (mode ? MESSAGES.running[mode] : MESSAGES.notMapped) },
          { header: MESSAGES.uploaded, isWhole: true, value: ({ createdAt }) => formats.dateTime(createdAt) },
          { header: MESSAGES.rows, value: ({ readRows }) => formatNumber(readRows), isNumber: true },
        ]}
        card={(row) => ({
          title: link(row),
          result: stateOf(row).name,
          details: [sourceOf(row), formats.dateTime(row.createdAt)],
        })}
      />
    </Card>
  );
}
