import type { ImportField, ImportMapping } from '@yardage/contract/imports';
import { SUPPLY_RESOURCES, type SupplyResource } from '@yardage/contract/supply-records';
import { z } from 'zod';

/** A column of a file. `list` names the list of the record to which each row adds an entry. */
export interface FileField extends ImportField {
  list: string | undefined;
  /** The field's name within an entry of its list; empty if the entries are plain values. */
  entryField: string;
}

interface Shape {
  type?: string;
  format?: string;
  enum?: string[];
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  description?: string;
}

const known = new Map<SupplyResource, readonly FileField[]>();

/** Returns the columns that a file of a resource can have, in the order of its schema. */
export function fieldsOf(resource: SupplyResource): readonly FileField[] {
  const fields = known.get(resource) ?? readFields(resource);
  known.set(resource, fields);
  return fields;
}

/** The lists of a resource's records, such as the lines of a ticket. */
export function listsOf(resource: SupplyResource): string[] {
  return [...new Set(fieldsOf(resource).flatMap(({ list }) => list ?? []))];
}

function readFields(resource: SupplyResource): FileField[] {
  const shape = z.toJSONSchema(SUPPLY_RESOURCES[resource], { io: 'input', unrepresentable: 'any' }) as Shape;
  return Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    if (field.type !== 'array') return [toField(name, field, { isRequired: shape.required?.includes(name) ?? false })];
    const { items = {} } = field;
    if (!items.properties) return [{ ...toField(name, items, { isRequired: false }), list: name, description: field.description ?? '' }];
    return Object.entries(items.properties).map(([entryField, entry]) => ({
      // An entry may be left out as a whole, so none of its columns is required.
      ...toField(`${name}.${entryField}`, entry, { isRequired: false }),
      list: name,
      entryField,
    }));
  });
}

function toField(name: string, given: Shape, { isRequired }: { isRequired: boolean }): FileField {
  const shape = given.anyOf?.find(({ type }) => type !== 'null') ?? given;
  return {
    name,
    type: typeOf(shape),
    isRequired,
    description: given.description ?? shape.description ?? '',
    choices: shape.enum ?? [],
    list: undefined,
    entryField: '',
  };
}

function typeOf({ type, format, enum: choices }: Shape): ImportField['type'] {
  if (choices) return 'choice';
  if (format === 'date') return 'day';
  if (format === 'date-time') return 'moment';
  if (type === 'number' || type === 'integer' || type === 'boolean') return type;
  return 'text';
}

/** Other names under which dispatch and accounting systems export a field. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  key: ['id', 'record id', 'unique id', 'guid', 'external id', 'source key'],
  updatedAt: ['updated', 'last updated', 'last update', 'modified', 'modified at', 'last modified', 'change date', 'timestamp'],
  customerKey: ['customer', 'customer id', 'customer no', 'customer number', 'customer code', 'cust', 'cust no', 'account', 'account no'],
  orderKey: ['order', 'order id', 'order no', 'order number', 'order code'],
  plantKey: ['plant', 'plant id', 'plant no', 'plant number', 'plant code', 'ship plant'],
  truckKey: ['truck', 'truck id', 'truck no', 'truck number', 'vehicle'],
  productKey: ['product', 'product id', 'product code', 'mix', 'mix code', 'mix design', 'item', 'item code', 'material code'],
  quoteKey: ['quote', 'quote id', 'quote no', 'quote number'],
  invoiceKey: ['invoice', 'invoice id', 'invoice no', 'invoice number'],
  ticketKey: ['ticket', 'ticket id', 'ticket no', 'ticket number'],
  ticketKeys: ['ticket', 'tickets', 'ticket id', 'ticket key', 'ticket no', 'ticket number'],
  priceListKey: ['price list', 'price list id', 'price book'],
  contactKey: ['contact', 'contact id'],
  number: ['no', 'nr', 'num', 'code'],
  customerNumber: ['number', 'customer no', 'cust no', 'account number'],
  globalCustomerNumber: ['global number', 'global customer no'],
  companyName: ['company', 'name', 'legal name'],
  displayName: ['short name', 'customer name', 'sort name'],
  description: ['name', 'desc', 'product description', 'item description'],
  unitOfMeasure: ['uom', 'unit', 'um'],
  addressLine1: ['address', 'address 1', 'street', 'street address'],
  zip: ['zip code', 'postal code', 'postcode'],
  state: ['st', 'state code'],
  latitude: ['lat'],
  longitude: ['lon', 'lng', 'long'],
  email: ['e-mail', 'mail', 'email address'],
  phone: ['telephone', 'phone number', 'tel'],
  taxRate: ['tax percent', 'tax pct', 'sales tax rate'],
  since: ['customer since', 'created', 'created at', 'start date', 'open date'],
  quantity: ['qty', 'load size', 'yards', 'amount cy', 'delivered qty', 'ticket qty'],
  quantityOrdered: ['quantity', 'qty', 'order qty', 'ordered', 'ordered qty', 'yards ordered'],
  unitPrice: ['price', 'rate', 'price each'],
  amount: ['extended', 'ext', 'ext price', 'extension', 'line amount', 'payment amount', 'applied amount'],
  startsAt: ['start', 'start time', 'starts', 'first load', 'on job time'],
  shipDate: ['order date', 'delivery date', 'date'],
  createdAt: ['created', 'entered', 'entry date', 'created on'],
  loadCount: ['loads', 'number of loads'],
  loadNumber: ['load', 'load no'],
  intervalMinutes: ['spacing', 'interval'],
  job: ['job name', 'project', 'project name', 'delivery name'],
  jobNumber: ['job no', 'job id', 'project number', 'project no'],
  poNumber: ['po', 'p.o.', 'purchase order', 'po no', 'customer po'],
  jobAddress1: ['job address', 'delivery address', 'ship to', 'address'],
  ticketedAt: ['ticketed', 'ticket time', 'ticket date', 'date time', 'printed', 'print time'],
  leavePlantAt: ['to job', 'left plant'],
  driverName: ['driver'],
  date: ['invoice date', 'credit date', 'document date'],
  dueDate: ['due', 'due on'],
  sales: ['subtotal', 'sub total', 'net', 'net amount', 'taxable'],
  tax: ['sales tax', 'tax amount'],
  total: ['invoice total', 'invoice amount', 'total amount', 'gross', 'grand total'],
  discount: ['discount amount', 'terms discount'],
  discountLastDay: ['discount date', 'discount due'],
  batchNumber: ['batch', 'batch no'],
  reference: ['check no', 'check number', 'ref', 'reference no'],
  receivedOn: ['payment date', 'received', 'deposit date', 'date'],
  method: ['payment method', 'pay type', 'type'],
  timeZone: ['tz', 'timezone'],
};

/** Other names of a field. A data source is named by its code. */
const synonymsOf = (resource: SupplyResource, field: string): readonly string[] => [
  ...(resource === 'data-sources' && field === 'key' ? ['code', 'data source', 'data source code'] : []),
  ...(SYNONYMS[field] ?? []),
];

