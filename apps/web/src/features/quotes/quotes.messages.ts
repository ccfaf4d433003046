/** Messages of the quotes: list, drawer, PDF and email. */
export const QUOTES_MESSAGES = {
  listFailed: 'Error fetching records',
  label: 'Quotes',
  tabs: 'Status',
  search: 'Search quotes',
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'quote' : 'quotes'}`,
  context: { All: 'All quotes', Active: 'Active quotes', Inactive: 'Inactive quotes' },
  madeOn: (context: string, from: string, to: string) =>
    from === to ? `${context} made on ${from}` : `${context} made ${from} through ${to}`,
  empty: {
    All: 'No Data Available',
    Active: 'No active quotes. Those that wait for acceptance are under All.',
    Inactive: 'No inactive quotes.',
  },
  viewPdf: (quoteNumber: string) => `View PDF of quote ${quoteNumber}`,

  expired: 'Expired',
  expiresToday: 'Expires today',
  expiresInOneDay: 'Expires in 1 day',
  expiresIn: (days: number) => `Expires in ${days} days`,
  noEnd: 'Until further notice',

  detailFailed: 'Error While fetching quotes Details',
  title: (quoteNumber: string) => `Quote ${quoteNumber}`,
  titleLoading: 'Quote',
  openPdf: 'View PDF',
  valid: 'Valid',
  validBetween: (from: string, until: string) => `${from} – ${until}`,
  validFromOn: (from: string) => `From ${from} until further notice`,
  totalBeforeTax: 'Total before tax',
  products: 'Products and prices',
  noProducts: 'This quote lists no products.',
  product: 'Product',
  description: 'Description',
  quantity: 'Quantity',
  unit: 'Unit',
  price: 'Price (USD)',
  amount: 'Amount (USD)',
  times: (quantity: string, price: string) => `${quantity} × ${price}`,
  information: 'Information',
  terms: 'Terms',
  adjustment: (amount: string, from: string) => `From ${from} on, ${amount} is added to each unit price.`,

  pdfFailed: 'Unable to quotes  pdf , Try again !!',
  mailFailed: 'Unable to mail quotes , Try again !!',
} as const;

/** Names of a quote's fields (QUO-03), the same in the list and in the drawer. */
export const QUOTE_FIELDS = {
  quoteNumber: 'Quote',
  quoteName: 'Name',
  status: 'Status',
  quoteAddress: 'Job address',
  quoteDate: 'Quote date',
  startDate: 'Valid from',
  terminationDate: 'Valid until',
  salesPersonName: 'Sales person',
  plantCode: 'Plant',
  quoteType: 'Type',
  specJob: 'Spec job',
  customerName: 'Customer',
  priceAdjustment: 'Price adjustment',
} as const;
