import { tierOfSpend } from '@yardage/domain/rewards';
import { describe, expect, test } from 'vitest';
import { getTableName } from '#server/database/drizzle';
import type { invoices } from '#server/database/tables/billing';
import type { orders, ticketProducts, tickets } from '#server/database/tables/sales';
import { localDay, yearOf } from './calendar.ts';
import { makeWorld } from './make-world.ts';
import { DATA_SOURCES } from './region.ts';

type Rows = Record<string, unknown>[];

/** Returns all rows of a world, by table. */
async function rowsOf(now: string, seed = 1, scale = 1): Promise<Map<string, Rows>> {
  const world = new Map<string, Rows>();
  const insert = async (table: Parameters<typeof getTableName>[0], rows: readonly unknown[]) => {
    const name = getTableName(table);
    world.set(name, [...(world.get(name) ?? []), ...(rows as Rows)]);
  };
  await makeWorld({ insert }, { seed, scale, now: new Date(now), onProgress: () => {} });
  return world;
}

const numbersOf = (rows: readonly { statusId: number }[]) => [...new Set(rows.map(({ statusId }) => statusId))].sort();

describe.each([
  ['a working morning', '2026-05-12T14:20:00Z'],
  ['Saturday night', '2026-11-15T02:13:00Z'],
  ['a night after loads without charges', '2026-11-17T05:40:00Z'],
  ['the day after last month was paid', '2027-04-10T05:40:00Z'],
  ['half past midnight on New Year', '2027-01-01T05:30:00Z'],
  ['the first days of a year', '2027-01-05T18:00:00Z'],
  ['the hour that does not exist in March', '2027-03-14T07:05:00Z'],
  ['the hour that comes twice in November', '2026-11-01T05:40:00Z'],
  ['the last minute of a leap day', '2028-03-01T04:59:30Z'],
])('the world made on %s', async (_, now) => {
  const world = await rowsOf(now);
  const moment = Date.parse(now);
  const timeZone = DATA_SOURCES.concreteEast.timeZone;
  const today = localDay(moment, timeZone);
  const ownOrders = (world.get('orders') as (typeof orders.$inferSelect)[]).filter(({ customerId }) => customerId === 1);
  const allTickets = world.get('tickets') as (typeof tickets.$inferSelect)[];
  const ownTickets = allTickets.filter(({ customerId }) => customerId === 1);
  const allInvoices = world.get('invoices') as (typeof invoices.$inferSelect)[];

  test("ORD-08 TRK-07 the owner's first customer number has every order status, and a load in every stage now", () => {
    expect(numbersOf(ownOrders)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const underWay = new Set(ownOrders.filter(({ statusId }) => statusId === 6).map(({ id }) => id));
    expect(numbersOf(ownTickets.filter(({ orderId }) => underWay.has(orderId)))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(ownOrders.filter(({ statusId, shipDate }) => statusId === 6 && shipDate === today).length).toBeGreaterThan(0);
  });

  test('nothing happens in the future, and there are orders for the days to come', () => {
    const moments = allTickets.flatMap((ticket) => [
      ticket.ticketedAt,
      ticket.loadingAt,
      ticket.leavePlantAt,
      ticket.arrivedAt,
      ticket.finishedAt,
      ticket.leaveJobAt,
    ]);
    expect(moments.filter((at) => at && at.getTime() > moment)).toEqual([]);
    expect(allInvoices.filter(({ documentDate }) => documentDate >= today)).toEqual([]);
    expect(ownOrders.filter(({ startsAt }) => startsAt.getTime() > moment).length).toBeGreaterThan(6);
  });

  test('every line of a ticket names a ticket and a product of the world: the embedded database does not check that', () => {
    const idsOf = (table: string) => new Set((world.get(table) ?? []).map(({ id }) => id));
    const [ticketIds, productIds] = [idsOf('tickets'), idsOf('products')];
    const lines = world.get('ticket_products') as (typeof ticketProducts.$inferSelect)[];
    expect(lines.filter(({ ticketId, productId }) => !ticketIds.has(ticketId) || !productIds.has(productId))).toEqual([]);
    expect(lines.length).toBeGreaterThan(ticketIds.size);
  });

  test("APY-08 one of the owner's open invoices bills more than was delivered, and another one a line twice", () => {
    const lines = Map.groupBy(world.get('ticket_products') as (typeof ticketProducts.$inferSelect)[], ({ ticketId }) => ticketId);
    const isWrong = (test: (ticket: (typeof ownTickets)[number], own: (typeof ticketProducts.$inferSelect)[]) => boolean) => [
      ...new Set(ownTickets.filter((ticket) => test(ticket, lines.get(ticket.id) ?? [])).map(({ invoiceId }) => invoiceId)),
    ];
    const tooMuch = isWrong(({ quantity, statusId }, [material]) => statusId === 6 && material?.quantity !== quantity);
    const twice = isWrong((_, own) => new Set(own.map(({ productId }) => productId)).size < own.length);
    expect([tooMuch.length, twice.length]).toEqual([1, 1]);
    const applied = new Set(
      (world.get('payment_invoices') ?? []).filter(({ paymentResult }) => paymentResult !== 0).map(({ invoiceId }) => invoiceId),
    );
    expect([...tooMuch, ...twice].filter((id) => id === null || applied.has(id))).toEqual([]);
  });

  test('DSH-08 the previous year leads to all four tiers, and its first months are there', () => {
    const year = yearOf(today) - 1;
    const spend = new Map<number, number>();
    for (const { customerId, documentDate, salesCents } of allInvoices) {
      if (yearOf(documentDate) === year) spend.set(customerId, (spend.get(customerId) ?? 0) + salesCents);
    }
    expect([...new Set([...spend.values()].map((cents) => tierOfSpend(cents).level))].sort()).toEqual([1, 2, 3, 4]);
    expect(tierOfSpend(spend.get(1) ?? 0).name).toBe('Diamond');
    expect(allInvoices.some(({ documentDate }) => documentDate.startsWith(`${year}-01`))).toBe(true);
  });
});

describe('a world is', async () => {
  const [once, again, later, other, larger] = await Promise.all([
    rowsOf('2026-05-12T14:20:00Z'),
    rowsOf('2026-05-12T14:20:00Z'),
    rowsOf('2026-05-12T19:45:00Z'),
    rowsOf('2026-05-12T14:20:00Z', 2),
    rowsOf('2026-05-12T14:20:00Z', 1, 2),
  ]);
  const tables = [...once.keys()].filter((name) => name !== 'sign_in_accounts');

  test('the same for the same seed and moment', () => {
    for (const name of tables) expect(again.get(name), name).toEqual(once.get(name));
  });

  test('another for another seed', () => {
    for (const name of ['orders', 'tickets', 'invoices', 'trucks']) expect(other.get(name), name).not.toEqual(once.get(name));
  });

  test('the same in its past for any time of the day', () => {
    const past = (world: Map<string, Rows>) => world.get('invoices');
    expect(past(later)).toEqual(past(once));
  });

  test('extended only, with the same rows, by a larger scale', () => {
    for (const name of tables) expect(larger.get(name)?.slice(0, once.get(name)?.length), name).toEqual(once.get(name));
    expect(larger.get('customers')?.length).toBeGreaterThan(60);
    expect((larger.get('tickets')?.length ?? 0) - (once.get('tickets')?.length ?? 0)).toBeGreaterThan(20_000);
  });
});
