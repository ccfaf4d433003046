import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { cardPaymentDetails, checkPaymentDetails, PAYMENT_METHODS } from './payments.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, idInPath, moment } from './scalars.ts';

/** More than a company has; each is one line in the checkout. */
export const MAX_SAVED_METHODS = 20;

/** A card or bank account that the processor keeps for the customer. */
export const savedMethod = z.strictObject({
  id: z.int(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  name: z.string(),
  /** The card's brand or the bank's name; empty if it is not known. */
  brand: z.string(),
  lastFour: z.string(),
  /** The last day of the card's month. */
  expiresOn: z.iso.date().nullable(),
  isExpired: z.boolean(),
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
  .max(60, { error: () => CONTRACT_MESSAGES.nameLimit });

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
  ]),
  answer: savedMethod,
  weight: 10,
  hasOwnKey: true,
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
