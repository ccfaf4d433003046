import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery } from './scalars.ts';

/** More invoices than anybody pays at once; larger requests are refused. */
export const MAX_CART_INVOICES = 500;

/** An invoice in the cart, with the amounts it can be paid at today. */
export const cartInvoice = z.strictObject({
  invoiceNumber: z.string(),
  documentDate: z.iso.date(),
  invoiceAmount: z.number(),
  /** The discount available today; zero from the day after it expires. */
  discountAmount: z.number(),
  amountWithDiscount: z.number(),
  discountExpiryDate: z.iso.date().nullable(),
});
export type CartInvoice = z.infer<typeof cartInvoice>;

/** The open cart of a customer number (PAY-04); invoices that are paid or being paid are not in it. */
export const cart = z.strictObject({
  invoices: z.array(cartInvoice),
  totalAmount: z.number(),
  totalDiscountAmount: z.number(),
  totalAmountWithDiscount: z.number(),
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
  body: z.strictObject({ invoiceNumbers, isPartial: z.boolean().optional() }),
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
