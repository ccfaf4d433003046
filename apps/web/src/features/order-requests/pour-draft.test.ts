import type { RequestDetail, RequestOptions } from '@yardage/contract/order-requests';
import { DEFAULT_MATERIAL_RULES } from '@yardage/domain/request-rules';
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  firstValues,
  NEW_JOB,
  type PourDraft,
  pourFaults,
  readDraft,
  startText,
  valuesOfChosenJob,
  valuesOfMaterial,
  valuesOfProduct,
  withDay,
  withKey,
} from './pour-draft.ts';

const mix = {
  productId: 7,
  orderType: 1 as const,
  piecesPerPallet: null,
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
  orderType: 1 as const,
  plantId: 4,
  job: 'Mall',
  address: '1 Mill St',
  poNumber: 'PO-1',
  productId: 7,
  quoteId: 3,
  quantity: 24,
  intervalMinutes: 15,
};
const block = { ...mix, productId: 20, orderType: 3 as const, piecesPerPallet: 90, quoteId: null, quoteNumber: null, number: 'CMU8' };
const options: RequestOptions = {
  materials: [
    { orderType: 1, rules: DEFAULT_MATERIAL_RULES[1], usualStart: '07:00' },
    { orderType: 3, rules: DEFAULT_MATERIAL_RULES[3], usualStart: '08:30' },
  ],
  plants: [{ id: 4, name: 'North', number: '101' }],
  timeZone: 'America/New_York',
  jobs: [{ ...job, lastStartsAt: '2026-06-10T11:00:00Z' }],
  mixes: [mix, { ...mix, productId: 8, quoteId: null, quoteNumber: null, quoteName: null, number: '3000' }, block],
  contactName: 'Travis Hollifield',
  contactPhone: '4235550100',
  repeated: null,
};
const asOrdered: NonNullable<RequestOptions['repeated']> = {
  productId: 8,
  plantId: 4,
  isPickedUp: false,
  holdQuantity: null,
  yardsPerHour: null,
  placement: null,
  unloading: null,
  slump: null,
  admixtures: null,
  contactName: null,
  contactPhone: null,
  notes: null,
};
/** A Wednesday noon. */
const now = new Date('2026-06-17T16:00:00Z');

