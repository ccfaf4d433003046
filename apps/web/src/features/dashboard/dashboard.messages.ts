/** Texts shared by the dashboard cards. */
export const DASHBOARD_CARD_MESSAGES = {
  retry: 'Retry',
  loading: 'Loading',
  failed: 'Error loading data',
  summaryFailed: 'Error fetching Customer Summary ',
  agingFailed: 'Error fetching Account Aging ',
  discountsFailed: 'Error While fetching discount list',
  discountsFailedHere: 'An error occurred while fetching discount data.',
  announcementsFailed: 'Error fetching announcements',
} as const;

/** Texts of the account aging card. */
export const AGING_MESSAGES = {
  title: 'Account aging',
  asOf: (day: string) => `As of ${day}`,
  label: 'What is open, by how long it is past due',
  bucket: 'Past due',
  share: 'Share',
  amount: 'Amount (USD)',
  balance: 'Balance',
  pending: 'Of this, payment pending',
  unapplied: 'Deducted: credits, on account',
  shareOf: (percent: string) => `${percent} %`,
  nothingOpen: 'Nothing is open on this account.',
  lastInvoice: 'Last invoice',
  lastPayment: 'Last payment',
  lastStatement: 'Last statement',
  ofYear: "Open of this year's invoices",
  averageYear: 'Days to payment, this year',
  averageLife: 'Days to payment, ever',
  on: (day: string) => `on ${day}`,
  none: '–',
} as const;

/** Texts of the rewards tracker. */
export const REWARDS_MESSAGES = {
  title: 'Rewards tracker',
  tier: (name: string) => `${name} tier`,
  tierFrom: (year: string, spend: string) => `by ${year} spend of ${spend}`,
  thisYear: (year: string) => `${year} spend so far`,
  level: (level: number, name: string) => `Level ${level} ${name}`,
  missing: (amount: string, name: string) => `${amount} more this year reaches ${name}.`,
  highest: 'The highest level is reached.',
  carriesOver: (year: string) => `This year's level becomes the tier of ${year}.`,
  bar: (spend: string, level: string) => `${spend} of spend this year: ${level}`,
  benefits: 'Benefits of each tier',
  yourBenefits: 'Benefits of your tier',
  allTiers: 'All tiers',
  yourTier: 'Your tier only',
  yours: 'your tier',
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  upTo: (to: string) => `up to ${to}`,
  andOver: (from: string) => `${from} and over`,
  ifPaidByTenth: (amount: string) => `${amount} per yard concrete discount if paid by the 10th`,
  plusPerYard: (amount: string) => `plus ${amount} per yard concrete`,
  perYard: (amount: string) => `${amount} per yard concrete`,
  perTon: (amount: string) => `${amount} per ton aggregate`,
  earns: (perYard: string, perTon: string | null) =>
    `In all, paid by the 10th: ${perYard} a yard of concrete${perTon ? ` and ${perTon} a ton of aggregate` : ''}.`,
  noEnvironmentalCharge: 'environmental charge removed',
} as const;

/** Texts of the discount card. */
export const DISCOUNT_MESSAGES = {
  title: 'Discounts within reach',
  total: 'You can still keep',
  payBy: (day: string) => `Pay by ${day}`,
  invoiceCount: (count: string, isOne: boolean) => `${count} ${isOne ? 'invoice' : 'invoices'}`,
  none: 'No unpaid invoice carries a discount now. Invoices of a month carry one until the 10th of the next.',
} as const;

/** Texts of the announcements and contacts cards. */
export const PEOPLE_MESSAGES = {
  announcements: 'Announcements',
  posted: (day: string) => `Posted ${day}`,
  noAnnouncements: 'There is no news at the moment.',
  more: (count: string) => `Show ${count} more`,
  less: 'Show fewer',
  contacts: 'Your contacts',
  accountRep: 'Account representative',
  salesRep: 'Sales representative',
  regionalManager: 'Regional manager',
  noContacts: 'Nobody is assigned to this account yet.',
  mailTo: (name: string) => `Mail to ${name}`,
  call: (name: string, phone: string) => `Call ${name}, ${phone}`,
} as const;
