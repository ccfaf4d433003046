import { MantineProvider } from '@mantine/core';
import type { ActiveTruck } from '@yardage/contract/truck-tracking';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { arrivalLine } from '../spans.ts';
import { TruckRow } from './truck-row.tsx';

// The row asks for the router, which says that there is none.
beforeAll(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterAll(() => void vi.restoreAllMocks());

const NOW = Date.parse('2026-05-04T15:00:00Z');
const at = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();
const etaIn = (minutes: number | null): ActiveTruck['eta'] => ({
  estimatedArrivalTime: minutes === null ? null : at(minutes),
  earliestArrivalTime: minutes === null ? null : at(minutes - 5),
  latestArrivalTime: minutes === null ? null : at(minutes + 10),
  isEtaCalculated: minutes !== null,
  calculatedAt: minutes === null ? null : at(0),
  jobCordinate: null,
});

describe('the row of a truck', () => {
  it('TRK-01 TRK-05 says the same minutes as its details, which are rendered later', () => {
    // A moment ago, the truck of the row was loaded 20 minutes before and not yet due.
    const truck = {
      ...{ truckId: 1, truckNumber: '1101', ticketId: 7, ticketStatusId: 3, isRejected: false, ticketNumber: '40012345' },
      ...{ ticketLoadNumber: 2, productTicketQuantity: 10, unitOfMeasure: 'CY', productNumber: '4000AE', productDescription: '4000 PSI' },
      ...{ plant: 'Amnicola', plantAddress: '2 Plant Rd', loadedAt: at(-20), eta: etaIn(14), position: null },
    } as ActiveTruck;
    const html = renderToStaticMarkup(
      <MantineProvider>
        <TruckRow truck={truck} isSelected nowMs={NOW} isBoardOld={false} onChoose={() => undefined} onOpenTicket={undefined} />
      </MantineProvider>,
    );
    const text = html.replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/Expected about (\d\d:\d\d) Loaded 20 min ago.* Expected about \1, .* Loaded 20 min ago/);
  });

  it('TRK-05 says that the truck is expected, that it is due, or that its arrival is not known', () => {
    const time = (moment: string | null) => (moment ?? '').slice(11, 16);
    expect(arrivalLine(etaIn(35), NOW, time)).toBe('Expected about 15:35');
    expect(arrivalLine(etaIn(35), NOW, time, true)).toBe('Expected about 15:35, 15:30–15:45');
    expect(arrivalLine(etaIn(-17), NOW, time, true)).toBe('Due now');
    expect(arrivalLine(etaIn(null), NOW, time)).toBe('Arrival not known yet');
  });
});
