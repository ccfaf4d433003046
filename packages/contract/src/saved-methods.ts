import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { CHARGED_METHODS, METHOD_PROBLEMS, METHOD_PROOFS } from '@yardage/domain/saved-methods';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { cardPaymentDetails, checkPaymentDetails, hostedMethod } from './payments.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, idInPath, MAX_LABEL_LENGTH, moment } from './scalars.ts';

/** More than a company has; each is one line in the checkout. */
export const MAX_SAVED_METHODS = 20;

/** A card or bank account that the processor keeps for the customer. */
export const savedMethod = z.strictObject({
  id: z.int(),
  paymentMethod: z.enum(CHARGED_METHODS),
  name: z.string(),
  /** The card's brand or the bank's name; empty if it is not known. */
  brand: z.string(),
  lastFour: z.string(),
  /** The last day of the card's month. */
  expiresOn: z.iso.date().nullable(),
  isExpired: z.boolean(),
  /** Why it cannot be charged now; null if it can. */
  problem: z.enum(METHOD_PROBLEMS).nullable(),
  /** What its owner has to enter before it can be charged; null if nothing. */
  proof: z.enum(METHOD_PROOFS).nullable(),
  /** How many wrong entries are still allowed. */
  proofTriesLeft: z.int(),
  savedBy: z.string(),
  savedAt: moment,
  /** Payments to come and rules of autopay that use it; they stop when it is removed. */
  uses: z.int(),
});
export type SavedMethod = z.infer<typeof savedMethod>;

const shared = {
  requirement: 'APY-05',
  access: { anyOf: [PERMISSIONS.PAYMENTS_SAVED_METHODS] },
  scope: 'customer',
} as const;
const query = z.object({ ...customerQuery });
const methodParams = customerParams.extend({ id: idInPath });
const methodName = z
  .string()
  .trim()
  .min(1, { error: () => CONTRACT_MESSAGES.methodName })
  .max(MAX_LABEL_LENGTH, { error: () => CONTRACT_MESSAGES.nameLimit(MAX_LABEL_LENGTH) });

export const listSavedMethods = defineEndpoint({
  id: 'payments.methods',
  summary: 'The saved cards and bank accounts of a customer',
  method: 'GET',
  path: '/payments/:globalCustomerNumber/methods',
  ...shared,
  params: customerParams,
  query,
  answer: z.array(savedMethod),
});

/** The numbers go to the processor and are stored nowhere, so a retry is not recognised by its content. */
export const saveMethod = defineEndpoint({
  id: 'payments.save-method',
  summary: 'Lets the processor keep a card or bank account; refusals count like failed payments',
  method: 'POST',
  path: '/payments/:globalCustomerNumber/methods',
  ...shared,
  params: customerParams,
  query,
  body: z.discriminatedUnion('paymentMethod', [
    z.strictObject({ paymentMethod: z.literal('CreditCard'), paymentDetails: cardPaymentDetails, name: methodName.optional() }),
    z.strictObject({ paymentMethod: z.literal('eCheck'), paymentDetails: checkPaymentDetails, name: methodName.optional() }),
    z.strictObject({ ...hostedMethod, name: methodName.optional() }),
  ]),
  answer: savedMethod,
  weight: 10,
  ignoresIdempotencyKey: true,
});

export const renameSavedMethod = defineEndpoint({
  id: 'payments.rename-method',
  summary: 'Gives a saved method another name',
  method: 'PUT',
  path: '/payments/:globalCustomerNumber/methods/:id',
  ...shared,
  params: methodParams,
  query,
  body: z.strictObject({ name: methodName }),
  answer: savedMethod,
});

export const removeSavedMethod = defineEndpoint({
  id: 'payments.remove-method',
  summary: 'Removes a saved method at once; payments and rules that use it stop, and their makers get a mail',
  method: 'POST',
  path: '/payments/:globalCustomerNumber/methods/:id/remove',
  ...shared,
  params: methodParams,
  query,
  answer: z.strictObject({ stoppedPayments: z.int(), stoppedRules: z.int() }),
});

/** Cents of one of the small amounts that the processor sends to an account. */
const proofCents = z.int().min(1).max(99);

/** 400 with the number of tries left if it is wrong. Wrong answers count like refused cards. */
export const verifySavedMethod = defineEndpoint({
  id: 'payments.verify-method',
  summary: 'Verifies a saved bank account by the two small amounts in cents that arrived there, or by the code of one',
  method: 'POST',
  path: '/payments/:globalCustomerNumber/methods/:id/verify',
  ...shared,
  params: methodParams,
  query,
  body: z.union([
    z.strictObject({ amounts: z.tuple([proofCents, proofCents]) }),
    z.strictObject({
      code: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^SM[A-Z0-9]{4}$/),
    }),
  ]),
  answer: savedMethod,
  weight: 10,
  ignoresIdempotencyKey: true,
});
