import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { CHARGED_METHODS } from '@yardage/domain/saved-methods';
import { z } from 'zod';
import { cart, MAX_CART_CREDITS, MAX_CART_INVOICES } from './carts.ts';
import { customerParams } from './customers.ts';
import { pdfAnswer } from './documents.ts';
import { defineEndpoint } from './endpoint.ts';
import { problemSchema } from './errors.ts';
import { CART_HISTORY_SORT_KEYS, INVOICE_HISTORY_SORT_KEYS, PAYMENT_RESULT_FILTERS } from './lists.ts';
import { sendMailBody } from './mail.ts';
import { pageParams, summedResult } from './paging.ts';
import { PERMISSIONS, type PermissionCode } from './permissions.ts';
import {
  claimedAmount,
  customerNumber,
  customerQuery,
  datasourceId,
  day,
  globalCustomerNumber,
  messageAnswer,
  moment,
  oneOf,
  paidAmount,
} from './scalars.ts';

/** The method of a payment that charges something. */
export type PaymentMethod = (typeof CHARGED_METHODS)[number];

/** The permission that each way to pay requires (PAY-11, APY-05). `Saved` also requires that of the saved method; `Credit` charges nothing. */
export const PERMISSION_OF_METHOD = {
  CreditCard: PERMISSIONS.INVOICES_CREDIT_CARD,
  eCheck: PERMISSIONS.INVOICES_E_CHECK,
  PayPal: PERMISSIONS.INVOICES_PAY_PAL,
  Saved: PERMISSIONS.PAYMENTS_SAVED_METHODS,
  Credit: PERMISSIONS.INVOICES_PAY_INVOICES,
} as const satisfies Record<PaymentMethod | 'PayPal' | 'Saved' | 'Credit', PermissionCode>;

/** A field typed by the payer. Any text is accepted here; `@yardage/domain/payment-rules` validates it field by field. */
const typed = z.string().max(254);
const billingAddress = z.strictObject({ street: typed, country: typed, state: typed, city: typed, zipCode: typed });

export const cardPaymentDetails = z.strictObject({
  cardNumber: typed,
  expiryMonth: typed,
  expiryYear: typed,
  cvv: typed,
  cardHolderName: typed,
  billingAddress,
});
export const checkPaymentDetails = z.strictObject({ avsName: typed, bankAccountNumber: typed, bankRoutingNumber: typed, billingAddress });

/** An invoice in the payment request and its result (PAY-38). */
export const paymentInvoice = z.strictObject({
  invoiceNumber: z.string().trim().min(1).max(40),
  /** What is paid of it, before the discount. */
  invoiceAmount: claimedAmount,
  discountAmount: claimedAmount,
  amountWithDiscount: claimedAmount,
  strStatusMessage: z.string().max(200),
  /** In a request to pay a part of the invoice: all that was open when the payer chose it. Without it all that is open is paid. */
  openAmount: claimedAmount.optional(),
});
export type PaymentInvoice = z.infer<typeof paymentInvoice>;

const requestMetadata = z.strictObject({
  invoices: z
    .array(paymentInvoice)
    .min(1, { error: () => CONTRACT_MESSAGES.emptyCart })
    .max(MAX_CART_INVOICES),
  customerNumber,
  datasourceId,
  globalCustomerNumber,
  customerEmail: typed,
  customerPhone: typed,
});

/** The caller's own id for one attempt to pay, created before sending, so that the outcome can be looked up by it. */
const paymentReference = z.uuid({ error: () => CONTRACT_MESSAGES.uuid });

const requestTotals = {
  totalAmount: claimedAmount,
  totalDiscountAmount: claimedAmount,
  totalAmountWithDiscount: claimedAmount,
  currency: z.literal('USD'),
  paymentReference: paymentReference.optional(),
  /** Open credits to use, oldest invoices first. What is charged is the total with discount less these. */
  credits: z
    .array(z.strictObject({ creditNumber: z.string().trim().min(1).max(40), amount: paidAmount }))
    .max(MAX_CART_CREDITS)
    .optional(),
};
/** Lets the processor keep the card or account if the payment does not fail (APY-05). */
const isMethodSaved = z.boolean().optional();

