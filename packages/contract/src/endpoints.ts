import * as carts from './carts.ts';
import * as customers from './customers.ts';
import * as dashboard from './dashboard.ts';
import type { Endpoint } from './endpoint.ts';
import * as invoices from './invoices.ts';
import * as orders from './orders.ts';
import * as payments from './payments.ts';
import * as quotes from './quotes.ts';
import * as statements from './statements.ts';
import * as tickets from './tickets.ts';
import * as users from './users.ts';

/** Every endpoint of the portal; an area adds its own line. */
export const ENDPOINTS: readonly Endpoint[] = [
  users.listCustomerNumbers,
  users.getPermissions,
  users.getProfile,
  customers.getCustomerDetails,
  orders.listOrders,
  orders.getOrder,
  orders.getOrderPdf,
  orders.sendOrderEmail,
  tickets.listTickets,
  tickets.getTicket,
  tickets.getTicketPdf,
  tickets.sendTicketEmail,
  tickets.sendTicketsEmail,
  tickets.downloadTickets,
  quotes.listQuotes,
  quotes.getQuote,
  quotes.getQuotePdf,
  quotes.sendQuoteEmail,
  invoices.listInvoices,
  invoices.getInvoice,
  invoices.getInvoicePdf,
  invoices.sendInvoiceEmail,
  carts.getCart,
  carts.addToCart,
  carts.removeFromCart,
  payments.listInvoiceHistory,
  payments.initiatePayment,
  payments.listCartHistory,
  payments.getCartPayment,
  payments.getReceiptPdf,
  payments.sendReceiptEmail,
  statements.listStatements,
  statements.getStatement,
  statements.getStatementPdf,
  statements.sendStatementEmail,
  dashboard.getCustomerSummary,
  dashboard.getPossibleDiscounts,
  dashboard.listAnnouncements,
  dashboard.getToday,
];
