import type { PourAnswer, SentPourLoad } from '@yardage/contract/pour';
import { describe, expect, it } from 'vitest';
import { shownPour } from './board.ts';
import { alertsOf } from './components/pour-figures.tsx';
import { isPouring } from './pour.api.ts';

const NOW = Date.parse('2026-05-04T14:00:00Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

const load = (loadNumber: number, finishedAt: number, more: Partial<SentPourLoad> = {}): SentPourLoad => ({
  id: loadNumber,
  ticketNumber: String(loadNumber),
  loadNumber,
  statusId: 6,
  truckNumber: '12',
  quantity: 10,
  dueAt: null,
  ticketedAt: at(finishedAt - 60),
  loadedAt: at(finishedAt - 55),
  leftAt: at(finishedAt - 45),
  arrivedAt: at(finishedAt - 18),
  pourStartedAt: at(finishedAt - 14),
  finishedAt: at(finishedAt),
  isRejected: false,
  eta: null,
  ...more,
});

const answer = (loads: SentPourLoad[], more: Partial<PourAnswer> = {}): PourAnswer => ({
  asOf: at(0),
  orderNumber: '1',
  orderType: 1,
  orderStatusId: 6,
  job: 'Slab',
  product: '4000 PSI',
  unitOfMeasure: 'CY',
  piecesPerPallet: null,
  plant: 'North',
  timeZone: 'America/New_York',
  ordered: 80,
  startsAt: at(-30),
  intervalMinutes: 15,
  loadCount: 8,
  maxAgeMinutes: 90,
  hasTrucks: true,
  loads,
  ...more,
});

describe('the board of an order', () => {
  it('POUR-01 POUR-02 a rejected load causes no alert, and does not keep the board live', () => {
    const rejected = load(1, 0, { statusId: 4, pourStartedAt: null, finishedAt: null, isRejected: true, loadedAt: at(-100) });
    const isOld = (loads: SentPourLoad[]) => alertsOf(shownPour(answer(loads), NOW)).some((text) => text.includes('min old'));
    expect([isOld([rejected]), isOld([{ ...rejected, statusId: 6, isRejected: false }])]).toEqual([false, false]);
    expect(isOld([{ ...rejected, isRejected: false }])).toBe(true);
    const isLive = (more: Partial<SentPourLoad>) => isPouring({ orderStatusId: 5, loads: [{ ...rejected, ...more }] });
    expect([isLive({}), isLive({ isRejected: false })]).toEqual([false, true]);
  });

  it('POUR-01 expects the rest of an order whose load count is not known', () => {
    const { board } = shownPour(answer([load(1, -30), load(2, -15), load(3, -1)], { loadCount: 0 }), NOW);
    expect(board.next).toEqual({ kind: 'scheduled', at: Date.parse(at(15)) });
    expect(board.balance).toEqual({ quantity: 50, loads: 5, lastLoad: 10, isUnplanned: false });
    expect(board.finish?.estimatedAt).toBeGreaterThan(Date.parse(at(75)));
    expect(board.ratePlanned).toBe(40);
  });
});
