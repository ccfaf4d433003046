import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SignOff } from '@yardage/contract/sign-offs';
import { REJECT_REASON_NAMES } from '@yardage/domain/names.messages';
import { formatNumber } from '@yardage/domain/quantities';
import { MEASURE_NAMES } from '@yardage/domain/sign-offs';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Card } from '#web/patterns/card.tsx';
import { DETAIL_STATE_MESSAGES } from '#web/patterns/detail-state.messages.ts';
import { PictureList, useObjectUrl } from '#web/patterns/pictures/picture-list.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { StatusMark } from '#web/patterns/status-mark.tsx';
import { loadSignature, loadSignOffPhoto } from '../../sign-offs.api.ts';
import { SIGN_OFFS_MESSAGES as MESSAGES } from '../../sign-offs.messages.ts';
import classes from './sign-off.module.css';

interface SignOffCardProps {
  ticketId: number;
  entries: readonly SignOff[];
  /** Starts a correction of the entry that counts. Undefined without the permission. */
  onCorrect?: ((entry: SignOff) => void) | undefined;
}

/** Who signed for a load, newest entry first. Corrected entries stay (SGN-02). */
export function SignOffCard({ ticketId, entries, onCorrect }: SignOffCardProps) {
  const current = entries.find(({ isCorrected }) => !isCorrected);
  return (
    <Card
      title={MESSAGES.title}
      aside={
        current && onCorrect ? (
          <Button variant="subtle" size="compact-sm" onClick={() => onCorrect(current)}>
            {MESSAGES.correct}
          </Button>
        ) : null
      }
    >
      {[...entries].reverse().map((entry) => (
        <Entry key={entry.id} ticketId={ticketId} entry={entry} />
      ))}
    </Card>
  );
}

function Entry({ ticketId, entry }: { ticketId: number; entry: SignOff }) {
  const customer = useCustomer();
  const { dateTime } = useFormats();
  const facts = MEASURE_NAMES.flatMap((name) => {
    const value = entry[name];
    return value === null ? [] : [`${MESSAGES[name]} ${formatNumber(value)} ${MESSAGES.units[name]}`];
  });
  const reason = entry.rejectReason ? [REJECT_REASON_NAMES[entry.rejectReason]] : [];
  const photos = entry.photos.map(({ id, fileName }) => ({
    id,
    fileName,
    load: () => loadSignOffPhoto(customer, { ticketId, signOffId: entry.id, photoId: id }),
  }));
  return (
    <article className={classes.entry} data-corrected={entry.isCorrected || undefined}>
      <div className={classes.entryHead}>
        <StatusMark kind={entry.isCorrected ? 'closed' : entry.isRejected ? 'ended' : 'done'}>
          {entry.isCorrected ? MESSAGES.correctedMark : entry.isRejected ? MESSAGES.rejectedMark : MESSAGES.signedMark}
        </StatusMark>
        <strong>{MESSAGES.by(entry.receivedBy, dateTime(entry.signedAt))}</strong>
        {entry.signedBy === entry.receivedBy ? null : <span className={classes.hint}>{MESSAGES.enteredBy(entry.signedBy)}</span>}
      </div>
      {reason.length + facts.length > 0 ? (
        <p className={classes.facts}>
          {[...reason, ...facts].map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      ) : null}
      {entry.notes ? <p className={classes.notes}>{entry.notes}</p> : null}
      {entry.signature ? <Signature ticketId={ticketId} entry={entry} /> : null}
      {photos.length > 0 ? <PictureList pictures={photos} /> : null}
    </article>
  );
}

function Signature({ ticketId, entry }: { ticketId: number; entry: SignOff }) {
  const customer = useCustomer();
  const { data, isError, refetch } = useQuery({
    queryKey: ['sign-offs.signature', customer.globalCustomerNumber, ticketId, entry.id],
    queryFn: ({ signal }) => loadSignature(customer, ticketId, entry.id, signal),
    meta: { isSilent: true },
    // A signature never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const url = useObjectUrl(data);
  if (url) return <img className={classes.signature} src={url} alt={MESSAGES.signatureOf(entry.receivedBy)} />;
  if (!isError || data) return <Skeleton width={220} height={64} />;
  return (
    <p className={classes.missing}>
      {MESSAGES.signatureFailed}
      <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
        {DETAIL_STATE_MESSAGES.retry}
      </Button>
    </p>
  );
}
