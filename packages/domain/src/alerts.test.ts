import { describe, expect, it } from 'vitest';
import { ALERT_TYPES, type AlertFacts, type AlertType, alertPath, alertText } from './alerts.ts';

const FACTS: AlertFacts = {
  orderId: 7,
  orderNumber: '20117',
  job: 'Harbor Bridge',
  ticketId: 71,
  truck: '412',
  load: 3,
  invoice: 'INV 100/1',
  cents: 123_450,
  payment: 'CRT00000009',
  day: '2026-11-01',
  changes: ['start', 'quantity', 'crane'],
  supportId: 5,
  title: 'Washout',
  requestId: 9,
  requestNumber: 'R-9',
  answer: 'propose',
};
const say = (type: AlertType, facts: AlertFacts = FACTS) => alertText(type, facts, (day) => `<${day}>`);

describe('alerts', () => {
  it.each<[AlertType, string, string]>([
    ['truck-left', 'Truck 412 with load 3 left the plant for Harbor Bridge', '/truck-tracking?ticket=71'],
    ['ten-minutes', 'Truck 412 with load 3 is about ten minutes from Harbor Bridge', '/truck-tracking?ticket=71'],
    ['arrived', 'Truck 412 with load 3 arrived at Harbor Bridge', '/truck-tracking?ticket=71'],
    ['last-load', 'The last load of order 20117 left the plant for Harbor Bridge', '/orders?order=7'],
    ['order-changed', 'Order 20117 for Harbor Bridge changed: start time, quantity, crane', '/orders?order=7'],
    ['request-answered', 'Dispatch proposes a change to request R-9 for Harbor Bridge', '/requests?request=9'],
    ['invoice-due', 'Invoice INV 100/1 is due on <2026-11-01>: $1,234.50 open', '/invoices?status=All&invoice=INV%20100%2F1'],
    [
      'discount-expiring',
      'A discount of $1,234.50 on invoice INV 100/1 expires on <2026-11-01>',
      '/invoices?status=All&invoice=INV%20100%2F1',
    ],
    ['payment-returned', '$1,234.50 of payment CRT00000009 was returned', '/paymentHistory'],
    ['statement-ready', 'The statement of <2026-11-01> is ready', '/statements?statement=2026-11-01'],
  ])('ALR-01 %s says what happened and opens its page', (type, text, path) => {
    expect(say(type)).toBe(text);
    expect(alertPath(type, FACTS)).toBe(path);
  });

  it('ALR-01 say what they know, and never "undefined"', () => {
    for (const type of ALERT_TYPES) expect(say(type, {}), type).not.toMatch(/undefined|null|NaN|</);
    expect(say('arrived', { ...FACTS, truck: null })).toContain('Truck –');
    expect(alertPath('invoice-due', {})).toBe('/invoices?status=All&invoice=');
  });

  it('ALR-01 an answer to a support request has its title and opens it', () => {
    const support = { supportId: 5, title: 'Washout' };
    expect(say('request-answered', support)).toBe('A support request was answered: Washout');
    expect(alertPath('request-answered', support)).toBe('/support?request=5');
    expect(say('request-answered', { ...FACTS, answer: 'expire' })).toBe('Request R-9 for Harbor Bridge expired without an answer');
  });
});
