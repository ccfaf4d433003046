import { useMutation } from '@tanstack/react-query';
import type { DisputeDetail, DisputeSummary } from '@yardage/contract/disputes';
import { DISPUTE_REASON_NAMES, DISPUTE_STATUS_NAMES } from '@yardage/domain/disputes.messages';
import { formatQuantity } from '@yardage/domain/quantities';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { FactStrip } from '#web/patterns/info-card.tsx';
import { saveFile } from '#web/patterns/pdf-viewer/save-file.ts';
import { DISPUTE_MESSAGES as MESSAGES } from './dispute.messages.ts';
import { disputePlace } from './dispute-status.tsx';
import classes from './dispute-timeline.module.css';

type Entry = DisputeDetail['entries'][number];
type File = Entry['files'][number];

interface DisputeTimelineProps {
  /** Its time zone is given at the desk; customers see that of their plants. */
  dispute: DisputeDetail & { timeZone?: string };
  /** Downloads one file. */
  load: (fileId: number) => Promise<Blob>;
}

/** The conversation about a dispute with its files, oldest first. */
export function DisputeTimeline({ dispute, load }: DisputeTimelineProps) {
  const { dateTime } = useFormats(dispute.timeZone);
  return (
    <Card title={MESSAGES.conversation}>
      <ol className={classes.entries} aria-live="polite">
        {dispute.entries.map((entry) => (
          <li key={entry.id} data-staff={entry.isStaff || undefined}>
            <p className={classes.byline}>
              <strong>{headingOf(entry)}</strong> {dateTime(entry.createdDate)}
            </p>
            {entry.message && (entry.kind !== 'closed' || entry.authorName) ? <p className={classes.message}>{entry.message}</p> : null}
            {entry.files.length > 0 ? <Files files={entry.files} load={load} /> : null}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function headingOf({ kind, outcome, authorName, isStaff, message }: Entry): string {
  // Whatever closes by itself has no author: its message is the number of the credit, if it was one.
  if (kind === 'closed' && !authorName) return message ? MESSAGES.credited(message) : MESSAGES.voided;
  const name = isStaff ? `${authorName} (${MESSAGES.ofStaff})` : authorName;
  if (kind === 'answered') return MESSAGES.answered(name, outcome ? DISPUTE_STATUS_NAMES[outcome] : '');
  return kind === 'closed' ? MESSAGES.closedBy(name) : MESSAGES[kind](name);
}

/** The files of a message. They are saved, never shown as a page of the portal. */
function Files({ files, load }: { files: readonly File[]; load: (fileId: number) => Promise<Blob> }) {
  const saving = useMutation({
    mutationFn: async ({ id, fileName }: File) => ({ fileName, content: await load(id) }),
    meta: { failureText: MESSAGES.fileFailed, noResponseText: MESSAGES.fileFailed },
    onSuccess: ({ fileName, content }) => saveFile(content, fileName, content.type),
  });
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.id}>
          <button type="button" aria-label={MESSAGES.save(file.fileName)} onClick={() => saving.mutate(file)}>
            <Icon name={file.contentType === 'application/pdf' ? 'document' : 'picture'} size={16} />
            <span>{file.fileName}</span>
            <Icon name="download" size={16} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The key facts of a dispute. */
export function DisputeFacts({ dispute }: { dispute: DisputeSummary }) {
  const { reason, quantity, unitOfMeasure, amount } = dispute;
  return (
    <FactStrip
      facts={[
        { label: MESSAGES.reason, value: DISPUTE_REASON_NAMES[reason] },
        ...(quantity === null ? [] : [{ label: MESSAGES.quantity, value: formatQuantity(quantity, unitOfMeasure) }]),
        { label: MESSAGES.amount, value: `${formatCurrency(amount)}, ${MESSAGES.withTax}` },
        { label: MESSAGES.disputed, value: disputePlace(dispute), isWide: true },
      ]}
    />
  );
}