describe('the form of a pour', () => {
  it('REQ-01 opens with the last job, its mix and quantity, tomorrow and the usual start, ready to be sent', () => {
    const values = firstValues(options, now);
    expect(values).toMatchObject({ job: '91', mix: '7.3', quantity: '24', day: '2026-06-18', startTime: '07:00', poNumber: 'PO-1' });
    expect(pourFaults(values, options, now)).toEqual({});
    expect(bodyOf(values, options)).toMatchObject({
      jobOrderId: 91,
      productId: 7,
      quoteId: 3,
      quantity: 24,
      intervalMinutes: 15,
      yardsPerHour: null,
    });
  });

  it.each([
    ['2026-11-01T04:30:00Z', '2026-11-02'],
    ['2026-03-08T04:30:00Z', '2026-03-08'],
  ])('REQ-01 opens at %s with tomorrow, also where the day has 25 or 23 hours', (moment, expected) => {
    const rules = { ...DEFAULT_MATERIAL_RULES[1], workDays: [1, 2, 3, 4, 5, 6, 7], dayBeforeCutOff: null, leadTimeMinutes: 0 };
    const always = { ...options, materials: [{ orderType: 1 as const, rules, usualStart: '07:00' }] };
    expect(firstValues(always, new Date(moment)).day).toBe(expected);
  });

  it('REQ-01 moves a suggested day with the calendar, by the rules of its material; a chosen day stays, and one that was sent', () => {
    /** Thursday morning. */
    const later = new Date('2026-06-18T10:30:00Z');
    const suggested: PourDraft = { values: firstValues(options, now), isDaySuggested: true };
    expect(withDay(suggested, options, now).values.day).toBe('2026-06-18');
    expect(withDay(suggested, options, later).values).toEqual({ ...suggested.values, day: '2026-06-19' });
    const kept = readDraft(JSON.stringify(suggested), suggested.values) as PourDraft;
    expect(withDay(kept, options, later).values.day).toBe('2026-06-19');
    const ofBlock = { ...suggested, values: { ...suggested.values, ...valuesOfMaterial(3, options, now) } };
    expect(withDay(ofBlock, options, later).values).toEqual({ ...ofBlock.values, ...valuesOfMaterial(3, options, later) });
    const { isDaySuggested: _, ...chosen } = suggested;
    const sent = withKey(suggested, options, () => 'k1');
    for (const draft of [chosen, sent]) expect(withDay(draft, options, later)).toEqual(draft);
    expect(withKey(withDay(sent, options, later), options, () => 'k2').tried.key).toBe('k1');
  });

  it('REQ-01 takes a product under the quote of the chosen job, not under the quote of another job that was used last', () => {
    const quoted = (productId: number, quoteId: number | null, quoteName: string | null) => ({ ...mix, productId, quoteId, quoteName });
    const school = {
      ...job,
      orderId: 92,
      job: 'School',
      address: '2 Oak St',
      poNumber: 'PO-2',
      quoteId: 4,
      lastStartsAt: '2026-06-09T11:00:00Z',
    };
    const garage = { ...school, orderId: 93, job: 'Garage', quoteId: null };
    const mixes = [quoted(7, 3, 'Mall'), quoted(7, 4, 'School'), quoted(8, 3, 'Mall'), quoted(8, 4, 'School'), quoted(8, 5, 'Garage')];
    const several = { ...options, jobs: [...options.jobs, { ...school }, { ...garage }], mixes };
    const at = (orderId: number) => ({ ...firstValues(several, now), job: String(orderId) });
    expect(valuesOfProduct(8, at(91), several)).toEqual({ mix: '8.3' });
    expect(valuesOfProduct(8, at(92), several)).toEqual({ mix: '8.4' });
    expect(valuesOfProduct(8, at(93), several)).toEqual({ mix: '8.5' });
    const listed = { ...several, mixes: [...mixes, quoted(7, null, null)] };
    expect(valuesOfProduct(7, at(93), listed)).toEqual({ mix: '7.' });
    expect(valuesOfChosenJob(garage, at(91), listed)).toMatchObject({ job: '93', mix: '7.', poNumber: 'PO-2' });
  });

  it('REQ-01 does not send the purchase order of one job with another job or a new address; a typed one stays', () => {
    const values = firstValues(options, now);
    expect(valuesOfChosenJob(undefined, values, options)).toEqual({ job: NEW_JOB, poNumber: '' });
    expect(valuesOfChosenJob(undefined, { ...values, poNumber: 'PO-NEW' }, options)).toEqual({ job: NEW_JOB });
    const ofBlock = { ...job, orderId: 94, orderType: 3 as const, job: 'Depot', poNumber: null, lastStartsAt: '2026-06-09T11:00:00Z' };
    expect(valuesOfChosenJob(ofBlock, values, options)).toMatchObject({ job: '94', mix: '7.3', poNumber: '' });
    const order = {
      id: 60,
      job: 'Old',
      address: '9 Elm St',
      mix: '',
      quoteNumber: null,
      qtyOrdered: 8,
      interval: null,
      poNumber: 'PO-OLD',
    };
    const again = { ...values, job: '60', poNumber: 'PO-OLD' };
    expect(valuesOfChosenJob(undefined, again, options, { order })).toEqual({ job: NEW_JOB, poNumber: '' });
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
    expect(firstValues(options, now, { order: repeated })).toMatchObject({ job: '50', mix: '8.', quantity: '8.5' });
  });

  it('REQ-04 never takes another product for one that is not offered any more, of an order, a request, a job or a draft', () => {
    const order = {
      id: 50,
      job: 'Mall',
      address: '',
      mix: '5000AE AIR',
      quoteNumber: null,
      qtyOrdered: 60,
      interval: null,
      poNumber: null,
    };
    const request = { ...mix, ...job, jobAddress: '1 Mill St', productId: 5000, isPickedUp: false } as unknown as RequestDetail;
    const draft = readDraft('{"values":{"mix":"5000.3"}}', firstValues(options, now))?.values;
    const ofJob = { ...options, jobs: [{ ...job, productId: 5000, lastStartsAt: '2026-06-10T11:00:00Z' }] };
    for (const values of [firstValues(options, now, { order }), firstValues(options, now, { request }), draft, firstValues(ofJob, now)]) {
      expect(pourFaults(values ?? firstValues(options, now), options, now)).toEqual({ mix: expect.stringContaining('Choose a mix') });
    }
    // The options name the product of the order, whatever its text is now.
    const again = { ...asOrdered, productId: 8 };
    expect(firstValues({ ...options, repeated: again }, now, { order })).toMatchObject({ mix: '8.', quantity: '60' });
  });

  it('REQ-04 repeats an order with all that its request asked for: placement, pickup, slump, hold, contact and notes', () => {
    const order = { id: 50, job: 'Mall', address: '', mix: '3000 AIR', quoteNumber: null, qtyOrdered: 60, interval: 12, poNumber: 'P1' };
    const again = (repeated: Partial<typeof asOrdered>) =>
      firstValues({ ...options, repeated: { ...asOrdered, ...repeated } }, now, { order });
    const asked = { holdQuantity: 5, slump: '6', admixtures: 'Retarder', notes: 'Gate 2', contactName: 'Luis', contactPhone: '4235550111' };
    const pumped = again({ ...asked, placement: 'pump' });
    expect(pumped).toMatchObject({
      ...asked,
      holdQuantity: '5',
      placement: 'pump',
      intervalMinutes: '12',
      yardsPerHour: '',
      poNumber: 'P1',
    });
    expect(again({ yardsPerHour: 40 })).toMatchObject({ intervalMinutes: '', yardsPerHour: '40', contactName: 'Travis Hollifield' });
    const block = again({ productId: 20, isPickedUp: true, plantId: 4 });
    expect(bodyOf(block, options)).toMatchObject({ productId: 20, isPickedUp: true, plantId: 4 });
    expect(again({ productId: 20, unloading: 'forklift' })).toMatchObject({ unloading: 'forklift' });
  });

  it('REQ-01 opens with all of a request that came to nothing except its day, at a known job or at its new one', () => {
    const asked = { productId: 20, quoteId: null, quantity: 180, isPickedUp: false, plantId: 4, unloading: 'forklift', notes: 'Gate 3' };
    const known = { ...asked, job: 'Mall', jobAddress: '1 Mill St', jobAddress1: '1 Mill St', jobAddress2: null };
    const values = firstValues(options, now, { request: known as RequestDetail });
    expect(values).toMatchObject({ job: '91', mix: '20.', quantity: '180', unloading: 'forklift', notes: 'Gate 3', day: '2026-06-18' });
    expect(bodyOf(values, options)).toMatchObject({ jobOrderId: 91, productId: 20, unloading: 'forklift' });

    const elsewhere = { ...known, jobAddress: '2 Mill St, Dalton', jobAddress1: '2 Mill St', jobAddress2: 'Dalton' };
    const other = firstValues(options, now, { request: elsewhere as RequestDetail });
    expect(bodyOf(other, options)).toMatchObject({ jobOrderId: null, jobName: 'Mall', jobAddress1: '2 Mill St', jobAddress2: 'Dalton' });
    expect(pourFaults(other, options, now)).toEqual({});
  });

  it('REQ-01 reports a text that is no number at its field, where it would otherwise be left out silently', () => {
    const values = { ...firstValues(options, now), intervalMinutes: '20 min', holdQuantity: 'ten' };
    const number = 'Enter a number without words, as in 20.';
    expect(pourFaults(values, options, now)).toEqual({ intervalMinutes: number, holdQuantity: number });
    expect(pourFaults({ ...values, intervalMinutes: '', holdQuantity: '4,5', yardsPerHour: '40/h' }, options, now)).toEqual({
      yardsPerHour: number,
    });
    const quantity = '10';
    const more = { ...values, quantity, intervalMinutes: '', holdQuantity: '10.25' };
    expect(pourFaults(more, options, now)).toEqual({ holdQuantity: 'Enter 10 CY at most.' });
    expect(pourFaults({ ...more, holdQuantity: quantity }, options, now)).toEqual({});
    // Fields that the material does not have are not sent.
    expect(pourFaults({ ...values, ...valuesOfMaterial(3, options, now), quantity: '180' }, options, now)).toEqual({});
  });

  it('REQ-01 refuses a year of more than four digits, which some date fields take, and shows the rest of the form', () => {
    const values = firstValues(options, now);
    expect(startText(values)).toBe('Thu, Jun 18 07:00');
    for (const day of ['20261-06-18', '12026-06-18']) {
      expect(startText({ ...values, day })).toBe('');
      expect(pourFaults({ ...values, day }, options, now).day).toContain('60 days');
    }
  });

  it('REQ-04 a request with a rate is asked for again with its rate alone', () => {
    const asked = { ...mix, ...job, isPickedUp: false, jobAddress: '1 Mill St', yardsPerHour: 40, intervalMinutes: 15 };
    const again = (request: object) => bodyOf(firstValues(options, now, { request: request as RequestDetail }), options);
    expect(again(asked)).toMatchObject({ yardsPerHour: 40, intervalMinutes: null });
    expect(again({ ...asked, yardsPerHour: null })).toMatchObject({ yardsPerHour: null, intervalMinutes: 15 });
  });

  it('REQ-04 keeps its key over a reload while the content is the same, and takes another for other content', () => {
    let made = 0;
    const makeKey = () => `key-${++made}`;
    const opened = firstValues(options, now);
    const first = withKey({ values: opened }, options, makeKey);
    const reloaded = readDraft(JSON.stringify(first), opened);
    if (!reloaded) throw new Error('the draft was lost');
    expect(withKey(reloaded, options, makeKey).tried.key).toBe('key-1');
    expect(withKey({ ...reloaded, values: { ...reloaded.values, quantity: '25' } }, options, makeKey).tried.key).toBe('key-2');
    expect(readDraft('{"values":null}', opened)).toBeUndefined();
    expect(readDraft('', opened)).toBeUndefined();
    expect(readDraft('{"values":{"mix":"7.3"}}', opened)?.values).toMatchObject({ mix: '7.3', unit: 'pieces', isPickedUp: false });
  });

  it('REQ-01 asks for block in pallets, delivered or picked up, by the rules of block and without what only concrete has', () => {
    const concrete = { ...firstValues(options, now), slump: '5', yardsPerHour: '40' };
    const values = { ...concrete, ...valuesOfMaterial(3, options, now), unit: 'pallets' as const, quantity: '4' };
    expect(values).toMatchObject({ mix: '20.', startTime: '08:30', unloading: 'boom' });
    expect(pourFaults(values, options, now)).toEqual({});
    const delivered = {
      productId: 20,
      quantity: 360,
      placement: null,
      slump: null,
      yardsPerHour: null,
      unloading: 'boom',
      isPickedUp: false,
    };
    expect(bodyOf(values, options)).toMatchObject(delivered);
    expect(['1,080', '4,5', ' ', 'x'].map((quantity) => bodyOf({ ...values, unit: 'pieces', quantity }, options).quantity)).toEqual([
      1080,
      4.5,
      0,
      Number.NaN,
    ]);
    const few = { ...values, unit: 'pieces' as const, quantity: '40' };
    expect(pourFaults(few, options, now).quantity).toContain('90 EA');
    const pickedUp = { ...few, isPickedUp: true, plantId: '4' };
    expect(pourFaults(pickedUp, options, now)).toEqual({});
    expect(bodyOf(pickedUp, options)).toMatchObject({ quantity: 40, isPickedUp: true, plantId: 4, unloading: null, intervalMinutes: null });
    expect(pourFaults({ ...pickedUp, quantity: '40.5' }, options, now).quantity).toBe('Use whole pieces.');
  });
});
