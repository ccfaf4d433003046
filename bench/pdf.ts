import type { TicketDetail } from '@yardage/contract/tickets';
import { readConfig } from '../apps/server/src/config.ts';
import { MergedPdf, renderDocument } from '../apps/server/src/documents/render-document.ts';
import { ticketDocument } from '../apps/server/src/features/tickets/tickets.document.ts';

// One-page documents per second of processor time, and a file of 100 tickets: `npm run bench -- pdf`. Processor time, not the clock, because
// a machine that is busy with something else would only change the clock. At least 150 a second are wanted.

const WANTED = 150;
const WARM_UP = 100;
const DOCUMENTS = 500;
const MERGED = 100;
const ZONE = 'America/New_York';

const { branding } = readConfig({});

const one = await processorSeconds(async () => {
  for (let index = 0; index < DOCUMENTS; index += 1) await renderDocument(branding, ticketDocument(ticketOf(index), ZONE));
});
const merged = await processorSeconds(async () => {
  const file = new MergedPdf(branding, 'Tickets');
  for (let index = 0; index < MERGED; index += 1) await file.add(ticketDocument(ticketOf(index), ZONE));
  await file.end();
});
const perSecond = DOCUMENTS / one;
console.log(`  one page: ${perSecond.toFixed(0)} documents per second and core${perSecond < WANTED ? ` (${WANTED} are wanted)` : ''}`);
console.log(`  ${MERGED} tickets in one file: ${(merged * 1000).toFixed(0)} ms, ${(MERGED / merged).toFixed(0)} pages per second and core`);

async function processorSeconds(work: () => Promise<void>): Promise<number> {
  for (let index = 0; index < WARM_UP; index += 1) await renderDocument(branding, ticketDocument(ticketOf(index), ZONE));
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** A usual ticket: two products, all times, a note. */
function ticketOf(index: number): TicketDetail {
  const at = (minutes: number) => new Date(Date.parse('2026-05-11T12:00:00Z') + (index * 7 + minutes) * 60_000).toISOString();
  return {
    id: index,
    orderId: 1,
    dataset: 'BNCH',
    ticketDateTime: at(0),
    ticketNumber: `11${index}`,
    orderNumber: '4711',
    orderType: 1,
    invoiceDocumentNumber: 'I4711',
    statusId: 6,
    isCancelled: false,
    truckNo: 'T12',
    totalQuantity: 10,
    qtyDelivered: 10,
    unitOfMeasure: 'CY',
    job: 'Cedar Glade, building 4',
    loadNumber: 1 + (index % 9),
    plant: 'Chattanooga North',
    dueOnJobTime: at(30),
    loadingTime: at(4),
    customerName: 'Ridge Builders',
    customerNumber: 'C100',
    plantCode: 'P1',
    operator: 'Dana Fields',
    phoneNo: '4235550100',
    ponumber: 'PO-5501',
    directions: 'Second gate',
    jobNumber: 'J-77',
    lotOrBlockNo: '12',
    orderedBy: 'Sam Rivers',
    use: 'Slab',
    slump: '4',
    plantLeaveDateTime: at(12),
    jobArrivedDateTime: at(35),
    pourStartedDateTime: at(41),
    finishedPourDateTime: at(63),
    leaveJobDateTime: at(70),
    testCylindersTaken: 3,
    noOfGalWaterAdded: 2,
    notes: 'Washed out on site, at the place that the foreman showed.',
    addressLine1: '12 Lee Highway',
    addressLine2: 'Chattanooga, TN 37401',
    ticketProducts: [
      { productCode: 'MIX1', productDescription: '4000 PSI with fibers', quantity: 10, unitOfMeasure: 'CY' },
      { productCode: 'HRWR', productDescription: 'High-range water reducer', quantity: 10, unitOfMeasure: 'CY' },
    ],
    signOffs: [],
    subTotal: 1500,
    tax: 138.75,
    total: 1638.75,
    grandTotal: 4916.25,
  };
}
