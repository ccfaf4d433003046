import { readFileSync } from 'node:fs';
import { positionFix, ticketEvent } from '@yardage/contract/telemetry';
import { describe, expect, it } from 'vitest';
import { missingFields, proposeMapping } from './import/import-fields.ts';
import { readRecords } from './import/read-records.ts';
import { readRows } from './import/read-rows.ts';
import { SUPPLY_MESSAGES } from './supply.messages.ts';

const text = readFileSync(new URL('../../../../../docs/integration.md', import.meta.url), 'utf8');
const words = (sentence: string) => sentence.replace(/[.,;:|`]/g, '').split(/\s+/);
const plainText = words(text).join(' ');

describe('docs/integration.md', () => {
  it('FED-06 lists every reason for which a record is refused', () => {
    const others = ['waitsFor', 'appliedBefore', 'otherVersion'];
    const missing = Object.entries(SUPPLY_MESSAGES)
      .filter(([name]) => !others.includes(name))
      .map(([, message]) => words(typeof message === 'function' ? (message as (value: string) => string)('…') : message))
      .filter(
        (said) => ![said.slice(0, 4), said.slice(-4)].some((part) => plainText.includes(part.filter((word) => word !== '').join(' '))),
      )
      .map((said) => said.join(' '));
    expect(missing).toEqual([]);
  });

  it('FED-10 has an example of a file with all columns that a ticket needs', async () => {
    const csv = (/```\n( {2}key,customerKey[\s\S]*?)```/.exec(text)?.[1] ?? '').replaceAll(/^ {2}/gm, '');
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(csv);
    }
    const mapping = proposeMapping('tickets', (csv.split('\n')[0] ?? '').split(','));
    expect(missingFields('tickets', mapping)).toEqual([]);
    const rules = {
      resource: 'tickets',
      mapping,
      updatedAt: '2026-01-17T00:00:00Z',
      skipToLine: 0,
      dateOrder: 'ymd',
      decimal: 'point',
      timeZone: 'America/New_York',
    } as const;
    const records: unknown[] = [];
    for await (const record of readRecords(readRows(bytes(), { encoding: 'utf-8', delimiter: 'comma' }), rules)) records.push(record);
    expect(records).toMatchObject([
      { record: { key: '110001', customerKey: '1001', lines: [{ productKey: '4000AE', amount: 1500 }, {}] } },
    ]);
  });

  it('FED-03 TRK-06 TRK-07 has examples of telemetry that are accepted', () => {
    const bodies = [...text.matchAll(/telemetry\/(?:ticket-events|positions)[\s\S]*?-d '([\s\S]*?)'\n/g)].map(([, json = '']) =>
      JSON.parse(json),
    );
    expect(bodies).toHaveLength(2);
    for (const event of bodies[0].events) expect(ticketEvent.safeParse(event).error).toBeUndefined();
    for (const fix of bodies[1].positions) expect(positionFix.safeParse(fix).error).toBeUndefined();
  });
});
