import type { TicketDetail } from '@yardage/contract/tickets';
import type { Database, Member } from '#server/database/database';
import type { DocumentDefinition } from '#server/documents/document-definition';
import { findPictures } from '#server/features/sign-offs/sign-offs.queries';
import { ticketDocument } from './tickets.document.ts';
import { findTicketsForDocument } from './tickets.queries.ts';

/** A ticket with its document. */
export interface TicketPaper {
  ticket: TicketDetail;
  timeZone: string;
  document: DocumentDefinition;
}

/**
 * Reads tickets with their documents, sign-offs and pictures included, in the order of the ids. Tickets of other customers are left out.
 * Read a few at a time: pictures are large.
 */
export async function readTicketPapers(
  database: Database,
  actor: Member,
  ticketIds: readonly number[],
  withPrices: boolean,
): Promise<TicketPaper[]> {
  const tickets = await findTicketsForDocument<TicketDetail>(database, actor, ticketIds, withPrices);
  const signed = tickets.flatMap(({ signOffs }) => signOffs.map(({ id }) => id));
  const pictures = await findPictures(database, actor, signed);
  return tickets.map(({ timeZone, ...ticket }) => {
    const detail = ticket as TicketDetail;
    return { ticket: detail, timeZone, document: ticketDocument(detail, timeZone, pictures) };
  });
}
