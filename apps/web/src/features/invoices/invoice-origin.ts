/** The order and ticket from which the user opened the invoice (API-25 to API-27, MAIL-09). */
export interface InvoiceOrigin {
  orderId?: number | undefined;
  ticketId?: number | undefined;
}
