import { type Faults, faultsOf, requiredTextFault } from './faults.ts';
import { MEGABYTE } from './file-sizes.ts';
import type { REJECT_REASON_NAMES } from './names.messages.ts';
import { readNumber } from './quantities.ts';
import { SIGN_OFF_MESSAGES, TEXT_MESSAGES } from './rules.messages.ts';

export type RejectReason = keyof typeof REJECT_REASON_NAMES;
export const REJECT_REASONS = ['slump', 'age', 'temperature', 'air', 'mix', 'quantity', 'other'] as const satisfies readonly RejectReason[];

export const MAX_SIGN_OFF_PHOTOS = 6;
/** A photo is made smaller in the browser before it is sent. */
export const MAX_SIGN_OFF_PHOTO_BYTES = 2 * MEGABYTE;
/** Photos are sent with sides of at most this many pixels. */
export const SIGN_OFF_PHOTO_SIDE = 1600;
/** A signature is sent as the address of a PNG (`data:image/png;base64,…`) in a field of the form. */
export const MAX_SIGNATURE_LENGTH = 60_000;
export const MAX_RECEIVER_LENGTH = 80;
export const MAX_SIGN_OFF_NOTES_LENGTH = 1000;

/** What is measured on the job, with the range that is plausible. */
export const MEASURES = {
  waterGallons: { min: 0, max: 500 },
  slumpInches: { min: 0, max: 30 },
  airPercent: { min: 0, max: 20 },
  temperatureF: { min: 20, max: 150 },
} as const;
export type MeasureName = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as MeasureName[];

/** The form's fields; measures as they are typed. */
export interface SignOffFields extends Record<MeasureName, string> {
  isRejected: boolean;
  rejectReason: RejectReason | null;
  receivedBy: string;
  notes: string;
}

function measureFault(name: MeasureName, text: string): string | null {
  const value = readNumber(text);
  const { min, max } = MEASURES[name];
  return value === null || (value >= min && value <= max) ? null : SIGN_OFF_MESSAGES.measure(min, max);
}

/** Returns why a sign-off cannot be sent, by field. A load that is received needs a signature; a rejected one needs a reason. */
export function signOffFaults(fields: SignOffFields, hasSignature: boolean): Faults<keyof SignOffFields | 'signature'> {
  const { isRejected, rejectReason, receivedBy, notes } = fields;
  const isUnexplained = isRejected && rejectReason === 'other' && notes.trim() === '';
  return faultsOf({
    isRejected: null,
    rejectReason: isRejected && rejectReason === null ? SIGN_OFF_MESSAGES.reasonRequired : null,
    receivedBy:
      requiredTextFault(receivedBy, SIGN_OFF_MESSAGES.receiverRequired) ??
      (receivedBy.trim().length > MAX_RECEIVER_LENGTH ? TEXT_MESSAGES.tooLong : null),
    waterGallons: measureFault('waterGallons', fields.waterGallons),
    slumpInches: measureFault('slumpInches', fields.slumpInches),
    airPercent: measureFault('airPercent', fields.airPercent),
    temperatureF: measureFault('temperatureF', fields.temperatureF),
    notes: isUnexplained
      ? SIGN_OFF_MESSAGES.explanationRequired
      : notes.trim().length > MAX_SIGN_OFF_NOTES_LENGTH
        ? SIGN_OFF_MESSAGES.notesTooLong(MAX_SIGN_OFF_NOTES_LENGTH)
        : null,
    signature: !isRejected && !hasSignature ? SIGN_OFF_MESSAGES.signatureRequired : null,
  });
}