/** A card or account that was entered in the processor's own fields: only the processor knows its number (APY-05). */
export const hostedMethod = {
  paymentMethod: z.literal('Hosted'),
  kind: z.enum(CHARGED_METHODS),
  /** The processor's name for what was entered. It can be used once. */
  reference: z.string().min(8).max(200),
} as const;

/** PAY-35 to PAY-38. `Saved` pays with a saved method (APY-05), under the name of its kind. */
export const paymentRequest = z.discriminatedUnion('paymentMethod', [
  z.strictObject({
    ...requestTotals,
    paymentMethod: z.literal('CreditCard'),
    paymentDetails: cardPaymentDetails,
    metadata: requestMetadata,
    isMethodSaved,
  }),
  z.strictObject({
    ...requestTotals,
    paymentMethod: z.literal('eCheck'),
    paymentDetails: checkPaymentDetails,
    metadata: requestMetadata,
    isMethodSaved,
  }),
  z.strictObject({ ...requestTotals, paymentMethod: z.literal('Saved'), methodId: z.int().positive(), metadata: requestMetadata }),
  z.strictObject({ ...requestTotals, ...hostedMethod, metadata: requestMetadata }),
  // Credits cover everything, so nothing is charged.
  z.strictObject({ ...requestTotals, paymentMethod: z.literal('Credit'), metadata: requestMetadata }),
]);
export type PaymentRequest = z.infer<typeof paymentRequest>;

export const paymentMetadata = z.strictObject({
  customerNumber: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  invoices: z.array(paymentInvoice),
});
export type PaymentMetadata = z.infer<typeof paymentMetadata>;

/** What can happen to the money of a settled payment. */
export const PAYMENT_RETURN_KINDS = ['returned', 'refunded', 'disputed', 'reinstated'] as const;
export type PaymentReturnKind = (typeof PAYMENT_RETURN_KINDS)[number];

const paymentReturn = z.strictObject({ kind: z.enum(PAYMENT_RETURN_KINDS), amount: z.number(), happenedAt: moment });

/** Outcome of a payment (RES-05). `status`: 100000 paid, 100100 pending, anything else failed. */
export const paymentOutcome = z.strictObject({
  status: z.int(),
  statusMessage: z.string(),
  /** One of `CHARGED_METHODS`, `Credit`, or the method of a payment made outside the portal (`Check`). */
  paymentMethod: z.string(),
  /** The processor's id; null until the processor responds. */
  paymentId: z.string().nullable(),
  /** When the payment was made; null if it was refused before that. */
  paymentDateTime: moment.nullable(),
  errors: z.record(z.string(), z.array(z.string())),
  metadata: paymentMetadata,
  cartData: z.strictObject({
    cartId: z.string(),
    totalAmount: z.number(),
    totalDiscountAmount: z.number(),
    totalAmountWithDiscount: z.number(),
    /** The part of `totalAmountWithDiscount` that credits covered. The rest was charged. */
    totalCreditAmount: z.number(),
    /** The part of `totalAmountWithDiscount` that settles no invoice. Servers of the version before send none. */
    onAccountAmount: z.number().optional(),
  }),
  /** The credits that the payment used or, if it failed, wanted to use. */
  credits: z.array(z.strictObject({ creditNumber: z.string(), amount: z.number() })),
  /** Money that went back after the payment was settled, or came again after a dispute was won, oldest first. */
  returns: z.array(paymentReturn),
});
export type PaymentOutcome = z.infer<typeof paymentOutcome>;

/**
 * Body of a refused payment: 400 has `errors` and `metadata`, 409 also the current `cart`, 429 `retryAt`. Nothing was charged. A body that
 * does not fit the schema is answered without `metadata`.
 */
