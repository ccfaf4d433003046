import type { RequestOptions } from '@yardage/contract/order-requests';
import { DEFAULT_REQUEST_RULES } from '@yardage/domain/request-rules';
import { describe, expect, it } from 'vitest';
import { bodyOf, firstValues, pourFaults, readDraft, withKey } from './pour-draft.ts';

const mix = {
  productId: 7,
  quoteId: 3,
  quoteNumber: 'Q3',
  quoteName: 'Mall',
  number: '4000AE',
  description: 'AIR',
  unitOfMeasure: 'CY',
  slump: null,
};
const job = {
  orderId: 91,
  job: 'Mall',
  address: '1 Mill St',
  poNumber: 'PO-1',
  productId: 7,
  quoteId: 3,
  quantity: 24,
  intervalMinutes: 15,
};
const options: RequestOptions = {
  rules: DEFAULT_REQUEST_RULES,
  timeZone: 'America/New_York',
  jobs: [{ ...job, lastStartsAt: '2026-06-10T11:00:00Z' }],
  mixes: [mix, { ...mix, productId: 8, quoteId: null, quoteNumber: null, quoteName: null, number: '3000' }],
  usualStart: '07:00',
  contactName: 'Travis Hollifield',
  contactPhone: '4235550100',
};
/** A Wednesday noon. */
const now = new Date('2026-06-17T16:00:00Z');

describe('the form of a pour', () => {
  it('REQ-01 opens with the last job, its mix and quantity, tomorrow and the usual start, ready to be sent', () => {
    const values = firstValues(options, now);
    expect(values).toMatchObject({ job: '91', mix: '7.3', quantity: '24', day: '2026-06-18', startTime: '07:00', poNumber: 'PO-1' });
    expect(pourFaults(values, options, now)).toEqual({});
    expect(bodyOf(values)).toMatchObject({
      jobOrderId: 91,
      productId: 7,
      quoteId: 3,
      quantity: 24,
      intervalMinutes: 15,
      yardsPerHour: null,
    });
  });

  it('REQ-04 repeats an earlier order with its mix', () => {
    const repeated = {
      id: 50,
      job: 'Mall',
      address: '1 Mill St',
      mix: '3000 AIR',
      quoteNumber: null,
      qtyOrdered: 8.5,
      interval: null,
      poNumber: null,
    };
    expect(firstValues(options, now, repeated)).toMatchObject({ job: '50', mix: '8.', quantity: '8.5' });
  });

  it('REQ-04 keeps its key over a reload while the content is the same, and takes another for other content', () => {
    let made = 0;
    const makeKey = () => `key-${++made}`;
    const first = withKey({ values: firstValues(options, now) }, makeKey);
    const reloaded = readDraft(JSON.stringify(first));
    if (!reloaded) throw new Error('the draft was lost');
    expect(withKey(reloaded, makeKey).tried.key).toBe('key-1');
    expect(withKey({ ...reloaded, values: { ...reloaded.values, quantity: '25' } }, makeKey).tried.key).toBe('key-2');
    expect(readDraft('{"values":null}')).toBeUndefined();
    expect(readDraft('')).toBeUndefined();
  });
});
