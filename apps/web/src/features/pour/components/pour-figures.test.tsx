import type { PourAnswer } from '@yardage/contract/pour';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { shownPour } from '../board.ts';
import { PourAlerts, PourFigures, PourQuantities } from './pour-figures.tsx';
import { PourTimeline } from './pour-timeline.tsx';

const NOW = Date.parse('2026-11-16T15:00:00Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const time = (moment: string) => moment.slice(11, 16);

/** An order with a load that is done, and nobody on site for half an hour. */
function boardOf(
  order: Pick<PourAnswer, 'orderType' | 'unitOfMeasure' | 'piecesPerPallet' | 'ordered'> & Partial<PourAnswer>,
  quantity: number,
  nowMs = NOW,
): string {
  const load = { id: 1, ticketNumber: '1', loadNumber: 1, statusId: 6, truckNumber: '12', quantity, isRejected: false, eta: null };
  const times = { dueAt: null, ticketedAt: at(-120), loadedAt: at(-110), leftAt: at(-100), arrivedAt: at(-60), pourStartedAt: at(-55) };
  const answer: PourAnswer = {
    asOf: at(0),
    orderNumber: '7',
    orderStatusId: 6,
    job: 'Fire hall',
    product: 'P',
    plant: 'North',
    timeZone: 'America/New_York',
    startsAt: at(-60),
    intervalMinutes: 15,
    loadCount: 4,
    maxAgeMinutes: order.orderType === 1 ? 90 : null,
    hasTrucks: true,
    loads: [{ ...load, ...times, finishedAt: at(-30) }],
    ...order,
  };
  const pour = shownPour(answer, nowMs);
  return renderToStaticMarkup(
    <>
      <PourAlerts pour={pour} />
      <PourQuantities pour={pour} />
      <PourFigures pour={pour} time={time} />
      <PourTimeline pour={pour} time={time} />
    </>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

describe('the words of a board', () => {
  it('POUR-01 are those of a pour for concrete', () => {
    const text = boardOf({ orderType: 1, unitOfMeasure: 'CY', piecesPerPallet: null, ordered: 40 }, 10);
    for (const words of ['10 of 40 CY poured', 'Pouring', 'Age', 'No truck has been on site for 30 min']) expect(text).toContain(words);
  });

  it('POUR-01 REQ-03 say that a stopped order is not finished, and on which day the last load of another day was', () => {
    const concrete = { orderType: 1, unitOfMeasure: 'CY', piecesPerPallet: null, ordered: 40 } as const;
    const stopped = boardOf({ ...concrete, orderStatusId: 7 }, 10);
    expect(stopped).toContain('Finish No more trucks come last load at 14:30');
    expect(stopped).not.toContain('Finished last');
    expect(boardOf({ ...concrete, orderStatusId: 5 }, 10)).toContain('Finish Finished last load at 14:30');
    const dayLater = NOW + 24 * 60 * 60_000;
    expect(boardOf({ ...concrete, orderStatusId: 5 }, 10, dayLater)).toContain('last load at Mon, Nov 16 14:30');
    expect(boardOf({ ...concrete, orderStatusId: 1, loads: [] }, 10, dayLater)).toContain('planned for Mon, Nov 16 14:00, no ticket yet');
  });

  it('POUR-01 are those of a delivery for stone and block, without ages and gaps, and block is counted in pallets too', () => {
    const stone = boardOf({ orderType: 2, unitOfMeasure: 'TN', piecesPerPallet: null, ordered: 88 }, 22);
    const block = boardOf({ orderType: 3, unitOfMeasure: 'EA', piecesPerPallet: 90, ordered: 1080 }, 495);
    expect(stone).toContain('22 of 88 TN delivered');
    expect(block).toContain('495 of 1,080 EA delivered 5.5 of 12 pallets');
    for (const text of [stone, block]) {
      expect(text).toContain('Unloading');
      expect(text).not.toMatch(/pour|\bage\b|No truck has been on site/i);
    }
  });
});
