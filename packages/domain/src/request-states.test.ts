import { describe, expect, it } from 'vitest';
import { momentAt, weekday } from './dates.ts';
import { quoteStatusLabel } from './quotes.ts';
import {
  changeQuantityFault,
  DEFAULT_MATERIAL_RULES,
  DEFAULT_REQUEST_RULES,
  firstDayFor,
  loadsOf,
  quantityByHour,
  quantityFault,
  startFaults,
} from './request-rules.ts';
import {
  CHANGE_KINDS,
  type ChangeKind,
  changeFault,
  isOpenRequest,
  nextRequestState,
  REQUEST_ACTIONS,
  REQUEST_STATES,
  statusAfterChange,
} from './request-states.ts';

const rules = DEFAULT_REQUEST_RULES;
const timeZone = 'America/New_York';
const clockAt = (day: string, time: string) => ({ now: momentAt(day, time, timeZone), timeZone });

describe('the states of a request', () => {
  it('REQ-02 dispatch proposes, confirms and declines; the customer accepts, refuses and withdraws', () => {
    const table = Object.fromEntries(
      REQUEST_STATES.map((state) => [state, REQUEST_ACTIONS.map((action) => nextRequestState(state, action) ?? '-').join(' ')]),
    );
    const over = '- - - - - - -';
    expect(REQUEST_ACTIONS.join(' ')).toBe('propose confirm decline accept refuse withdraw expire');
    expect(table).toEqual({
      requested: 'proposed confirmed declined - - withdrawn expired',
      proposed: 'proposed confirmed declined confirmed requested withdrawn expired',
      ...{ confirmed: over, declined: over, withdrawn: over, expired: over },
    });
    expect(REQUEST_STATES.filter(isOpenRequest)).toEqual(['requested', 'proposed']);
  });

  it('REQ-03 a confirmed change moves the order on, and others leave its status alone', () => {
    const after = (kind: ChangeKind, statusId: number, hasTickets = false) => statusAfterChange(kind, { statusId, hasTickets });
    expect([after('cancel', 1), after('release', 3)]).toEqual([9, 1]);
    expect([after('hold', 1), after('hold', 6, true)]).toEqual([4, 7]);
    expect([after('resume', 4), after('resume', 7, true)]).toEqual([1, 6]);
    for (const kind of ['move', 'spacing', 'add', 'balance'] as const) expect(after(kind, 6, true), kind).toBe(6);
  });

  it('REQ-03 the cut-off counts to the minute, and only for what it concerns', () => {
    const order = { statusId: 1, startsAt: '2026-06-17T14:00:00Z', hasTickets: false };
    const at = (now: string) =>
      CHANGE_KINDS.filter((kind) => changeFault(kind, order, { changeCutOffMinutes: 120 }, new Date(now)) === 'cut-off');
    expect(at('2026-06-17T12:00:00Z')).toEqual([]);
    expect(at('2026-06-17T12:00:01Z')).toEqual(['hold', 'cancel', 'move']);
    // Once a load is ticketed, what has not started can no longer be changed; what goes on can.
    const shipping = { ...order, hasTickets: true };
    expect(CHANGE_KINDS.map((kind) => changeFault(kind, shipping, { changeCutOffMinutes: 120 }, new Date('2026-06-17T13:59:00Z')))).toEqual(
      ['status', null, 'status', 'status', 'status', null, null, 'status'],
    );
    // What is not scheduled has no cut-off: on hold, will-call and back order.
    for (const statusId of [4, 3, 8]) {
      const wasDue = (kind: ChangeKind) =>
        changeFault(kind, { ...order, statusId }, { changeCutOffMinutes: 120 }, new Date('2026-06-18T09:00:00Z'));
      expect([wasDue('move'), wasDue('cancel')], String(statusId)).toEqual([null, null]);
    }
  });
});

