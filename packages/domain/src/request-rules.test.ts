import { describe, expect, it } from 'vitest';
import { momentAt } from './dates.ts';
import { DEFAULT_REQUEST_RULES, firstDayFor, loadsOf, quantityByHour, quantityFault, startFaults } from './request-rules.ts';
import {
  CHANGE_KINDS,
  changeFault,
  isOpenRequest,
  nextRequestState,
  REQUEST_ACTIONS,
  REQUEST_STATES,
  type RequestAction,
  type RequestState,
} from './request-states.ts';

const rules = DEFAULT_REQUEST_RULES;
const timeZone = 'America/New_York';
/** Wednesday, June 17 2026, at the plants. */
const at = (time: string) => ({ now: momentAt('2026-06-17', time, timeZone), timeZone });

describe('the moment of a clock time', () => {
  it('REQ-01 follows the time zone, also on the days when the clocks change', () => {
    expect(momentAt('2026-06-17', '07:30', timeZone).toISOString()).toBe('2026-06-17T11:30:00.000Z');
    expect(momentAt('2026-12-17', '07:30', timeZone).toISOString()).toBe('2026-12-17T12:30:00.000Z');
    expect(momentAt('2026-03-08', '07:00', timeZone).toISOString()).toBe('2026-03-08T11:00:00.000Z');
    expect(momentAt('2026-11-01', '07:00', timeZone).toISOString()).toBe('2026-11-01T12:00:00.000Z');
    expect(momentAt('2026-06-17', '23:30', 'America/Los_Angeles').toISOString()).toBe('2026-06-18T06:30:00.000Z');
  });
});

describe('the start of a pour', () => {
  const fault = (day: string, startTime: string, now: string, changes = {}) =>
    startFaults({ day, startTime }, { ...rules, ...changes }, at(now));

  it('REQ-01 needs the lead time, opening hours, a working day and the cut-off of the day before', () => {
    expect(fault('2026-06-17', '11:00', '07:00')).toEqual({});
    expect(fault('2026-06-17', '10:45', '07:00').startTime).toContain('4 hours');
    expect(fault('2026-06-18', '05:45', '07:00').startTime).toContain('06:00');
    expect(fault('2026-06-18', '16:15', '07:00').startTime).toContain('16:00');
    expect(fault('2026-06-21', '09:00', '07:00').day).toContain('closed');
    expect(fault('2026-06-16', '09:00', '07:00').day).toBeDefined();
    for (const day of ['2026-08-17', '20261-06-18', '12026-06-18']) expect(fault(day, '09:00', '07:00').day).toContain('60');
    expect(fault('2026-06-18', '09:00', '16:59')).toEqual({});
    expect(fault('2026-06-18', '09:00', '17:00').day).toContain('17:00');
    expect(fault('2026-06-18', '09:00', '23:00', { dayBeforeCutOff: null })).toEqual({});
  });

  it('REQ-01 counts the cut-off from the working day before, over a weekend too', () => {
    const saturday = { now: momentAt('2026-06-20', '12:00', timeZone), timeZone };
    const weekdays = { ...rules, workDays: [1, 2, 3, 4, 5] };
    expect(startFaults({ day: '2026-06-22', startTime: '09:00' }, weekdays, saturday).day).toBeDefined();
    expect(startFaults({ day: '2026-06-23', startTime: '09:00' }, weekdays, saturday)).toEqual({});
    expect(startFaults({ day: '2026-06-22', startTime: '09:00' }, rules, saturday)).toEqual({});
  });

  it('REQ-01 the first day that is offered is always accepted, whatever the clock and the rules', () => {
    for (let hour = 0; hour < 24 * 14; hour += 5) {
      const clock = { now: new Date(Date.UTC(2026, 5, 14, hour)), timeZone };
      const some = { ...rules, leadTimeMinutes: (hour * 37) % 3000, workDays: hour % 2 ? [1, 3, 5] : rules.workDays };
      const day = firstDayFor('08:00', some, clock);
      expect(day).toBeDefined();
      expect(startFaults({ day: day ?? '', startTime: '08:00' }, some, clock)).toEqual({});
    }
  });
});

