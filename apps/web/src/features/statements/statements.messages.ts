/** Messages of the statements: list, details, PDF and email. */
export const STATEMENTS_MESSAGES = {
  listFailed: 'Error fetching Statement ',
  label: 'Statements',
  search: 'Search statements',
  standardRange: 'Recent months',
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'statement' : 'statements'}`,
  context: (from: string, to: string) => (from === to ? `Statements of ${from}` : `Statements of ${from} through ${to}`),
  empty: 'No statements in these days. One is made at the end of each month.',
  viewDetails: (day: string) => `View details of the statement of ${day}`,
  viewPdf: (day: string) => `View PDF of the statement of ${day}`,

  detailFailed: 'Error fetching Statement Details  ',
  title: (day: string) => `Statement of ${day}`,
  openPdf: 'View PDF',
  balanceDue: 'Balance due',
  since: (day: string) => `Since the statement of ${day}`,
  sinceBeginning: 'The first statement of this account',
  previousBalance: 'Previous balance',
  charges: 'Invoices',
  chargesText: 'since the statement before',
  adjustments: 'Credits and corrections',
  discountsTaken: 'Discounts taken',
  discountsTakenText: 'with those payments',
  movements: 'Previous balance plus invoices, less payments and discounts, is the balance due.',
  movementsWithAdjustments: 'Previous balance plus invoices, credits and corrections, less payments and discounts, is the balance due.',
  amountPaid: 'Amount paid',
  amountPaidText: 'settled since the statement before',
  depositReceived: 'Deposit received',
  depositReceivedText: 'payments under way on this day',
  documents: 'Documents',
  searchDocuments: 'Search documents',
  documentCount: (count: string, isOne: boolean) => `${count} ${isOne ? 'document' : 'documents'}`,
  noDocuments: 'Nothing was open on this day, and nothing happened since the statement before.',
  noneFound:
    'We couldn’t find any results based on current filter selection. Try changing the filters or search terms to explore more data.',
  openInvoice: (documentNumber: string) => `Open invoice ${documentNumber}`,
  viewInvoice: (documentNumber: string) => `View PDF of invoice ${documentNumber}`,
  actions: 'Actions',
  codes: { IN: 'Invoice', CM: 'Credit memo', AJ: 'Correction', PY: 'Payment', DS: 'Discount', OA: 'On account' },
  balanceOf: (amount: string) => `Balance ${amount}`,

  titleLoading: 'Statement',
  pdfFailed: 'Unable to load the statement, try again.',
  mailFailed: 'Unable to mail statement , Try again !!',
} as const;

/** Names of a statement's fields in the list (STM-04). */
export const STATEMENT_FIELDS = {
  statementDate: 'Statement date',
  globalCustomerNumber: 'Global number',
  customerNumber: 'Customer number',
  customerName: 'Customer',
  address: 'Address',
} as const;

/** Names of the fields of a statement's lines (STM-09). */
export const STATEMENT_LINE_FIELDS = {
  documentNumber: 'Document',
  documentCode: 'Code',
  description: 'Description',
  documentDate: 'Date',
  amount: 'Amount (USD)',
  balance: 'Balance (USD)',
} as const;
