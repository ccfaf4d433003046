import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { listPacks, type PackRow, type PackState } from '@yardage/contract/close-out-packs';
import { formatNumber } from '@yardage/domain/quantities';
import { useEffect, useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Cancelled } from '#web/lib/http/http-errors.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { saveFile } from '#web/patterns/pdf-viewer/save-file.ts';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { changePack, fetchPack, isBusy, type PackChange, packFileName, packName, packPlace, packTitle } from '../close-out-packs.api.ts';
import { PACKS_MESSAGES as MESSAGES } from '../close-out-packs.messages.ts';
import classes from './close-out-packs.module.css';

const MEGABYTE = 1_000_000;
const inMegabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);

const contentOf = ({ ticketCount, invoiceCount }: PackRow): string =>
  [MESSAGES.tickets(ticketCount), ...(invoiceCount > 0 ? [MESSAGES.invoices(invoiceCount)] : [])].join(', ');

/** The user's packs with progress and actions. */
export function PackList({ packs }: { packs: readonly PackRow[] }) {
  const { dateTime, date } = useFormats();
  const availableUntil = (pack: PackRow): string => (pack.state === 'done' ? MESSAGES.until(date(pack.expiresAt)) : '');
  return (
    <Card title={MESSAGES.packs}>
      <LineTable
        label={MESSAGES.packs}
        lines={packs}
        lineKey={({ id }) => id}
        emptyText={MESSAGES.none}
        columns={[
          { header: MESSAGES.name, isText: true, value: (pack) => <PackName pack={pack} /> },
          { header: MESSAGES.content, value: contentOf },
          { header: MESSAGES.status, value: (pack) => <PackStatus pack={pack} until={availableUntil(pack)} /> },
          { header: MESSAGES.requested, isWhole: true, value: ({ createdAt }) => dateTime(createdAt) },
          {
            header: MESSAGES.size,
            value: ({ state, fileBytes }) => (state === 'done' ? MESSAGES.megabytes(inMegabytes(fileBytes)) : ''),
            isNumber: true,
          },
        ]}
        action={{ header: MESSAGES.actions, cell: (pack) => <PackActions key={pack.id} pack={pack} /> }}
        card={(pack) => ({
          title: packName(pack),
          result: pack.state === 'done' ? MESSAGES.megabytes(inMegabytes(pack.fileBytes)) : '',
          details: [...(packPlace(pack) ? [packPlace(pack)] : []), contentOf(pack), dateTime(pack.createdAt)],
          action: (
            <div className={classes.cardFoot}>
              <PackStatus pack={pack} until={availableUntil(pack)} />
              <PackActions key={pack.id} pack={pack} />
            </div>
          ),
        })}
      />
    </Card>
  );
}

function PackName({ pack }: { pack: PackRow }) {
  return (
    <>
      <span className={classes.name}>{packName(pack)}</span>
      {packPlace(pack) ? <span className={classes.place}>{packPlace(pack)}</span> : null}
    </>
  );
}

const KINDS: Record<PackState, StatusKind> = { queued: 'pending', running: 'moving', done: 'done', cancelled: 'ended', failed: 'ended' };

function PackStatus({ pack, until }: { pack: PackRow; until: string }) {
  const { state, doneCount, totalCount, failure, isCancelling } = pack;
  return (
    <div className={classes.status}>
      <StatusMark kind={KINDS[state]}>{isCancelling ? MESSAGES.cancelling : MESSAGES.states[state]}</StatusMark>
      {state === 'running' ? (
        <>
          <progress aria-label={MESSAGES.progressOf(packTitle(pack))} max={totalCount} value={doneCount} />
          <span className={classes.hint}>{MESSAGES.progress(formatNumber(doneCount), formatNumber(totalCount))}</span>
        </>
      ) : null}
      {until ? <span className={classes.hint}>{until}</span> : null}
      {failure ? <span className={classes.hint}>{MESSAGES.failures[failure]}</span> : null}
    </div>
  );
}

const FAILURES: Record<PackChange, () => string> = {
  cancel: () => MESSAGES.cancelFailed,
  retry: () => MESSAGES.retryFailed,
  delete: () => MESSAGES.deleteFailed,
};

function PackActions({ pack }: { pack: PackRow }) {
  const [downloaded, setDownloaded] = useState<number | null>(null);
  return (
    <div className={classes.actions}>
      {pack.state === 'done' ? <Download pack={pack} bytes={downloaded} onBytes={setDownloaded} /> : null}
      {pack.state === 'failed' ? <Change pack={pack} change="retry" /> : null}
      {isBusy(pack) ? (
        <Change pack={pack} change="cancel" isDisabled={pack.isCancelling} />
      ) : (
        <Change pack={pack} change="delete" isDisabled={downloaded !== null} />
      )}
    </div>
  );
}

/** A button that changes a pack. The list is read again afterwards, also when the change was refused because the list was old. */
function Change({ pack, change, isDisabled = false }: { pack: PackRow; change: PackChange; isDisabled?: boolean }) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const changing = useWrite<void>({
    write: (_nothing, attempt) => changePack(customer, pack.id, change, attempt),
    meta: { failureText: FAILURES[change](), prefersServerMessage: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listPacks.id] }),
  });
  return (
    <Button variant="default" disabled={isDisabled} loading={changing.isPending} onClick={() => changing.mutate()}>
      {MESSAGES[change]}
    </Button>
  );
}

interface DownloadProps {
  pack: PackRow;
  /** How much has arrived; null while nothing is downloaded. */
  bytes: number | null;
  onBytes: (bytes: number | null) => void;
}

/** Downloads a pack with its progress. It can be cancelled, and ends with the page. */
function Download({ pack, bytes, onBytes }: DownloadProps) {
  const customer = useCustomer();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const download = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    onBytes(0);
    try {
      const file = await fetchPack(customer, pack.id, controller.signal, onBytes);
      // A proxy may end a response early without an error.
      if (file.size !== pack.fileBytes) throw new Error('The file is not complete.');
      saveFile(file, packFileName(pack), 'application/zip');
    } catch (error) {
      if (!(error instanceof Cancelled) && !controller.signal.aborted) toasts.show({ kind: 'destructive', title: MESSAGES.downloadFailed });
    } finally {
      onBytes(null);
    }
  };
  if (bytes !== null) {
    return (
      <Button
        variant="default"
        leftSection={<Icon name="stop" size={16} />}
        onClick={() => running.current?.abort()}
        title={MESSAGES.cancel}
      >
        {MESSAGES.downloading(inMegabytes(bytes), inMegabytes(pack.fileBytes))}
      </Button>
    );
  }
  return (
    <Button
      leftSection={<Icon name="download" size={16} />}
      aria-label={MESSAGES.downloadOf(packTitle(pack))}
      onClick={() => void download()}
    >
      {MESSAGES.download}
    </Button>
  );
}
