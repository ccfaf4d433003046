import type { OrderTicket } from '@yardage/contract/orders';
import { brandingSchema } from '@yardage/contract/public-config';
import { runInLanguage } from '@yardage/messages/language';
import { describe, expect, it } from 'vitest';
import { renderDocument } from '#server/documents/render-document';
import { readPdf, wordsOfPdf } from '#server/documents/testing/pdf-text';
import { type OrderDocumentOptions, type OrderForDocument, orderDocument } from './orders.document.ts';

const BRANDING = brandingSchema.parse({
  platformName: 'Yardage',
  documentTitle: 'Yardage',
  logoUrl: null,
  accentColor: '#2f5d7c',
  supportPhone: '(423) 555-0142',
  supportEmail: 'support@example.com',
  privacyPolicyUrl: null,
  showWelcomeMessage: true,
  entryVideoUrl: null,
  bannerUrl: null,
  addressLines: [],
});

function ticketOf(loadNumber: number): OrderTicket {
  return {
    id: loadNumber,
    ticketNumber: String(5_520_109 + loadNumber),
    statusId: 6,
    isCancelled: false,
    ticketDateTime: '2026-11-12T10:50:00Z',
    truckNo: '307',
    loadNumber,
    quantity: 9.5,
    unitOfMeasure: 'CY',
    loadingTime: '2026-11-12T10:55:00Z',
    toJobTime: '2026-11-12T11:05:00Z',
    onJobTime: '2026-11-12T11:30:00Z',
    finishUnloadingTime: null,
    expectedArrivalTime: null,
    signOff: null,
  };
}

const ORDER: OrderForDocument = {
  id: 9,
  dataset: 'CHA',
  orderNumber: '104512',
  orderType: 1,
  orderStatusId: 6,
  orderStatus: 'Shipping',
  date: '2026-11-12T11:30:00Z',
  shipDate: '2026-11-12',
  onJobTime: '2026-11-12T11:30:00Z',
  plant: 'Riverside Plant',
  plantNumber: '012',
  shipToAddress: '220 Riverfront Parkway, Chattanooga, TN 37402',
  mix: '4000-57-AE 4000 psi air entrained',
  interval: 12,
  ticketTime: '2026-11-12T10:50:00Z',
  orderedBy: 'Dana Whitfield',
  qtyOrdered: 1080,
  qtyDelivered: 19,
  inTransitQty: 9.5,
  atPlantQty: 0,
  onRoadQty: 0,
  onJobQty: 9.5,
  loadCount: 108,
  unitOfMeasure: 'CY',
  job: 'Riverwalk Phase 3',
  poNumber: 'PO-88213',
  quoteNumber: 'Q-2206',
  quoteName: 'Riverwalk 2026',
  customerName: 'Ridgeline Constructors LLC',
  jobAddress1: '220 Riverfront Parkway',
  jobAddress2: 'Chattanooga, TN 37402',
  altKeyOrderId: 'A-9',
  jobNumber: null,
  startTime: '2026-11-12T11:30:00Z',
  tickets: [1, 2, 3].map(ticketOf),
  unitPriceCents: 14_850,
  taxRatePpm: 92_500,
};

const TIME_ZONE = 'America/New_York';

const render = (order: OrderForDocument, options: Partial<OrderDocumentOptions> = {}) =>
  renderDocument(BRANDING, orderDocument(order, { canSeePrices: true, timeZone: TIME_ZONE, ...options }));

const linesOf = async (order: OrderForDocument, options?: Partial<OrderDocumentOptions>) =>
  wordsOfPdf(await render(order, options)).split('\n');

