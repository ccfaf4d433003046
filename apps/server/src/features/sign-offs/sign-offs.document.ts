import type { SignOff } from '@yardage/contract/sign-offs';
import { formatDateMinute } from '@yardage/domain/dates';
import { MINUTE_MS } from '@yardage/domain/durations';
import { REJECT_REASON_NAMES } from '@yardage/domain/names.messages';
import { formatQuantityOnPaper } from '@yardage/domain/quantities';
import type { DocumentPicture, Fact, Section } from '#server/documents/document-definition';
import { LABELS, TICKET_DOCUMENT as TEXTS } from '#server/documents/documents.messages';
import type { SignOffPictures } from './sign-offs.queries.ts';

/** An entry that arrives later than this was made without a connection. */
const LATE_MS = 10 * MINUTE_MS;

/** Returns the end of a delivery ticket: lines to sign on, or what was signed with its measures, photos and corrected entries (SGN-02). */
export function signOffSections(entries: readonly SignOff[], timeZone: string, pictures: ReadonlyMap<number, SignOffPictures>): Section[] {
  const current = entries.find(({ isCorrected }) => !isCorrected);
  if (!current) return [{ kind: 'signature', labels: [TEXTS.receivedBy, LABELS.date] }];
  const { signature = null, previews = [] } = pictures.get(current.id) ?? {};
  const facts = [...measuredFacts(current), ...enteredFacts(current, timeZone)];
  const { isRejected, receivedBy, signedAt, notes } = current;
  return [
    ...(facts.length > 0 ? [{ kind: 'facts', heading: isRejected ? TEXTS.loadRejected : TEXTS.onTheJob, facts } as const] : []),
    // As a text of its own they continue on the next page, however long they are.
    ...(notes ? [{ kind: 'text', heading: TEXTS.receiverNotes, text: notes } as const] : []),
    ...(previews.length > 0 ? [photosSection(previews)] : []),
    {
      kind: 'signature',
      labels: [isRejected ? TEXTS.rejectedBy : TEXTS.receivedBy, LABELS.date],
      signed: { texts: [receivedBy, formatDateMinute(signedAt, timeZone)], picture: signature, description: TEXTS.signature(receivedBy) },
    },
    ...correctedEntries(entries, timeZone, pictures),
  ];
}

function measuredFacts(entry: SignOff): Fact[] {
  const measures: [string, number | null][] = [
    [TEXTS.addedOnJob, entry.waterGallons],
    [TEXTS.measuredSlump, entry.slumpInches],
    [TEXTS.measuredAir, entry.airPercent],
    [TEXTS.measuredTemperature, entry.temperatureF],
  ];
  return [
    ...(entry.rejectReason ? [{ label: TEXTS.rejectReason, value: REJECT_REASON_NAMES[entry.rejectReason], span: 4 } as const] : []),
    ...measures.flatMap(([label, value]) => (value === null ? [] : [{ label, value: formatQuantityOnPaper(value) }])),
  ];
}

/** Who entered it, unless the receiver did, and when it arrived if that was later: the receiver chooses neither. */
function enteredFacts({ receivedBy, signedBy, signedAt, arrivedAt }: SignOff, timeZone: string): Fact[] {
  const isLate = Date.parse(arrivedAt) - Date.parse(signedAt) > LATE_MS;
  return [
    ...(signedBy === receivedBy ? [] : [{ label: TEXTS.entryBy, value: signedBy, span: 2 } as const]),
    ...(isLate ? [{ label: TEXTS.recorded, value: formatDateMinute(arrivedAt, timeZone), span: 2 } as const] : []),
  ];
}

function photosSection(previews: readonly Buffer[]): Section {
  return { kind: 'pictures', heading: TEXTS.photos, pictures: photosOf(previews) };
}

function photosOf(previews: readonly Buffer[]): DocumentPicture[] {
  return previews.map((content, index) => ({ description: TEXTS.photo(index + 1), content }));
}

/** Entries that were corrected stay on the paper with their pictures, so that nothing disappears from the record. */
function correctedEntries(entries: readonly SignOff[], timeZone: string, pictures: ReadonlyMap<number, SignOffPictures>): Section[] {
  const corrected = entries.filter(({ isCorrected }) => isCorrected);
  if (corrected.length === 0) return [];
  const columns = [{ header: TEXTS.entryTime }, { header: TEXTS.entryBy }, { header: TEXTS.entry, canWrap: true }];
  const rows = corrected.map((entry) => [formatDateMinute(entry.signedAt, timeZone), entry.signedBy, describe(entry)]);
  const below = corrected.map((entry) => picturesOf(entry, pictures.get(entry.id)));
  return [{ kind: 'table', heading: TEXTS.corrected, columns, rows, pictures: below, emptyText: '' }];
}

function picturesOf(
  { receivedBy }: SignOff,
  { signature, previews }: SignOffPictures = { signature: null, previews: [] },
): DocumentPicture[] {
  const signed = signature ? [{ description: TEXTS.signature(receivedBy), content: signature }] : [];
  return [...photosOf(previews), ...signed];
}

function describe(entry: SignOff): string {
  const outcome = `${entry.isRejected ? TEXTS.rejectedBy : TEXTS.receivedBy} ${entry.receivedBy}`;
  const facts = measuredFacts(entry).map(({ label, value }) => `${label}: ${value}`);
  const notes = entry.notes ? [`${TEXTS.receiverNotes}: ${entry.notes}`] : [];
  return [outcome, ...facts, ...notes].join('; ');
}
