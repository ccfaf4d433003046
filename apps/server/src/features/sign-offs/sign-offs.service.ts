import { Readable } from 'node:stream';
import type { Input } from '@yardage/contract/endpoint';
import type { createSignOff } from '@yardage/contract/sign-offs';
import { SIGN_OFF_MESSAGES } from '@yardage/domain/rules.messages';
import { SIGN_OFF_PHOTO_SIDE } from '@yardage/domain/sign-offs';
import { canBeSigned } from '@yardage/domain/tickets';
import type { Member } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { keepPicture, PictureRefusedError, withOwnNames } from '#server/features/pictures/pictures';
import { moveOrderOfSignedLoad } from '#server/features/telemetry/order-progress.queries';
import { FileStream } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { UploadedFile } from '#server/http/form';
import type { Scope } from '#server/http/scope';
import type { ServiceCaller } from '#server/http/service-keys';
import { SIGN_OFF_ANSWERS as ANSWERS } from './sign-offs.messages.ts';
import * as queries from './sign-offs.queries.ts';

/** Sides in pixels: of a stored signature, and of the photos on a ticket's PDF. */
const SIGNATURE_SIDE = 900;
const PREVIEW_SIDE = 360;

/** Signing for loads. */
export function signOffsService({ database, records }: AreaServices) {
  /** Returns the answer to an entry that arrived before. A key that was used for something else is refused. */
  const answerAgain = (scope: Scope, ticketId: number, known: queries.KnownSignOff, isRejected: boolean) => {
    if (known.ticketId !== ticketId || known.signedBy !== scope.userId) throw new ApiError('idempotency-key-reused');
    return { id: known.id, message: isRejected ? ANSWERS.rejected : ANSWERS.signed };
  };

  return {
    async create(
      scope: Scope,
      ticketId: number,
      body: Input<typeof createSignOff>['body'],
      files: readonly UploadedFile[],
      requestId: string,
    ) {
      const { clientKey, correctsId = null, signature: drawn, ...entry } = body;
      const { customerId, userId, globalCustomerNumber } = scope;
      const known = await queries.findByKey(database, scope, clientKey);
      if (known) return answerAgain(scope, ticketId, known, entry.isRejected);
      const signature = drawn === undefined ? null : await keepSignature(drawn);
      const photos = await keepPhotos(files);
      let moved: number[] = [];
      const id = await database.transaction(scope, async (transaction) => {
        const ticket = orNotFound(await queries.holdTicket(transaction, scope, ticketId, clientKey));
        if (ticket.twin) return answerAgain(scope, ticketId, ticket.twin, entry.isRejected).id;
        assertSignable(ticket, correctsId);
        const stored = await queries.insertSignOff(
          transaction,
          {
            customerId,
            ticketId,
            clientKey,
            correctsId,
            signedBy: userId,
            signature,
            ...entry,
            // A reason belongs to a rejection only.
            rejectReason: entry.isRejected ? entry.rejectReason : undefined,
            signedAt: entry.signedAt,
          },
          photos,
        );
        const action = entry.isRejected ? 'tickets.reject' : 'tickets.sign';
        const detail = { ticketId, signOffId: stored, correctsId, receivedBy: entry.receivedBy, photos: photos.length };
        await recordAudit(transaction, { userId, customerId, action, subject: ticket.ticketNumber, detail, requestId });
        const type = entry.isRejected ? 'ticket.rejected' : 'ticket.signed';
        await queries.recordSigned(transaction, type, customerId, { ticketId, signOffId: stored });
        if (ticket.isRejected !== entry.isRejected) moved = await moveOrderOfSignedLoad(transaction, ticketId, entry.isRejected);
        return stored;
      });
      const owner = { customerId, globalCustomerNumber };
      records.announceRecords([
        { ...owner, resource: 'tickets', ids: [ticketId] },
        ...(moved.length > 0 ? [{ ...owner, resource: 'orders' as const, ids: moved }] : []),
      ]);
      return { id, message: entry.isRejected ? ANSWERS.rejected : ANSWERS.signed };
    },

    async signatureForSupply({ dataSources }: ServiceCaller, id: number): Promise<FileStream> {
      const { ticketId, ...actor } = orNotFound(await queries.findPlace(database, id, dataSources));
      return this.signature(actor, ticketId, id);
    },

    async photoForSupply({ dataSources }: ServiceCaller, ids: { signOffId: number; photoId: number }): Promise<FileStream> {
      const { ticketId, ...actor } = orNotFound(await queries.findPlace(database, ids.signOffId, dataSources));
      return this.photo(actor, { ...ids, ticketId });
    },

    /** Pictures are downloads, so that the browser never renders one as a page of ours. */
    async signature(scope: Member, ticketId: number, id: number): Promise<FileStream> {
      const content = orNotFound(await queries.findSignature(database, scope, ticketId, id));
      return new FileStream('signature.png', 'image/png', Readable.from([content]));
    },

    async photo(scope: Member, ids: { ticketId: number; signOffId: number; photoId: number }): Promise<FileStream> {
      const { fileName, contentType, content } = orNotFound(await queries.findPhoto(database, scope, ids));
      return new FileStream(fileName, contentType, Readable.from([content]));
    },
  };
}

function assertSignable(ticket: queries.HeldTicket, correctsId: number | null): void {
  if (ticket.isCancelled) throw new ApiError('conflict', { detail: ANSWERS.cancelled });
  if (!canBeSigned(ticket)) throw new ApiError('load-not-on-job');
  if (correctsId === ticket.currentId) return;
  throw new ApiError('conflict', { detail: correctsId === null ? ANSWERS.alreadySigned : ANSWERS.correctedMeanwhile });
}

async function keepSignature(address: string): Promise<Buffer> {
  try {
    const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
    const { content, contentType } = await keepPicture('signature.png', bytes, SIGNATURE_SIDE);
    if (contentType === 'image/png') return content;
  } catch (error) {
    if (!(error instanceof PictureRefusedError)) throw error;
  }
  throw new ApiError('validation-failed', { fieldErrors: { signature: [SIGN_OFF_MESSAGES.signatureUnreadable] } });
}

async function keepPhotos(files: readonly UploadedFile[]): Promise<queries.SignOffPhoto[]> {
  try {
    const photos: queries.SignOffPhoto[] = [];
    for (const { fileName, bytes } of files) {
      const photo = await keepPicture(fileName, bytes, SIGN_OFF_PHOTO_SIDE);
      const { content: preview } = await keepPicture(fileName, photo.content, PREVIEW_SIDE);
      photos.push({ ...photo, preview });
    }
    return withOwnNames(photos);
  } catch (error) {
    if (!(error instanceof PictureRefusedError)) throw error;
    throw new ApiError('validation-failed', { fieldErrors: { photos: [error.message] }, cause: error });
  }
}