/** Fields whose value may serve as the key, because suppliers do not reuse it. They do reuse the numbers of orders and tickets. */
const KEY_LIKE: Partial<Record<SupplyResource, string>> = {
  plants: 'number',
  products: 'number',
  trucks: 'number',
  customers: 'customerNumber',
  members: 'email',
  quotes: 'number',
  invoices: 'number',
  credits: 'number',
};
/** Names of fields of a list's entries beside those that a field of the record could have as well. */
const ENTRY_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  quantity: ['line qty'],
  unitPrice: ['line price'],
  amount: ['line total', 'line ext', 'applied'],
};

/** Names that an entry's field has with its list, as in `Line quantity`. */
const entryNames = (list: string, field: string) => [`${list.replace(/s$/, '')} ${field}`, ...(ENTRY_SYNONYMS[field] ?? [])];

/** What else accounting systems call a record of a resource. */
const OTHER_NAMES: Partial<Record<SupplyResource, readonly string[]>> = { products: ['item', 'mix'], credits: ['credit memo', 'memo'] };

/** Names that a resource's own number goes by, as in `Invoice #`. */
const ownNames = (resource: SupplyResource) =>
  [resource.replace(/s$/, '').replaceAll('-', ' '), ...(OTHER_NAMES[resource] ?? [])].flatMap((one) => [
    `${one} no`,
    `${one} number`,
    `${one} id`,
    `${one} code`,
    one,
  ]);

/** Ignores case, spaces and punctuation; `#` means number. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('#', ' no ')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Proposes a column for each field: the one of last time, else the one that has its name, or a name that others use for it. */
export function proposeMapping(resource: SupplyResource, columns: readonly string[], remembered: ImportMapping = {}): ImportMapping {
  const mapping: ImportMapping = {};
  const free = new Set(columns);
  const assign = (field: FileField, column: string | undefined) => {
    if (column === undefined || mapping[field.name] !== undefined) return;
    mapping[field.name] = column;
    free.delete(column);
  };
  const fields = fieldsOf(resource);
  for (const field of fields)
    assign(
      field,
      columns.find((column) => column === remembered[field.name]),
    );
  // What identifies a record is often a field of it, too, such as the number of an order.
  const { key, ...others } = mapping;
  if (key !== undefined && !Object.values(others).includes(key)) free.add(key);
  for (const field of fields) assign(field, pick(free, [field.name]));
  for (const field of fields) if (field.list) assign(field, pick(free, entryNames(field.list, field.entryField)));
  for (const field of fields) if (field.name === 'number') assign(field, pick(free, ownNames(resource)));
  for (const field of fields) assign(field, pick(free, synonymsOf(resource, field.name)));
  for (const field of fields) {
    if (field.list && field.entryField) assign(field, pick(free, [field.entryField, ...(SYNONYMS[field.entryField] ?? [])]));
  }
  const keyColumn = mapping[KEY_LIKE[resource] ?? ''];
  if (mapping.key === undefined && keyColumn !== undefined) mapping.key = keyColumn;
  return mapping;
}

function pick(free: ReadonlySet<string>, names: readonly string[]): string | undefined {
  for (const name of names) {
    for (const column of free) if (column === name || plain(column) === plain(name)) return column;
  }
  return undefined;
}

/**
 * Fields that every record needs and that no column is mapped to. The version is not among them, because the file's own time can replace
 * it.
 */
export function missingFields(resource: SupplyResource, mapping: ImportMapping): string[] {
  return fieldsOf(resource)
    .filter(({ name, isRequired }) => isRequired && name !== 'updatedAt' && mapping[name] === undefined)
    .map(({ name }) => name);
}

const SAMPLES: Readonly<Record<ImportField['type'], string>> = {
  text: '',
  number: '10.5',
  integer: '1',
  boolean: 'false',
  day: '2026-01-15',
  moment: '2026-01-15T14:05:00Z',
  choice: '',
};

/** Returns a file with the columns of a resource and one sample row. */
export function templateOf(resource: SupplyResource): string {
  const fields = fieldsOf(resource);
  const sample = fields.map(({ type, name, choices }) => choices[0] ?? (SAMPLES[type] || (name === 'key' ? 'K1' : '')));
  return `${fields.map(({ name }) => name).join(',')}\r\n${sample.join(',')}\r\n`;
}
