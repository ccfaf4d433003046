import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, paidAmount } from './scalars.ts';

/** More invoices than anybody pays at once; larger requests are refused. */
export const MAX_CART_INVOICES = 500;

/** More credits than an account has open; larger requests are refused. */
export const MAX_CART_CREDITS = 100;

/** An invoice in the cart, with the amounts it can be paid at today. */
export const cartInvoice = z.strictObject({
  invoiceNumber: z.string(),
  documentDate: z.iso.date(),
  /** What is to be paid of it, before the discount: all that is open, or the part that the payer chose. */
  invoiceAmount: z.number(),
  /** The discount available today; zero from the day after it expires. */
  discountAmount: z.number(),
  amountWithDiscount: z.number(),
  discountExpiryDate: z.iso.date().nullable(),
  /** All that can be paid of it, and the discount for paying all of it today. */
  openAmount: z.number(),
  wholeDiscountAmount: z.number(),
});
export type CartInvoice = z.infer<typeof cartInvoice>;

/** A credit that can be used in the cart. */
const cartCredit = z.strictObject({
  creditNumber: z.string(),
  documentDate: z.iso.date(),
  reason: z.string(),
  /** What is open of it, not used by a payment under way, and not promised to a planned payment. */
  openAmount: z.number(),
  /** How much of it the payer wants to use at most; null if it is not in the cart. */
  chosenAmount: z.number().nullable(),
  /** How much of it the cart uses: never more than there is to pay. */
  appliedAmount: z.number(),
});

/** The open cart of a customer number (PAY-04); invoices that are paid or being paid are not in it. */
export const cart = z.strictObject({
  invoices: z.array(cartInvoice),
  totalAmount: z.number(),
  totalDiscountAmount: z.number(),
  totalAmountWithDiscount: z.number(),
  /** The account's open credits, oldest first. */
  credits: z.array(cartCredit),
  totalCreditAmount: z.number(),
  /** What planned payments will use of the account's open credits. */
  promisedCreditAmount: z.number(),
  /** What is left to charge: the total with discount less the credits. */
  amountToPay: z.number(),
});
export type Cart = z.infer<typeof cart>;

const invoiceNumbers = z
  .array(z.string().trim().min(1).max(40))
  .min(1, { error: () => CONTRACT_MESSAGES.oneInvoice })
  .max(MAX_CART_INVOICES);
const access = { anyOf: [PERMISSIONS.INVOICES_PAY_INVOICES] } as const;
const query = z.object({ ...customerQuery });

export const getCart = defineEndpoint({
  id: 'carts.get',
  requirement: 'API-29',
  summary: 'The cart of a customer number, with the amounts of today',
  method: 'GET',
  path: '/carts/:globalCustomerNumber',
  access,
  scope: 'customer',
  params: customerParams,
  query,
  answer: cart,
});

/**
 * 404 for an invoice of another customer, 409 for one that is paid or being paid. Invoices already in the cart are skipped.
 * With `isPartial`, invoices that cannot be paid are skipped too: those missing from the response were not added.
 */
export const addToCart = defineEndpoint({
  id: 'carts.add',
  requirement: 'API-30',
  summary: 'Puts open invoices into the cart and answers it',
  method: 'POST',
  path: '/carts/:globalCustomerNumber/add',
  access,
  scope: 'customer',
  params: customerParams,
  query,
  body: z.strictObject({
    invoiceNumbers,
    isPartial: z.boolean().optional(),
    /** By invoice number, how much to pay of an invoice. Without it all that is open. */
    amounts: z.record(z.string().max(40), paidAmount).optional(),
  }),
  answer: cart,
});

/** Removes invoices from the cart; skips those that are not in it. */
export const removeFromCart = defineEndpoint({
  id: 'carts.remove',
  requirement: 'API-31',
  summary: 'Takes invoices out of the cart and answers it',
  method: 'POST',
  path: '/carts/:globalCustomerNumber/remove',
  access,
  scope: 'customer',
  params: customerParams,
  query,
  body: z.strictObject({ invoiceNumbers }),
  answer: cart,
});

/**
 * Changes how much is paid of invoices in the cart (null: all that is open), and how much of open credits is used at most (null: nothing).
 * An amount above what is open counts as all of it. Skips invoices that are not in the cart; 404 for a credit of another customer.
 */
export const changeCart = defineEndpoint({
  id: 'carts.change',
  requirement: 'APY-02',
  summary: 'Chooses parts of invoices to pay and credits to use, and answers the cart',
  method: 'POST',
  path: '/carts/:globalCustomerNumber/change',
  access,
  scope: 'customer',
  params: customerParams,
  query,
  body: z.strictObject({
    invoices: z
      .array(z.strictObject({ invoiceNumber: z.string().trim().min(1).max(40), amount: paidAmount.nullable() }))
      .max(MAX_CART_INVOICES)
      .optional(),
    credits: z
      .array(z.strictObject({ creditNumber: z.string().trim().min(1).max(40), amount: paidAmount.nullable() }))
      .max(MAX_CART_CREDITS)
      .optional(),
  }),
  answer: cart,
});
