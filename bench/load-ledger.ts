import type { Database } from '../apps/server/src/database/database.ts';

export interface LedgerSize {
  tickets: number;
  customers: number;
  /** How many of the tickets belong to customer 1, and to customer 2; the others share the rest. */
  heavyTickets: number;
  steadyTickets?: number;
}

const TICKETS_AN_ORDER = 10;
/** Days over which the orders are spread, the last of them today. */
const HISTORY_DAYS = 540;

/** Fills a migrated database with a ledger of the size asked for, made by PostgreSQL itself; only what lists need. */
export async function loadLedger(database: Database, { tickets, customers, heavyTickets, steadyTickets = 0 }: LedgerSize): Promise<void> {
  const heavyOrders = Math.round(heavyTickets / TICKETS_AN_ORDER);
  const steadyOrders = Math.round(steadyTickets / TICKETS_AN_ORDER);
  const statements: [string, unknown[]?][] = [
    ["insert into data_sources values (1, 'BNCH', 'Bench', 'America/New_York')"],
    ["insert into price_lists (id, data_source_id, name, effective_from) values (1, 1, 'Bench', '2020-01-01')"],
    [
      `insert into plants (id, data_source_id, number, name, address_line1, city, state_id, zip, latitude, longitude)
       select g, 1, 'P' || g, 'Plant ' || g, '1 Road', 'Town', 43, '37401', 35, -85 from generate_series(1, 12) g`,
    ],
    [
      `insert into products (id, data_source_id, number, description, order_type, unit_of_measure)
       select g, 1, 'MIX' || g, (1000 + g * 500) || ' PSI MIX NUMBER ' || g, 1, 'CY' from generate_series(1, 40) g`,
    ],
    [
      `insert into trucks (id, data_source_id, plant_id, number, zonar_account, driver_name)
       select g, 1, 1 + g % 12, 'T' || g, 'Z', 'Driver ' || g from generate_series(1, 300) g`,
    ],
    [
      `insert into customers (id, data_source_id, customer_number, global_customer_number, company_name, display_name, address_line1, city, state_id, zip, tax_rate_ppm, price_list_id, since)
       select g, 1, 'C' || g, 'G' || g, 'Company ' || g, 'Company ' || g, '1 Road', 'Town', 43, '37401', 92500, 1, now() from generate_series(1, $1::int) g`,
      [customers],
    ],
    ["insert into users (id, subject, email, first_name, last_name) values (1, 'bench', 'bench@example.com', 'Ben', 'Ch')"],
    [
      `insert into members (customer_id, user_id, role_id, status_id, request_type_name, email, first_name, last_name, phone, company_name, customer_number, address_line1, city, state_id, zip)
       select id, 1, 1, 2, 'Added', 'bench@example.com', 'Ben', 'Ch', '4235550100', company_name, customer_number, '1 Road', 'Town', 43, '37401' from customers`,
    ],
    [
      `insert into orders (id, customer_id, order_number, order_type, status_id, starts_at, ship_date, on_job_at, ticket_at, plant_id, product_id, quantity_ordered, load_count, interval_minutes, job, po_number, ordered_by, job_address1, job_address2, alt_key)
       select g, owner, 'O' || g, 1, 5, at, at::date, at, at, 1 + g % 12, 1 + g % 40, 100, 10, 10, 'Job ' || g % 97 || ' Cedar Glade', 'PO' || g, 'Foreman ' || g % 31,
         g % 900 || ' Lee Highway', 'Chattanooga, TN 37401', 'A' || g
       from (select g, case when g <= $1::int then 1 when g <= $2::int then 2 else 3 + g % $3::int end as owner, now() - (g * 7919 % ($4::int * 1440)) * interval '1 minute' as at
             from generate_series(1, $5::int) g) made`,
      [heavyOrders, heavyOrders + steadyOrders, Math.max(1, customers - 2), HISTORY_DAYS, Math.round(tickets / TICKETS_AN_ORDER)],
    ],
    [
      `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, truck_id, driver_name, load_number, quantity, due_on_job_at, loading_at, leave_plant_at, arrived_at, finished_at, leave_job_at, tax_cents, alt_key)
       select o.customer_id, o.id, o.id || '-' || l, 6, o.starts_at + l * interval '10 minutes', o.plant_id, 1 + (o.id + l) % 300, 'Driver', l, 10,
         o.starts_at, o.starts_at, o.starts_at, o.starts_at, o.starts_at, o.starts_at, 100, 'K' || o.id || '-' || l
       from orders o, generate_series(1, $1::int) l`,
      [TICKETS_AN_ORDER],
    ],
  ];
  await database.transaction('system', async ({ client }) => {
    // A whole ledger in a few statements takes longer than a call may.
    await client.query('set local statement_timeout = 0');
    for (const [text, values] of statements) await client.query(text, values);
  });
  // The tickets' references leave marks on the orders that only a second round takes for settled, as it would be in a ledger that grew.
  for (const work of ['vacuum analyze', 'vacuum orders']) await database.engine.pool.query(work);
}
