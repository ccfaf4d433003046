import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of a dispute, for customers and staff. */
export const DISPUTE_MESSAGES = defineMessages('dispute', {
  title: text('Dispute of invoice {documentNumber}', 'documentNumber'),
  titleLoading: 'Dispute',
  conversation: 'Conversation',
  opened: text('{name} opened the dispute', 'name'),
  message: text('{name} wrote', 'name'),
  answered: text('{name} answered: {outcome}', 'name', 'outcome'),
  withdrawn: text('{name} withdrew the dispute', 'name'),
  credited: text('Credit {number} arrived. The dispute is closed.', 'number'),
  closedBy: text('{name} closed the dispute', 'name'),
  voided: 'The invoice was voided. The dispute is closed.',
  ofStaff: 'Credit desk',
  reason: 'Reason',
  wholeInvoice: 'Whole invoice',
  line: text('Ticket {ticketNumber} · {productNumber}', 'ticketNumber', 'productNumber'),
  disputed: 'Disputed',
  quantity: 'Disputed quantity',
  amount: 'Disputed amount',
  withTax: 'tax included',
  fileFailed: 'The file could not be loaded.',
  save: text('Save {fileName}', 'fileName'),
});