describe('quantities and loads', () => {
  it('REQ-01 enforces the smallest load and quarter yards', () => {
    expect(quantityFault(0.5, rules)).toContain('1 CY');
    expect(quantityFault(8.25, rules)).toBeNull();
    expect(quantityFault(8.3, rules)).not.toBeNull();
    expect(quantityFault(null, rules)).not.toBeNull();
  });

  it('REQ-01 REQ-05 spacing and yards per hour give the loads, whose hours add up to the quantity', () => {
    expect(loadsOf({ quantity: 42, intervalMinutes: null, yardsPerHour: 40 }, rules)).toEqual({ loadCount: 5, intervalMinutes: 15 });
    expect(loadsOf({ quantity: 9, intervalMinutes: 20, yardsPerHour: null }, rules)).toEqual({ loadCount: 1, intervalMinutes: null });
    for (let quantity = 1; quantity < 400; quantity += 13.25) {
      const hours = quantityByHour('22:50', quantity, loadsOf({ quantity, intervalMinutes: 12, yardsPerHour: null }, rules));
      expect(hours.reduce((sum, each) => sum + each, 0)).toBeCloseTo(quantity);
    }
    const hours = quantityByHour('07:30', 40, { loadCount: 4, intervalMinutes: 20 });
    expect(hours.slice(7, 9)).toEqual([20, 20]);
  });
});

describe('the states of a request', () => {
  it('REQ-02 in any sequence of actions, a finished request stays finished, and only confirm and accept make it confirmed', () => {
    let seed = 7;
    const random = (count: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % count;
    };
    const check = (state: RequestState, action: RequestAction, next: RequestState | undefined) => {
      if (!isOpenRequest(state)) expect(next).toBeUndefined();
      if (next === 'confirmed') expect(['confirm', 'accept']).toContain(action);
      if (action === 'accept' && next) expect(state).toBe('proposed');
    };
    let state: RequestState = 'requested';
    for (let step = 0; step < 4000; step += 1) {
      if (step % 12 === 0) state = 'requested';
      const action = REQUEST_ACTIONS[random(REQUEST_ACTIONS.length)] ?? 'confirm';
      const next = nextRequestState(state, action);
      check(state, action, next);
      state = next ?? state;
    }
    for (const open of REQUEST_STATES.filter(isOpenRequest)) expect(nextRequestState(open, 'withdraw')).toBe('withdrawn');
  });

  it('REQ-03 changes depend on the status, the tickets and the cut-off', () => {
    const now = new Date('2026-06-17T12:00:00Z');
    const order = { statusId: 1, startsAt: '2026-06-17T13:00:00Z', hasTickets: false };
    const possible = (changes: Partial<typeof order>) =>
      CHANGE_KINDS.filter((kind) => !changeFault(kind, { ...order, ...changes }, rules, now));
    expect(possible({})).toEqual(['spacing', 'add']);
    expect(possible({ startsAt: '2026-06-17T15:00:00Z' })).toEqual(['hold', 'cancel', 'move', 'spacing', 'add']);
    // A will-call is not scheduled, so the cut-off does not protect it.
    expect(possible({ statusId: 3 })).toEqual(['release', 'cancel', 'move', 'spacing', 'add']);
    expect(possible({ statusId: 6, hasTickets: true })).toEqual(['hold', 'spacing', 'add', 'balance']);
    expect(possible({ statusId: 4, hasTickets: true })).toEqual(['resume', 'spacing', 'add']);
    expect(possible({ statusId: 9 })).toEqual([]);
    expect(changeFault('cancel', order, rules, now)).toBe('cut-off');
  });
});