export const paymentRefusal = problemSchema.extend({ metadata: paymentMetadata.optional(), cart: cart.optional() });

export const initiatePayment = defineEndpoint({
  id: 'payments.initiate',
  requirement: 'API-34',
  summary: 'Pays the invoices of the cart; the same cart sent again while it is being paid answers the same payment',
  method: 'POST',
  path: '/payments/initiate',
  access: { anyOf: [PERMISSIONS.INVOICES_PAY_INVOICES] },
  scope: 'customer',
  query: z.object({ ...customerQuery, globalCustomerNumber: globalCustomerNumber.optional() }),
  body: paymentRequest,
  /** `isMethodSaved` is sent if the payer wanted to save the method: false if the processor did not keep it. */
  answer: z.strictObject({ success: z.boolean(), data: paymentOutcome, isMethodSaved: z.boolean().optional() }),
  weight: 10,
  ignoresIdempotencyKey: true,
});

/**
 * For a caller who does not know how the initiation ended. An attempt without a payment is withdrawn: if its initiation arrives
 * later, it is refused.
 */
export const resolvePaymentAttempt = defineEndpoint({
  // Id and path are published with the word `settle`.
  id: 'payments.settle-attempt',
  requirement: 'API-34',
  summary: 'The payment of one attempt; an attempt that has made none by now never will',
  method: 'POST',
  path: '/payments/:globalCustomerNumber/attempts/settle',
  access: { anyOf: [PERMISSIONS.INVOICES_PAY_INVOICES] },
  scope: 'customer',
  isVital: true,
  params: customerParams,
  query: z.object({ ...customerQuery }),
  body: z.strictObject({ paymentReference }),
  answer: z.strictObject({ payment: paymentOutcome.nullable() }),
  weight: 5,
  ignoresIdempotencyKey: true,
});

/** A row of the payment history (HIS-03). */
export const cartHistoryRow = z.strictObject({
  /** The calendar day at the data source; `paymentDateTime` is the exact time. */
  paymentDate: z.iso.date(),
  paymentDateTime: moment,
  cartId: z.string(),
  paymentId: z.string().nullable(),
  paymentMethod: z.string(),
  /** Before the discount. */
  totalAmount: z.number(),
  totalDiscountAmount: z.number(),
  totalAmountWithDiscount: z.number(),
  paymentSourceName: z.string(),
  paymentResult: z.literal([0, 1, 2]),
  statusCode: z.int(),
  statusMessage: z.string(),
  comments: z.string().nullable(),
  /** What this cart leaves open: zero once it is paid. */
  balanceAmount: z.number(),
  totalCartAmount: z.number(),
  /** Received but not yet applied to an invoice. */
  onAccountAmount: z.number(),
  /** The part of `totalAmountWithDiscount` that credits covered. */
  creditAmount: z.number(),
  /** What went back of it after it was settled. */
  returnedAmount: z.number(),
});
export type CartHistoryRow = z.infer<typeof cartHistoryRow>;

/** Sums over all matching payments. The totals include failed payments, as the list does. */
export const cartHistorySums = z.strictObject({
  totalAmount: z.number(),
  totalDiscountAmount: z.number(),
  totalAmountWithDiscount: z.number(),
  /** The paid and the pending part of `totalAmountWithDiscount`, without what went back. */
  paidAmount: z.number(),
  pendingAmount: z.number(),
  /** The part of `paidAmount` that is on account. */
  onAccountAmount: z.number(),
});
export type CartHistorySums = z.infer<typeof cartHistorySums>;

/** What was applied to an invoice: a payment, an attempted payment, or a credit (method `Credit`, its number in `cartId`). */
export const invoiceHistoryRow = cartHistoryRow
  .pick({
    paymentDate: true,
    paymentDateTime: true,
    cartId: true,
    paymentId: true,
    paymentMethod: true,
    paymentSourceName: true,
    paymentResult: true,
    statusCode: true,
    statusMessage: true,
  })
  .extend({ invoiceAmount: z.number(), discountAmount: z.number(), amountWithDiscount: z.number() });
