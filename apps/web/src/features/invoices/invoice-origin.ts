/** The order and the ticket from which an invoice was looked at (API-25 to API-27, MAIL-09). */
export interface InvoiceOrigin {
  orderId?: number | undefined;
  ticketId?: number | undefined;
}
