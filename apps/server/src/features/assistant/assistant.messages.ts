const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** All sentences of the assistant's tools. */
export const ASSISTANT_MESSAGES = {
  refused: (subject: string) => `You do not have permission to see ${subject}.`,
  notFound: (kind: string, number: string) => `I found no ${kind} ${number} on this account.`,
  none: (what: string) => `I found no ${what} on this account.`,
  failed: 'I could not look that up just now. Please try again in a moment.',
  showing: (shown: number, total: number, what: string, which = 'latest') =>
    shown === total
      ? `Here ${shown === 1 ? 'is' : 'are'} ${plural(shown, what)}`
      : `Here ${shown === 1 ? `is the ${which}` : `are the ${which} ${shown}`} of ${plural(total, what)}`,
  within: {
    both: (from: string, to: string) => `from ${from} to ${to}`,
    on: (day: string) => `on ${day}`,
    since: (day: string) => `since ${day}`,
    until: (day: string) => `until ${day}`,
  },
  of: (part: string, whole: string) => `${part} of ${whole}`,
  about: (search: string) => `about “${search}”`,
  loads: (count: number) => plural(count, 'load'),
  truckCount: (count: number) => plural(count, 'truck'),
  seeAll: (area: string) => `See them in ${area}`,
  open: (kind: string, number: string) => `Open ${kind} ${number}`,
  map: 'Follow the trucks on the map',
  areas: {
    orders: 'Orders',
    tickets: 'Tickets',
    invoices: 'Invoices',
    payments: 'Payments',
    paymentHistory: 'Payment history',
    quotes: 'Quotes',
    statements: 'Statements',
    contacts: 'Contacts',
  },
  headers: {
    total: 'Total',
    arrived: 'Arrived',
    leftPlant: 'Left plant',
    driver: 'Driver',
    orderedBy: 'Ordered by',
    message: 'Message',
    discount: 'Discount',
    madeAt: 'Made at',
    poNumber: 'PO number',
    plant: 'Plant',
    jobAddress: 'Job address',
    order: 'Order',
    ticket: 'Ticket',
    invoice: 'Invoice',
    payment: 'Payment',
    statement: 'Statement',
    quote: 'Quote',
    date: 'Date',
    start: 'Start',
    job: 'Job',
    status: 'Status',
    delivered: 'Delivered',
    quantity: 'Quantity',
    truck: 'Truck',
    expected: 'Expected',
    amount: 'Amount',
    open: 'Open',
    due: 'Due',
    method: 'Method',
    validUntil: 'Valid until',
    bucket: 'Past due',
    expires: 'Pay by',
    saving: 'Saving',
    name: 'Name',
    phone: 'Phone',
    email: 'Email',
    role: 'Role',
    material: 'Material',
    product: 'Product',
    price: 'Price',
    loads: 'Loads',
  },
  order: {
    what: 'order',
    upcoming: 'orders to come',
    next: (count: number) => (count === 1 ? 'Here is the next order' : `Here are the next ${count} orders`),
    cancelled: (number: string, job: string) => `Order ${number} for ${job} is cancelled.`,
    stands: (number: string, job: string, status: string, delivered: string, ordered: string) =>
      `Order ${number} for ${job} is ${status}: ${delivered} of ${ordered} delivered.`,
    underWay: (trucks: string, quantity: string) => `${trucks} with ${quantity} ${trucks.startsWith('1 ') ? 'is' : 'are'} under way.`,
    due: (truck: string) => `Truck ${truck} is due now.`,
    dueShort: 'due now',
    nextAt: (truck: string, time: string, span: string) => `Truck ${truck} is expected at ${time}${span}.`,
    span: (from: string, to: string) => `, between ${from} and ${to}`,
    noTrucks: 'No truck is under way for it right now.',
    starts: (time: string) => `It starts on ${time}.`,
    remaining: 'Still to come',
    cancelledKind: 'cancelled order',
    ticketed: (count: number, all: number) => `${count} of ${all} ticketed`,
  },
  ticket: {
    what: 'ticket',
    stands: (number: string, status: string, quantity: string, job: string) =>
      `Ticket ${number} is at “${status}”: ${quantity} for ${job}.`,
    delivered: (number: string, quantity: string, job: string, when: string) =>
      `Ticket ${number} was delivered${when}: ${quantity} to ${job}.`,
    at: (time: string) => ` on ${time}`,
  },
  deliveries: {
    none: 'I found no deliveries',
    sum: (quantities: string, material: string, loads: string) => `You received ${quantities}${material} in ${loads}`,
    of: (material: string) => ` of ${material}`,
    materials: { concrete: 'concrete', aggregate: 'aggregate', block: 'block' },
    label: 'Deliveries by job',
    most: (job: string, quantity: string) => `The most went to ${job}: ${quantity}.`,
    nothing: (unit: string) => `0 ${unit}`,
  },
  trucks: {
    none: (about: string) => `No truck is under way${about} right now.`,
    shown: (count: number) => `These are the first ${count} of them.`,
    some: (trucks: string, about: string) => `${trucks} ${trucks.startsWith('1 ') ? 'is' : 'are'} under way${about}`,
    stages: (atPlant: number, onRoad: number, onJob: number) => `${atPlant} at the plant, ${onRoad} on the road, ${onJob} on the job.`,
    label: 'Trucks under way',
  },
  invoice: {
    what: 'invoice',
    paid: (number: string, total: string) => `Invoice ${number} of ${total} is paid.`,
    pending: (number: string, total: string) => `A payment of invoice ${number} over ${total} is being processed.`,
    notPaid: 'is not paid',
    partlyPaid: 'is paid in part',
    unpaid: (standing: string, number: string, open: string, due: string) => `Invoice ${number} ${standing}: ${open} is open, due ${due}.`,
    overdue: (standing: string, number: string, open: string, due: string) =>
      `Invoice ${number} ${standing}: ${open} is open and has been past due since ${due}.`,
    voided: (number: string, total: string, day: string) => `Invoice ${number} of ${total} was voided on ${day}. Nothing of it is owed.`,
    plain: (number: string, total: string, date: string) => `Invoice ${number} of ${date} is over ${total}.`,
    discount: (saving: string, day: string) => `Pay it by ${day} to keep the discount of ${saving}.`,
    kinds: { paid: 'paid invoice', unpaid: 'unpaid invoice', pending: 'pending invoice', overdue: 'invoice past due' },
    dates: { issued: 'dated', due: 'due', paid: 'paid' },
    order: { newest: 'latest', oldest: 'oldest', largest: 'largest', due: 'first' },
    ofOrder: (number: string) => `of order ${number}`,
    open: (amount: string) => `${amount} is open in all.`,
    total: (amount: string) => `They come to ${amount} in all.`,
    statusHidden: 'You do not have permission to see which invoices are paid.',
  },
  balance: {
    nothing: 'You owe nothing right now.',
    owed: (balance: string) => `Your balance is ${balance}.`,
    pastDue: (amount: string) => `${amount} of it is past due.`,
    noneDue: 'Nothing of it is past due.',
    unapplied: (amount: string) => `Credits and payments on account of ${amount} are already deducted.`,
    label: 'What is open, by age',
    lastPayment: (amount: string, day: string) => `Your last payment was ${amount} on ${day}.`,
    onlyInvoices: 'You do not have permission to see the account balance. These invoices are open:',
  },
  discounts: {
    none: 'There is no discount to take right now.',
    some: (amount: string) => `You can still save ${amount} by paying in time.`,
    label: 'Discounts by day',
    invoices: (count: number) => plural(count, 'invoice'),
  },
  spend: {
    dashboard: 'Open the dashboard',
    text: (thisYear: string, lastYear: string) => `You have bought for ${thisYear} this year; last year it was ${lastYear}.`,
    tier: (tier: string) => `Last year's spend makes you ${tier}.`,
  },
  invoiced: {
    none: 'I found no invoices',
    sum: (amount: string, invoices: string) => `You were invoiced ${amount}, tax included, in ${invoices}`,
    most: (job: string, amount: string) => `The most was for ${job}: ${amount}.`,
    noJob: 'No job',
    label: 'Invoices by job',
  },
  compared: {
    side: (what: string, about: string) => `${what}${about}`,
    both: (one: string, other: string) => `${one}; ${other}.`,
    more: (difference: string) => `That is ${difference} more.`,
    less: (difference: string) => `That is ${difference} less.`,
    same: 'That is the same.',
    label: 'Side by side',
    all: 'All jobs',
  },
  prices: {
    none: (what: string) => `I found no price of ${what} on this account.`,
    nothingAsked: 'a product',
    quoted: (count: number) => `${count === 1 ? 'one active quote has' : `${count} active quotes have`} a price`,
    listed: 'Price list',
    summary: (what: string, quotes: string, list: string) => `${what}: ${[quotes, list].filter(Boolean).join('; ')}.`,
    onList: (price: string) => `${price} on your price list`,
    where: 'From',
    label: 'Prices',
    per: (price: string, unit: string) => `${price} per ${unit}`,
    many: (products: number) => `${products} products have a price.`,
    looked: 'I looked at your active quotes and your price list; tax and charges come on top.',
  },
  payment: {
    what: 'payment',
    paidSum: (amount: string) => `${amount} of it is paid.`,
    kinds: { paid: 'paid payment', unpaid: 'failed payment', pending: 'pending payment' },
    stands: (number: string, amount: string, day: string, status: string) =>
      `Payment ${number} over ${amount}, begun on ${day}: ${status}.`,
  },
  statement: {
    what: 'statement',
    stands: (day: string, balance: string) => `The statement of ${day} has a balance due of ${balance}.`,
    label: 'Lines still open',
  },
  quote: {
    what: 'quote',
    kinds: { active: 'active quote', inactive: 'inactive quote' },
    stands: (number: string, name: string, status: string) => `Quote ${number}, ${name}, is ${status.toLowerCase()}.`,
    until: (day: string) => `It is valid until ${day}.`,
    open: 'further notice',
    label: 'Products and prices',
  },
  contacts: {
    named: (name: string, role: string, phone: string) => `${name} is your ${role}, phone ${phone}.`,
    notOne: (name: string) => `I found no contact ${name} on this account: I know the people who look after it, and these are they.`,
    one: (role: string, name: string, phone: string) => `Your ${role} is ${name}, phone ${phone}.`,
    all: 'These people look after your account.',
    none: 'No contact is on record for this account.',
    roles: { sales: 'sales representative', account: 'account representative', regional: 'regional manager' },
  },
  scope: (name: string, customer: string) =>
    `I can’t take “${name}” into account: no job, address, product or person on this account is called that. I only answer about ${customer}, the selected customer. To ask about another of your customers, select it first.`,
  found: (count: number, number: string) => `I found ${plural(count, 'record')} with the number ${number}.`,
  foundNothing: (number: string) => `I found nothing with the number ${number} among the records that you may see.`,
  streamFailed: 'I could not answer that. Please try again.',
} as const;