describe('the quantity of a change', () => {
  it('REQ-03 is one that the material is sold in, and a final balance may be 0', () => {
    const isTaken = (kind: ChangeKind, quantity: number | null, orderType: 1 | 2 | 3) =>
      changeQuantityFault(kind, quantity, orderType) === null;
    expect([isTaken('add', 0.25, 1), isTaken('add', 12, 3), isTaken('balance', 0, 1), isTaken('balance', 6.5, 1)]).not.toContain(false);
    expect([isTaken('add', 12.5, 3), isTaken('add', 0.1, 1), isTaken('balance', 8.333, 1), isTaken('add', 99_999, 1)]).not.toContain(true);
    expect([isTaken('add', 0, 1), isTaken('add', null, 1), isTaken('balance', null, 1), isTaken('balance', -1, 1)]).not.toContain(true);
    expect(isTaken('move', null, 1)).toBe(true);
  });
});

describe('when a pour can start', () => {
  const faultsAt = (day: string, startTime: string, now: [string, string], more: Partial<typeof rules> = {}) =>
    startFaults({ day, startTime }, { ...rules, ...more }, clockAt(...now));

  it('REQ-01 the limits themselves are accepted: first and last start, last day, lead time', () => {
    const now: [string, string] = ['2026-06-17', '07:00'];
    expect(faultsAt('2026-06-18', '06:00', now)).toEqual({});
    expect(faultsAt('2026-06-18', '16:00', now)).toEqual({});
    expect(faultsAt('2026-06-18', '16:01', now).startTime).toBeDefined();
    expect(faultsAt('2026-06-24', '09:00', now, { horizonDays: 7 })).toEqual({});
    expect(faultsAt('2026-06-25', '09:00', now, { horizonDays: 7 }).day).toContain('7');
    expect(faultsAt('2026-06-17', '11:00', now)).toEqual({});
    expect(faultsAt('2026-06-17', '10:59', now).startTime).toBeDefined();
  });

  it('REQ-01 the cut-off of the day before does not hold for today, and skips days off', () => {
    expect(faultsAt('2026-06-17', '15:00', ['2026-06-17', '05:00'])).toEqual({});
    // Monday is open until Saturday's cut-off, or Friday's where Saturdays are off, or the only working day's of the week before.
    expect(faultsAt('2026-06-22', '15:00', ['2026-06-20', '16:59'])).toEqual({});
    expect(faultsAt('2026-06-22', '15:00', ['2026-06-20', '17:00']).day).toContain('17:00');
    expect(faultsAt('2026-06-22', '15:00', ['2026-06-21', '05:00']).day).toContain('17:00');
    expect(faultsAt('2026-06-22', '15:00', ['2026-06-15', '16:59'], { workDays: [1] })).toEqual({});
    expect(faultsAt('2026-06-22', '15:00', ['2026-06-15', '17:00'], { workDays: [1] }).day).toContain('17:00');
    expect(faultsAt('2026-06-23', '15:00', ['2026-06-16', '16:00'], { workDays: [1, 2] })).toEqual({});
  });

  it('REQ-01 says the lead time in hours and minutes', () => {
    const text = (leadTimeMinutes: number) => faultsAt('2026-06-17', '07:10', ['2026-06-17', '07:00'], { leadTimeMinutes }).startTime;
    expect(text(45)).toContain('45 minutes');
    expect(text(120)).toContain('2 hours');
    expect(text(120)).not.toContain('minute');
    expect(text(150)).toMatch(/2 hours.*30 minutes/);
  });

  it('REQ-01 offers the first day that is possible, from a day on, and none beyond the horizon', () => {
    const clock = clockAt('2026-06-17', '07:00');
    expect(firstDayFor('11:00', rules, clock)).toBe('2026-06-17');
    expect(firstDayFor('10:00', rules, clock)).toBe('2026-06-18');
    expect(firstDayFor('10:00', rules, clock, '2026-06-21')).toBe('2026-06-22');
    expect(firstDayFor('20:00', rules, clock)).toBeUndefined();
    expect(firstDayFor('10:00', { ...rules, horizonDays: 1 }, clock)).toBe('2026-06-18');
    expect(firstDayFor('10:00', { ...rules, horizonDays: 0 }, clock)).toBeUndefined();
    expect([weekday('2026-06-15'), weekday('2026-06-20'), weekday('2026-06-21')]).toEqual([1, 6, 7]);
  });

  it('REQ-01 a time that the clocks skip is the one an hour later, and of one that comes twice the first is meant', () => {
    expect(momentAt('2026-03-08', '02:30', timeZone).toISOString()).toBe('2026-03-08T07:30:00.000Z');
    expect(momentAt('2026-11-01', '01:30', timeZone).toISOString()).toBe('2026-11-01T05:30:00.000Z');
    // East of Greenwich, too.
    expect(momentAt('2026-03-29', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect(momentAt('2026-10-25', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect(momentAt('2026-10-25', '03:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T02:30:00.000Z');
  });
});

describe('quantities and loads', () => {
  it('REQ-01 each material has its unit, steps and limits; a pickup has no minimum', () => {
    const concrete = (quantity: number | null) => quantityFault(quantity, rules);
    expect([1, 0.99, 1.25, 1.3, 5000, 5000.25].map((quantity) => concrete(quantity) === null)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect([null, Number.NaN].map(concrete)).toEqual(['Enter a quantity.', 'Enter a quantity.']);
    expect([0, -1].map(concrete)).toEqual(['Enter a quantity above 0.', 'Enter a quantity above 0.']);
    expect(concrete(0.5)).toBe('The smallest load is 1 CY.');
    expect(quantityFault(0.5, rules, { orderType: 1, isPickedUp: true })).toBeNull();
    const stone = (quantity: number) => quantityFault(quantity, DEFAULT_MATERIAL_RULES[2], { orderType: 2, isPickedUp: false });
    expect([5, 4.5, 5.5, 5.25, 50_000, 50_000.5].map((quantity) => stone(quantity) === null)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(stone(4.5)).toContain('5 TN');
    const block = (quantity: number) => quantityFault(quantity, DEFAULT_MATERIAL_RULES[3], { orderType: 3, isPickedUp: false });
    expect([90, 90.5, 100_000, 100_001].map((quantity) => block(quantity) === null)).toEqual([true, false, true, false]);
  });

  it('REQ-01 loads are as few as the trucks allow; their spacing is the requested one, otherwise the usual one', () => {
    const loads = (quantity: number, intervalMinutes: number | null, yardsPerHour: number | null, orderType: 1 | 2 | 3 = 1) =>
      loadsOf({ quantity, intervalMinutes, yardsPerHour }, { truckLoad: 10 }, orderType);
    expect(loads(10, 20, null)).toEqual({ loadCount: 1, intervalMinutes: null });
    expect(loads(10.25, 20, 40)).toEqual({ loadCount: 2, intervalMinutes: 20 });
    expect(loads(30, null, 60)).toEqual({ loadCount: 3, intervalMinutes: 10 });
    expect(loads(30, null, 5000)).toEqual({ loadCount: 3, intervalMinutes: 1 });
    expect([loads(20, null, null, 1), loads(20, null, 0, 2), loads(20, null, null, 3)].map((each) => each.intervalMinutes)).toEqual([
      15, 15, 60,
    ]);
    expect(loads(0, null, null).loadCount).toBe(1);
  });

  it('REQ-05 counts each load to the hour in which it is due, and those after midnight to the last hour', () => {
    const hours = (start: string, loadCount: number, intervalMinutes: number | null) =>
      quantityByHour(start, loadCount * 10, { loadCount, intervalMinutes }).flatMap((quantity, hour) =>
        quantity > 0 ? [[hour, quantity]] : [],
      );
    expect(hours('07:45', 3, 15)).toEqual([
      [7, 10],
      [8, 20],
    ]);
    expect(hours('22:30', 4, 30)).toEqual([
      [22, 10],
      [23, 30],
    ]);
    expect(hours('09:59', 1, null)).toEqual([[9, 10]]);
    expect(quantityByHour('07:00', 10, { loadCount: 1, intervalMinutes: null })).toHaveLength(24);
  });
});

describe('a quote', () => {
  it('QUO-04 that is neither active nor inactive is pending', () => {
    expect([true, false, null].map(quoteStatusLabel)).toEqual(['Active', 'Inactive', 'Pending']);
  });
});
