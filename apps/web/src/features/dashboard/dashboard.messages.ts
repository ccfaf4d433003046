import { defineMessages, text } from '@yardage/messages/messages';

/** Texts shared by the dashboard cards. */
export const DASHBOARD_CARD_MESSAGES = defineMessages('dashboard-card', {
  retry: 'Retry',
  loading: 'Loading',
  failed: 'Error loading data',
  summaryFailed: 'Error fetching Customer Summary ',
  agingFailed: 'Error fetching Account Aging ',
  discountsFailed: 'Error While fetching discount list',
  discountsFailedHere: 'An error occurred while fetching discount data.',
  announcementsFailed: 'Error fetching announcements',
});

/** Texts of the account aging card. */
export const AGING_MESSAGES = defineMessages('aging', {
  title: 'Account aging',
  asOf: text('As of {day}', 'day'),
  label: 'What is open, by how long it is past due',
  bucket: 'Past due',
  share: 'Share',
  amount: 'Amount (USD)',
  balance: 'Balance',
  pending: 'Of this, payment pending',
  unapplied: 'Deducted: credits, on account',
  shareOf: text('{percent} %', 'percent'),
  nothingOpen: 'Nothing is open on this account.',
  lastInvoice: 'Last invoice',
  lastPayment: 'Last payment',
  lastStatement: 'Last statement',
  ofYear: "Open of this year's invoices",
  averageYear: 'Days to payment, this year',
  averageLife: 'Days to payment, ever',
  on: text('on {day}', 'day'),
  none: '–',
});

/** Texts of the rewards tracker. */
export const REWARDS_MESSAGES = defineMessages('rewards', {
  title: 'Rewards tracker',
  tier: text('{name} tier', 'name'),
  tierFrom: text('by {year} spend of {spend}', 'year', 'spend'),
  thisYear: text('{year} spend so far', 'year'),
  level: text('Level {level} {name}', 'level', 'name'),
  missing: text('{amount} more this year reaches {name}.', 'amount', 'name'),
  highest: 'The highest level is reached.',
  carriesOver: text("This year's level becomes the tier of {year}.", 'year'),
  bar: text('{spend} of spend this year: {level}', 'spend', 'level'),
  benefits: 'Benefits of each tier',
  yourBenefits: 'Benefits of your tier',
  allTiers: 'All tiers',
  yourTier: 'Your tier only',
  yours: 'your tier',
  fromTo: text('{from} to {to}', 'from', 'to'),
  upTo: text('up to {to}', 'to'),
  andOver: text('{from} and over', 'from'),
  ifPaidByTenth: text('{amount} per yard concrete discount if paid by the 10th', 'amount'),
  plusPerYard: text('plus {amount} per yard concrete', 'amount'),
  plusBoth: text('plus {perYard} per yard concrete and {perTon} per ton aggregate', 'perYard', 'perTon'),
  perYard: text('{amount} per yard concrete', 'amount'),
  perTon: text('{amount} per ton aggregate', 'amount'),
  earns: text('In all, paid by the 10th: {perYard} a yard of concrete.', 'perYard'),
  earnsPerTon: text('In all, paid by the 10th: {perTon} a ton of aggregate.', 'perTon'),
  earnsBoth: text('In all, paid by the 10th: {perYard} a yard of concrete and {perTon} a ton of aggregate.', 'perYard', 'perTon'),
  noEnvironmentalCharge: 'environmental charge removed',
});

/** Texts of the discount card. */
export const DISCOUNT_MESSAGES = defineMessages('discount-card', {
  title: 'Discounts within reach',
  total: 'You can still keep',
  payBy: text('Pay by {day}', 'day'),
  plan: 'Plan payments by discount',
  invoiceCount: text('{count, plural, one {# invoice} other {# invoices}}', 'count'),
  none: 'No unpaid invoice carries a discount now. Invoices of a month carry one until the 10th of the next.',
});

/** Texts of the announcements and contacts cards. */
export const PEOPLE_MESSAGES = defineMessages('people', {
  announcements: 'Announcements',
  posted: text('Posted {day}', 'day'),
  noAnnouncements: 'There is no news at the moment.',
  more: text('Show {count} more', 'count'),
  less: 'Show fewer',
  contacts: 'Your contacts',
  accountRep: 'Account representative',
  salesRep: 'Sales representative',
  regionalManager: 'Regional manager',
  noContacts: 'Nobody is assigned to this account yet.',
  mailTo: text('Mail to {name}', 'name'),
  call: text('Call {name}, {phone}', 'name', 'phone'),
});
