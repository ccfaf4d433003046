/** The columns of the file, in their order. */
export const REMITTANCE_COLUMNS = [
  'kind',
  'data_source',
  'customer_number',
  'invoice_number',
  'amount',
  'discount',
  'method',
  'processor_id',
  'cart_id',
  'at',
] as const;

/** The data source in the line with the sums over all. */
export const ALL_DATA_SOURCES = 'ALL';

export const notOver = (day: string, dataSource: string) => `The day ${day} is not over yet in ${dataSource}.`;
