import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ImportMode, ImportRow } from '@yardage/contract/imports';
import { SUPPLY_OUTCOMES } from '@yardage/contract/supply-outcomes';
import { formatNumber } from '@yardage/domain/quantities';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { continueImport, isBusy, saveReport, stopImport } from '../api/imports.ts';
import { IMPORT_WORDS as WORDS } from '../imports.messages.ts';
import { ImportStatus } from './import-status.tsx';
import classes from './imports.module.css';
import { ProgressLine } from './progress-line.tsx';

interface RunCardProps {
  row: ImportRow;
  mode: ImportMode;
  onChanged: (row: ImportRow) => void;
}

/** The run of an import: its progress, or its result with the report. */
export function RunCard({ row, mode, onChanged }: RunCardProps) {
  const { id, state, readBytes, totalBytes, readRows, counts, failure, isCancelling } = row;
  const stopping = useMutation({
    mutationFn: () => stopImport(id),
    meta: { failureText: WORDS.cancelFailed, prefersServerMessage: true },
    onSuccess: onChanged,
  });
  const continuing = useMutation({
    mutationFn: () => continueImport(id),
    meta: { failureText: WORDS.resumeFailed, prefersServerMessage: true },
    onSuccess: onChanged,
  });
  const saving = useMutation({ mutationFn: () => saveReport(row), meta: { failureText: WORDS.reportFailed } });
  const share = totalBytes > 0 ? Math.min(1, readBytes / totalBytes) : 0;
  const isRunning = isBusy(row);
  const canContinue = state === 'cancelled' || state === 'failed';
  return (
    <Card title={isRunning ? WORDS.running[mode] : WORDS.result[mode]} aside={<ImportStatus state={state} />}>
      <div className={classes.body}>
        {failure ? <Notice kind="failure" title={failure} /> : null}
        {isRunning || canContinue ? (
          <ProgressLine
            label={WORDS.running[mode]}
            share={share}
            text={state === 'queued' ? WORDS.waitsToStart : WORDS.progress(formatNumber(readRows), Math.floor(share * 100))}
          />
        ) : null}
        <dl className={classes.counts}>
          {SUPPLY_OUTCOMES.map((outcome) => (
            <div key={outcome}>
              <dt>{WORDS.outcomes[outcome]}</dt>
              <dd>{formatNumber(counts[outcome])}</dd>
            </div>
          ))}
        </dl>
        <div className={classes.actions}>
          {mode === 'dry-run' ? <span className={classes.hint}>{WORDS.dryRunNote}</span> : null}
          {isRunning ? (
            <Button variant="default" loading={stopping.isPending} disabled={isCancelling} onClick={() => stopping.mutate()}>
              {isCancelling ? WORDS.cancelling : WORDS.cancel}
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<Icon name="download" size={16} />}
              loading={saving.isPending}
              onClick={() => saving.mutate()}
            >
              {WORDS.report}
            </Button>
          )}
          {canContinue ? (
            <Button loading={continuing.isPending} onClick={() => continuing.mutate()}>
              {WORDS.resume}
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
