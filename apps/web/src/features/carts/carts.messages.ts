/** Texts of the cart: popover, Order Summary and failed changes. */
export const CARTS_MESSAGES = {
  fetchFailed: 'Error fetching cart invoices',
  addFailed: 'Unable to add invoice , Try again !!',
  removeFailed: 'Unable to remove  invoice , Try again !!',

  title: 'Cart',
  open: (count: number) => `Cart, ${count} ${count === 1 ? 'invoice' : 'invoices'}`,
  empty: 'No Items Available',
  emptyHint: 'Add open invoices from the list of invoices to pay them together.',
  proceed: 'Proceed to Checkout',
  loading: 'Loading the cart',
  retry: 'Retry',
  remove: (invoiceNumber: string) => `Remove invoice ${invoiceNumber} from the cart`,
  removeShort: 'Remove',
  removed: (invoiceNumbers: readonly string[]) =>
    invoiceNumbers.length === 1 ? `Invoice ${invoiceNumbers[0]} was removed.` : `${invoiceNumbers.length} invoices were removed.`,
  putBack: 'Put back',
  count: (count: number) => `${count} ${count === 1 ? 'invoice' : 'invoices'}`,

  summary: 'Order Summary',
  search: 'Search the cart',
  noMatch: 'We couldn’t find any results based on current filter selection. Try changing the filters or search terms to explore more data.',
  emptyCart: 'Empty cart',
  emptyCartQuestion: (count: number) => (count === 1 ? 'Remove the invoice?' : `Remove all ${count} invoices?`),
  emptyCartYes: 'Remove all',
  emptyCartNo: 'Keep',
  backToInvoices: 'Back to invoices',

  invoice: 'Invoice',
  date: 'Date',
  amountColumn: 'Amount (USD)',
  discountColumn: 'Discount (USD)',
  totalColumn: 'Total (USD)',
  discountUntil: 'Discount until',
  actions: 'Actions',

  amount: 'Amount',
  discount: 'Discount',
  total: 'Total',
} as const;