describe('order confirmation', () => {
  it('API-06 shows the order, its quantities and its times in the zone of the data source', async () => {
    const lines = await linesOf(ORDER);
    const facts = ['104512', 'Shipping', 'Ridgeline Constructors LLC', 'Riverwalk Phase 3', 'PO-88213', 'Dana Whitfield', 'Concrete'];
    const delivery = ['220 Riverfront Parkway', 'Chattanooga, TN 37402', '012 Riverside Plant', '4000-57-AE 4000 psi air entrained'];
    const figures = [
      '1,080.00 CY',
      '19.00 CY',
      '9.50 CY',
      '108, every 12 min',
      '11/12/2026 06:30',
      'Start time (Eastern Time)',
      'Q-2206 Riverwalk 2026',
    ];
    for (const text of [...facts, ...delivery, ...figures]) expect(lines).toContain(text);
  });

  it('API-06 lists the tickets with truck, load, quantity and times, and adds them up', async () => {
    const lines = await linesOf(ORDER);
    expect(lines.join(' ')).toContain('Leave Plant Arrived Job Finished Pour');
    const first = lines.indexOf('5520110');
    expect(lines.slice(first, first + 9)).toEqual([
      '5520110',
      '1',
      '307',
      'Finish Unloading',
      '9.50',
      '11/12/2026 05:50',
      '05:55',
      '06:05',
      '06:30',
    ]);
    expect(lines.slice(lines.indexOf('Total'), lines.indexOf('Total') + 2)).toEqual(['Total', '28.50']);
  });

  it('ORD-18 says which ticket is cancelled, and does not count it', async () => {
    const lines = await linesOf({ ...ORDER, tickets: [ticketOf(1), { ...ticketOf(2), isCancelled: true }] });
    const second = lines.indexOf('5520111');
    expect(lines.slice(second + 3, second + 5)).toEqual(['Cancelled', '9.50']);
    expect(lines.slice(lines.indexOf('Total'), lines.indexOf('Total') + 2)).toEqual(['Total', '9.50']);
  });

  it('ORD-18 SGN-01 says which load was rejected on the job, and does not count it', async () => {
    const lines = await linesOf({ ...ORDER, tickets: [ticketOf(1), { ...ticketOf(2), signOff: 'rejected' }] });
    const second = lines.indexOf('5520111');
    expect(lines.slice(second + 3, second + 5)).toEqual(['Rejected', '9.50']);
    expect(lines.slice(lines.indexOf('Total'), lines.indexOf('Total') + 2)).toEqual(['Total', '9.50']);
  });

  it('API-06 keeps ticket numbers and times whole in the widest case: aggregates in Spanish, in September', async () => {
    const at = (time: string) => `2026-09-16T${time}:00Z`;
    const tickets = [31_100_001, 31_100_002, 3_110_000_003].map((number, index) => ({
      ...ticketOf(index + 1),
      ticketNumber: String(number),
      statusId: index === 0 ? 5 : 6,
      truckNo: index === 2 ? 'Ridgeline Hauling 307' : '307',
      ticketDateTime: at('12:15'),
      loadingTime: at('12:20'),
      toJobTime: at('12:30'),
      onJobTime: at('12:50'),
      finishUnloadingTime: at('13:10'),
    }));
    const order = { ...ORDER, orderType: 2, unitOfMeasure: 'TN', tickets: tickets.map((ticket) => ({ ...ticket, unitOfMeasure: 'TN' })) };
    const lines = await runInLanguage('es', () => linesOf(order));
    for (const { ticketNumber } of tickets) expect(lines).toContain(ticketNumber);
    for (const text of ['Descargado', '08:20', '08:30', '08:50', '09:10']) expect(lines).toContain(text);
  });

  it('API-06 announces no loads of an order that is over', async () => {
    const without = { ...ORDER, tickets: [] };
    expect(await linesOf(without)).toContain('No load of this order has been ticketed yet.');
    for (const orderStatusId of [0, 5, 9])
      expect(await linesOf({ ...without, orderStatusId })).toContain('No load of this order was ticketed.');
  });

  it('API-06 estimates price and tax for those who see prices', async () => {
    const lines = await linesOf(ORDER);
    const estimate = ['1,080.00 CY at $148.50 per CY', '$160,380.00', 'Tax, 9.25%', '$14,835.15', 'Estimated total', '$175,215.15'];
    for (const text of estimate) expect(lines).toContain(text);
  });

  it('PER-13 shows a Field member no price or amount anywhere', async () => {
    const bytes = await render(ORDER, { canSeePrices: false });
    const words = wordsOfPdf(bytes);
    expect(words).toContain('104512');
    expect(words).not.toMatch(/\$|price|tax|estimate|amount|invoice|148\.50|14850|160,?380|175,?215/i);
  });

  it('shows no estimate where there is no price, or where the order is cancelled', async () => {
    expect((await linesOf({ ...ORDER, unitPriceCents: null })).join()).not.toContain('$');
    expect((await linesOf({ ...ORDER, orderStatusId: 9, orderStatus: 'Cancelled' })).join()).not.toContain('$');
  });

  it('works without any optional field', async () => {
    const empty = { poNumber: null, orderedBy: null, quoteNumber: null, quoteName: null, interval: null, jobAddress2: null, tickets: [] };
    const lines = await linesOf({ ...ORDER, ...empty });
    expect(lines.filter((line) => line === '—')).toHaveLength(3);
    expect(lines).toContain('No load of this order has been ticketed yet.');
    expect(lines.join('\n')).not.toMatch(/null|undefined|NaN/);
  });

  it('shows the unit of every quantity if units differ, and no sum', async () => {
    const lines = await linesOf({ ...ORDER, tickets: [ticketOf(1), { ...ticketOf(2), unitOfMeasure: 'TN' }] });
    expect(lines).toContain('9.50 TN');
    expect(lines).not.toContain('Total');
  });

  it('breaks a long list of tickets over pages', async () => {
    const pages = readPdf(await render({ ...ORDER, tickets: Array.from({ length: 120 }, (_, index) => ticketOf(index + 1)) }));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat().filter(({ text }) => text === '307')).toHaveLength(120);
  });
});
