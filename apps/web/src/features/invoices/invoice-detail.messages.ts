/** Sentences of the invoice's document. */
export const INVOICE_DETAIL_MESSAGES = {
  pdfTitle: (documentNumber: string) => `Invoice ${documentNumber}`,
  pdfFailed: 'Unable to invoices  pdf , Try again !!',
} as const;