/** The name of each area in the sentence that refuses access to it. */
export const SUBJECTS = {
  orders: 'orders',
  tickets: 'tickets',
  invoices: 'invoices',
  payments: 'payments',
  statements: 'statements',
  quotes: 'quotes',
  prices: 'prices',
  trucks: 'trucks',
  contacts: 'contacts',
  balance: 'the account balance',
  spend: 'what the account has spent',
  records: 'these records',
} as const;

interface ActionWords {
  /** What the assistant cannot do, and where the user can do it. */
  sentence: string;
  /** Said instead if the user's role cannot open that page. */
  without: string;
  link: string;
}

const ASK_OTHERS = 'Your role cannot do it here either: ask an owner or administrator of your company.';

/** The assistant's replies when it is asked to do something. */
export const ACTION_WORDS: Readonly<
  Record<'order' | 'change' | 'cancel' | 'pay' | 'refund' | 'send' | 'members' | 'tell' | 'support', ActionWords>
> = {
  order: {
    sentence: 'I cannot place orders: I only look things up. Dispatch takes orders in a chat.',
    without: `I cannot place orders: I only look things up. ${ASK_OTHERS}`,
    link: 'Start a chat with dispatch',
  },
  change: {
    sentence: 'I cannot change orders: I only look things up. Dispatch can, in a chat.',
    without: `I cannot change orders: I only look things up. ${ASK_OTHERS}`,
    link: 'Start a chat with dispatch',
  },
  cancel: {
    sentence: 'I cannot cancel or delete anything: I only look things up. Dispatch can cancel an order, in a chat.',
    without: `I cannot cancel or delete anything: I only look things up. ${ASK_OTHERS}`,
    link: 'Start a chat with dispatch',
  },
  pay: {
    sentence: 'I cannot pay anything: I only look things up. You pay on the Invoices page: put invoices into the cart and check out.',
    without: `I cannot pay anything: I only look things up. ${ASK_OTHERS}`,
    link: 'Go to Invoices',
  },
  refund: {
    sentence: 'I cannot refund, credit or dispute anything: I only look things up. Send a support request about it.',
    without: `I cannot refund, credit or dispute anything: I only look things up. ${ASK_OTHERS}`,
    link: 'Go to Support',
  },
  send: {
    sentence: 'I cannot send, print or download documents. Open the record: its PDF can be saved, printed and mailed from there.',
    without: `I cannot send, print or download documents. ${ASK_OTHERS}`,
    link: 'Go to the record',
  },
  members: {
    sentence: 'I cannot add, change or remove users: I only look things up. That is done on the User Accounts page.',
    without: `I cannot add, change or remove users: I only look things up. ${ASK_OTHERS}`,
    link: 'Go to User Accounts',
  },
  tell: {
    sentence: 'I cannot pass messages on. Dispatch can, in a chat.',
    without: `I cannot pass messages on. ${ASK_OTHERS}`,
    link: 'Start a chat with dispatch',
  },
  support: {
    sentence: 'I cannot change anything: I only look things up. Send a support request about it.',
    without: `I cannot change anything: I only look things up. ${ASK_OTHERS}`,
    link: 'Go to Support',
  },
};
