import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { readNumber } from '@yardage/domain/quantities';
import { SIGN_OFF_MESSAGES as MESSAGES } from '@yardage/domain/rules.messages';
import {
  MAX_RECEIVER_LENGTH,
  MAX_SIGN_OFF_NOTES_LENGTH,
  MAX_SIGN_OFF_PHOTO_BYTES,
  MAX_SIGN_OFF_PHOTOS,
  MAX_SIGNATURE_LENGTH,
  MEASURES,
  type MeasureName,
  REJECT_REASONS,
} from '@yardage/domain/sign-offs';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { requiredText } from './person-fields.ts';
import { customerQuery, emptyAsMissing, idInPath, moment } from './scalars.ts';

/** Whether a load was signed for; null as long as nobody did. */
export const signOffState = z.enum(['signed', 'rejected']).nullable();

/** One entry about a load: received or rejected. Entries never change; a correction is a later entry (SGN-02). */
export const signOff = z.strictObject({
  id: z.int(),
  /** The entry that this one corrects. */
  correctsId: z.int().nullable(),
  /** Whether a later entry corrects this one. */
  isCorrected: z.boolean(),
  isRejected: z.boolean(),
  rejectReason: z.enum(REJECT_REASONS).nullable(),
  receivedBy: z.string(),
  waterGallons: z.number().nullable(),
  slumpInches: z.number().nullable(),
  airPercent: z.number().nullable(),
  temperatureF: z.number().nullable(),
  notes: z.string().nullable(),
  /** When it was signed, and when it arrived here: later if there was no connection. */
  signedAt: moment,
  arrivedAt: moment,
  /** The user of the portal who sent it. */
  signedBy: z.string(),
  /** The path of the signature's picture, a PNG. */
  signature: z.string().nullable(),
  photos: z.array(z.strictObject({ id: z.int(), fileName: z.string(), photo: z.string() })),
});
export type SignOff = z.infer<typeof signOff>;

const SIGN_OFFS = '/customers/:globalCustomerNumber/tickets/:ticketId/sign-offs';
const ticketParams = customerParams.extend({ ticketId: idInPath });
const oneParams = ticketParams.extend({ signOffId: idInPath });
const query = z.object({ ...customerQuery });

const optional = <T extends z.ZodType>(schema: T) => emptyAsMissing(schema.optional());
const measured = (name: MeasureName) => {
  const { min, max } = MEASURES[name];
  const error = () => MESSAGES.measure(min, max);
  const read = (value: unknown) => (typeof value === 'string' ? (readNumber(value) ?? undefined) : value);
  return z.preprocess(read, z.number({ error }).min(min, { error }).max(max, { error }).optional());
};

export const createSignOff = defineEndpoint({
  id: 'sign-offs.create',
  requirement: 'SGN-01',
  summary: 'Signs for a load, or rejects it, with measures and photos; with `correctsId` it corrects an earlier entry',
  method: 'POST',
  path: SIGN_OFFS,
  access: { anyOf: [PERMISSIONS.TICKETS_SIGN] },
  scope: 'customer',
  params: ticketParams,
  query,
  ignoresIdempotencyKey: true,
  takesFiles: {
    field: 'photos',
    maxCount: MAX_SIGN_OFF_PHOTOS,
    maxBytes: MAX_SIGN_OFF_PHOTO_BYTES,
    messages: { tooMany: () => MESSAGES.tooManyPhotos(MAX_SIGN_OFF_PHOTOS), tooLarge: () => MESSAGES.photoTooLarge },
  },
  body: z
    .strictObject({
      /** Made by the client. The same key is the same entry, however often and however late it is sent. */
      clientKey: z.uuid({ error: () => CONTRACT_MESSAGES.uuid }),
      correctsId: optional(idInPath),
      /** When it was signed, if it was sent later. */
      signedAt: optional(z.iso.datetime({ offset: true, error: () => CONTRACT_MESSAGES.moment })),
      isRejected: z.enum(['true', 'false']).transform((text) => text === 'true'),
      rejectReason: optional(z.enum(REJECT_REASONS, { error: () => MESSAGES.reasonRequired })),
      receivedBy: requiredText(() => MESSAGES.receiverRequired, MAX_RECEIVER_LENGTH),
      waterGallons: measured('waterGallons'),
      slumpInches: measured('slumpInches'),
      airPercent: measured('airPercent'),
      temperatureF: measured('temperatureF'),
      notes: optional(
        z
          .string()
          .trim()
          .max(MAX_SIGN_OFF_NOTES_LENGTH, { error: () => MESSAGES.notesTooLong(MAX_SIGN_OFF_NOTES_LENGTH) }),
      ),
      signature: optional(
        z
          .string()
          .max(MAX_SIGNATURE_LENGTH, { error: () => MESSAGES.signatureUnreadable })
          .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/, { error: () => MESSAGES.signatureUnreadable }),
      ),
    })
    .superRefine(({ isRejected, rejectReason, notes, signature }, context) => {
      const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      if (isRejected && !rejectReason) refuse('rejectReason', MESSAGES.reasonRequired);
      if (isRejected && rejectReason === 'other' && !notes) refuse('notes', MESSAGES.explanationRequired);
      if (!isRejected && !signature) refuse('signature', MESSAGES.signatureRequired);
    }),
  answer: z.strictObject({ id: z.int(), message: z.string() }),
  weight: 5,
});

const supplySignOff = z.object({ signOffId: idInPath });

export const getSupplySignature = defineEndpoint({
  id: 'supply.sign-off-signature',
  requirement: 'SGN-02',
  summary: "The signature of an entry, for the supplier's systems. `ticket.signed` and `ticket.rejected` tell its id",
  method: 'GET',
  path: '/supply/sign-offs/:signOffId/signature',
  access: { service: 'tickets:read' },
  scope: 'none',
  params: supplySignOff,
  answer: z.undefined(),
  answersFile: 'image/png',
});

export const getSupplySignOffPhoto = defineEndpoint({
  id: 'supply.sign-off-photo',
  requirement: 'SGN-02',
  summary: "One photo of an entry, for the supplier's systems",
  method: 'GET',
  path: '/supply/sign-offs/:signOffId/photos/:photoId',
  access: { service: 'tickets:read' },
  scope: 'none',
  params: supplySignOff.extend({ photoId: idInPath }),
  answer: z.undefined(),
  answersFile: 'image/jpeg or image/png',
});

export const getSignature = defineEndpoint({
  id: 'sign-offs.signature',
  requirement: 'SGN-02',
  summary: 'The signature of an entry, as an attachment',
  method: 'GET',
  path: `${SIGN_OFFS}/:signOffId/signature`,
  access: { anyOf: [PERMISSIONS.TICKETS_VIEW] },
  scope: 'customer',
  params: oneParams,
  query,
  answer: z.undefined(),
  answersFile: 'image/png',
});

export const getSignOffPhoto = defineEndpoint({
  id: 'sign-offs.photo',
  requirement: 'SGN-02',
  summary: 'One photo of an entry, as an attachment',
  method: 'GET',
  path: `${SIGN_OFFS}/:signOffId/photos/:photoId`,
  access: { anyOf: [PERMISSIONS.TICKETS_VIEW] },
  scope: 'customer',
  params: oneParams.extend({ photoId: idInPath }),
  query,
  answer: z.undefined(),
  answersFile: 'image/jpeg or image/png',
});