export type InvoiceHistoryRow = z.infer<typeof invoiceHistoryRow>;

/** Sums over an invoice's applications: paid, credited, discount taken, and pending including its discount. */
export const invoiceHistorySums = z.strictObject({
  paidAmount: z.number(),
  creditedAmount: z.number(),
  discountTakenAmount: z.number(),
  pendingAmount: z.number(),
});
export type InvoiceHistorySums = z.infer<typeof invoiceHistorySums>;

export const listInvoiceHistory = defineEndpoint({
  id: 'payments.invoice-history',
  requirement: 'API-33',
  summary: 'The payments and credits of one invoice, newest first',
  method: 'GET',
  path: '/payments/:globalCustomerNumber/invoicehistory',
  access: { anyOf: [PERMISSIONS.INVOICES_VIEW_HISTORY] },
  scope: 'customer',
  params: customerParams,
  query: z.object({
    ...customerQuery,
    ...pageParams(INVOICE_HISTORY_SORT_KEYS),
    invoiceDocumentNumber: z
      .string()
      .trim()
      .min(1, { error: () => CONTRACT_MESSAGES.invoice })
      .max(40),
  }),
  answer: summedResult(invoiceHistoryRow, invoiceHistorySums),
});

export const listCartHistory = defineEndpoint({
  id: 'payments.cart-history',
  requirement: 'API-35',
  summary: 'Payments of a customer, by the day they were made',
  method: 'GET',
  path: '/payments/:globalCustomerNumber/carthistory',
  access: { anyOf: [PERMISSIONS.PAYMENT_HISTORY_VIEW] },
  scope: 'customer',
  params: customerParams,
  query: z.object({
    ...customerQuery,
    ...pageParams(CART_HISTORY_SORT_KEYS),
    startDate: day.optional(),
    endDate: day.optional(),
    paymentResult: oneOf(PAYMENT_RESULT_FILTERS).optional(),
  }),
  answer: summedResult(cartHistoryRow, cartHistorySums),
});

const cartParams = customerParams.extend({ cartId: z.string().trim().min(1).max(40) });
const cartQuery = z.object({ ...customerQuery });

/** Polled while a payment is pending, so that its outcome shows without a reload. */
export const getCartPayment = defineEndpoint({
  id: 'payments.outcome',
  requirement: 'RES-05',
  summary: 'How one payment stands now',
  method: 'GET',
  path: '/payments/:globalCustomerNumber/carthistory/:cartId',
  access: { anyOf: [PERMISSIONS.INVOICES_PAY_INVOICES, PERMISSIONS.PAYMENT_HISTORY_VIEW] },
  scope: 'customer',
  isVital: true,
  params: cartParams,
  query: cartQuery,
  answer: paymentOutcome,
});

export const getReceiptPdf = defineEndpoint({
  id: 'payments.receipt-pdf',
  requirement: 'API-36',
  summary: 'The receipt of a payment as PDF',
  method: 'GET',
  path: '/payments/:globalCustomerNumber/carthistory/:cartId/viewpdf',
  access: { anyOf: [PERMISSIONS.PAYMENT_HISTORY_VIEW_PDF] },
  scope: 'customer',
  params: cartParams,
  query: cartQuery,
  answer: pdfAnswer,
  answersPdf: true,
  weight: 5,
});

export const sendReceiptEmail = defineEndpoint({
  id: 'payments.send-email',
  requirement: 'API-37',
  summary: 'Mails the receipt of a payment',
  method: 'POST',
  path: '/payments/:globalCustomerNumber/carthistory/:cartId/send-email',
  access: { anyOf: [PERMISSIONS.PAYMENT_HISTORY_VIEW_PDF] },
  scope: 'customer',
  params: cartParams,
  query: cartQuery,
  body: sendMailBody,
  answer: messageAnswer,
  weight: 20,
});
