import { defineMessages, text } from '@yardage/messages/messages';

/** What people can follow (ALR-01). */
export const ALERT_TYPE_NAMES = defineMessages('domain.alert-types', {
  'truck-left': 'A truck left the plant',
  'ten-minutes': 'A truck is ten minutes away',
  arrived: 'A truck arrived',
  'last-load': 'The last load left the plant',
  'order-changed': 'An order changed',
  'request-answered': 'A request was answered',
  'invoice-due': 'An invoice is due tomorrow',
  'discount-expiring': 'A discount expires tomorrow',
  'payment-returned': 'A payment was returned',
  'statement-ready': 'A statement is ready',
});

/** What an alert says, in one line. */
export const ALERT_TEXTS = defineMessages('domain.alerts', {
  truckLeft: text('Truck {truck} with load {load} left the plant for {job}', 'truck', 'load', 'job'),
  tenMinutes: text('Truck {truck} with load {load} is about ten minutes from {job}', 'truck', 'load', 'job'),
  arrived: text('Truck {truck} with load {load} arrived at {job}', 'truck', 'load', 'job'),
  lastLoad: text('The last load of order {order} left the plant for {job}', 'order', 'job'),
  orderChanged: text('Order {order} for {job} changed: {changes}', 'order', 'job', 'changes'),
  changes: {
    start: 'start time',
    quantity: 'quantity',
    status: 'status',
    product: 'product',
    place: 'address',
    spacing: 'spacing',
  },
  requestAnswered: text('A support request was answered: {title}', 'title'),
  orderRequest: {
    confirm: text('Request {number} for {job} is confirmed', 'number', 'job'),
    propose: text('Dispatch proposes a change to request {number} for {job}', 'number', 'job'),
    decline: text('Request {number} for {job} was declined', 'number', 'job'),
    expire: text('Request {number} for {job} expired without an answer', 'number', 'job'),
  },
  invoiceDue: text('Invoice {invoice} is due on {day}: {amount} open', 'invoice', 'day', 'amount'),
  discountExpiring: text('A discount of {amount} on invoice {invoice} expires on {day}', 'amount', 'invoice', 'day'),
  paymentReturned: text('{amount} of payment {payment} was returned', 'amount', 'payment'),
  statementReady: text('The statement of {day} is ready', 'day'),
});
