import { defineMessages, text } from '@yardage/messages/messages';

/** Messages of the dashboard. */
export const DASHBOARD_MESSAGES = defineMessages('dashboard', {
  greeting: text('Hello, {firstName}', 'firstName'),
  welcome: 'Welcome',
  welcomeTo: text('Welcome to {platformName}: your deliveries, documents and account in one place.', 'platformName'),
  banner: 'Concrete being poured on a site',
  context: text('{displayName} · {today}', 'displayName', 'today'),
  areas: 'Go to',
  noAreas: 'Nothing to open here yet',
  noAreasText:
    'The portal has no screen for your role so far. Whatever your permissions cover appears here and in the menu as soon as it opens.',
  support: 'Support',
  supportText: 'Questions about your account or a delivery:',

  glance: 'Today at a glance',
  ordersToday: 'Today’s orders',
  delivered: text('{delivered} of {ordered} delivered', 'delivered', 'ordered'),
  noOrders: 'Nothing is planned for today',
  trucks: 'Trucks on the road',
  trucksElsewhere: text('{atPlant} at the plant, {onJob} on the job', 'atPlant', 'onJob'),
  noTrucks: 'None with your loads right now',
  balance: 'Open balance',
  pastDue: text('{amount} past due', 'amount'),
  pending: text('{amount} pending', 'amount'),
  unapplied: text('{amount} on account deducted', 'amount'),
  nothingPastDue: 'Nothing past due',
  discount: 'Expiring discount',
  payBy: text('Pay by {day} to keep it', 'day'),
  noDiscount: 'No discount is running',
  deliveries: 'Today’s deliveries',
  allOfToday: 'All of today’s orders',
  noDeliveries: 'No deliveries today.',
  nextTruck: 'Next truck',
  starts: 'Starts',

  none: '–',
  tileFailed: 'Could not be loaded',
});
