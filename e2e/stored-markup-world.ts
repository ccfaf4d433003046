import { Database } from '../apps/server/src/database/database.ts';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { prepareSample } from '../apps/server/src/testing/prepare-sample.ts';

/** What an attacker would store: elements with handlers, a script, a style, a link, the end of an attribute and a change of direction. */
const MARKUP = `"'><img src=x-planted onerror="attacked('img')"><script>attacked('script')</script><svg onload="attacked('svg')"><style>*{display:none}</style><a href="javascript:attacked('link')">x</a><input onfocus="attacked('focus')" autofocus x="\u202egnp.`;

/** Each text starts with the name of its column, so that a test can tell which ones it has seen. */
const markupOf = (place: string): string => `[${place}]${MARKUP}`;

/** Texts that people, the supplier or their systems write, by the names of their columns. */
const TEXTS = `name title description note notes message body comments job address address_line1 city zip first_name last_name company_name
  display_name driver_name driver_phone file_name label usage directions po_number job_number job_address1 job_address2 ordered_by
  ordered_by_phone quote_name quote_address quote_type sales_person_name author_name agent_name sender_name last_message received_by
  signed_by_name contact_name contact_phone assigned_to_name actor_name void_reason brand spec_job lot_or_block terms admixtures status_message
  source_name job_requirement subject url reason reject_reason phone email payer_email payer_phone requested_by slump detail last_error field
  order_number ticket_number quote_number batch_number number entity_number action`.split(/\s+/);

/** Columns with such a name that are codes, or that say who signs in. */
const CODES = [
  ...['payment_reviews.reason', 'disputes.reason', 'users.subject', 'detached_sign_ins.subject', 'states.name', 'schema_migrations.name'],
  ...['known_streets.address', 'known_streets.city', 'known_streets.zip'],
  ...['users.email', 'members.email', 'sign_in_accounts.email', 'order_request_events.action', 'idempotency_keys.answer'],
];

/** Columns in which null means that something has not happened. */
const MEANINGFUL_NULLS = ['void_reason', 'reject_reason', 'agent_name', 'entity_number'];

/** The customer whose records hold markup, and its owner. */
const CUSTOMER_ID = 1;
export const OWNER = 'owner@example.com';
/** How many of the newest rows of each table are changed. */
const NEWEST = 300;

/** Records that the demo world lacks, by the endpoint that would act on them. */
const SAMPLES = {
  request: 'requests.answer',
  dispute: 'desk.dispute',
  signOff: 'sign-offs.photo',
  plan: 'payments.approve',
  autopay: 'payments.stop-autopay',
  pack: 'close-out-packs.retry',
  follow: 'alerts.unfollow',
  import: 'desk.import-report',
  announcement: 'desk.update-announcement',
  cannedReply: 'desk.change-canned-reply',
  contact: 'desk.delete-contact',
  mail: 'desk.send-mail-again',
  review: 'desk.update-payment-review',
  registration: 'desk.registration',
  staff: 'desk.change-staff-role',
  key: 'integrations.revoke-api-key',
  webhook: 'integrations.rotate-webhook',
  deskKey: 'desk.rotate-service-key',
  delivery: 'desk.replay-webhook-delivery',
  attachment: 'support.attachment',
  chat: 'desk.chat-send',
  board: 'shares.board',
  credit: 'credits.detail',
} as const;

export interface PlantedWorld {
  /** Columns that hold the markup. */
  columns: string[];
  /** What the records are addressed by. */
  records: Record<keyof typeof SAMPLES, Record<string, string | number>>;
  /** Ids of some records of the demo world. */
  ids: Record<'order' | 'ticket' | 'quote' | 'member' | 'truckTicket' | 'auditEntry', number> &
    Record<'payment' | 'invoice' | 'statement' | 'chat', string>;
  /** The token of a link to a pour board. */
  token: string;
}

/** Changes columns of the newest rows. Texts that have to be unique get a number. What the database itself refuses stays as it was. */
const PLANT = `create function pg_temp.plant(place text, condition text, changes text) returns boolean language plpgsql as $$
  declare changed int;
  begin
    execute format('update %1$I set %3$s from (select ctid as place, row_number() over ()::text as number from (
      select ctid from %1$I %2$s order by ctid desc limit ${NEWEST}) as found) as newest where %1$I.ctid = newest.place', place, condition, changes);
    get diagnostics changed = row_count;
    return changed > 0;
  exception when others then return null;
  end $$`;

/** Writes the markup into every text of the newest rows of every table, as if no check had ever refused it. */
export async function plantMarkup(dataDir: string): Promise<PlantedWorld> {
  const engine = await openEngine({ databaseUrl: undefined, dataDir, poolSize: 1 });
  try {
    const database = new Database(engine);
    const records = {} as PlantedWorld['records'];
    let token = '';
    for (const [name, endpoint] of Object.entries(SAMPLES)) {
      const { params = {}, body } = await prepareSample(database, endpoint, CUSTOMER_ID, name === 'chat' ? 'desk@example.com' : OWNER);
      records[name as keyof typeof SAMPLES] = params;
      if (typeof body?.token === 'string') token = body.token;
    }
    const query = async <T>(text: string, values: unknown[] = []) => (await engine.pool.query(text, values)).rows as T[];
    await query('set session_replication_role = replica');
    for (const [text, ...values] of EXTRA) await query(text, values);
    const tables = await query<{ table: string; columns: string[]; hasCustomer: boolean }>(
      `select c.table_name as "table", array_agg(c.column_name::text) filter (where c.column_name = any($1)) as columns,
         bool_or(c.column_name = 'customer_id') as "hasCustomer"
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
         and (c.data_type = 'text' or c.column_name = 'customer_id') and not c.table_name || '.' || c.column_name = any($2)
       group by c.table_name having bool_or(c.column_name = any($1)) order by 1`,
      [TEXTS, CODES],
    );
    await query(PLANT);
    const columns: string[] = [];
    for (const { table, columns: names, hasCustomer } of tables) {
      const condition = hasCustomer ? `where coalesce(customer_id, ${CUSTOMER_ID}) = ${CUSTOMER_ID}` : '';
      const change = async (changed: string[], number: string): Promise<boolean> => {
        const sets = changed.map((name) => {
          const isKept = `${table}.${name} ${MEANINGFUL_NULLS.includes(name) ? 'is null' : `= ''`}`;
          return `${name} = case when ${isKept} then ${table}.${name} else ${literal(markupOf(`${table}.${name}`))} || ${number} end`;
        });
        const [done] = await query<{ isDone: boolean | null }>('select pg_temp.plant($1, $2, $3) as "isDone"', [
          table,
          condition,
          sets.join(', '),
        ]);
        if (done?.isDone) columns.push(...changed.map((name) => `${table}.${name}`));
        return done?.isDone !== null;
      };
      if ((await change(names, `''`)) || (await change(names, 'newest.number'))) continue;
      for (const name of names) await change([name], 'newest.number');
    }
    return { columns, records, token, ids: await findIds(query) };
  } finally {
    await engine.close();
  }
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const json = (value: unknown): string => JSON.stringify(value);

/** Texts in JSON, a formatted chat message, and entries that other work writes. */
const EXTRA: readonly [string, ...unknown[]][] = [
  [
    `update chat_sessions set job_address = job_address || $1 where job_address is not null`,
    json({ street: markupOf('chat_sessions.street'), city: markupOf('chat_sessions.city') }),
  ],
  [
    `insert into chat_messages (customer_id, session_id, sequence, type_id, sender_type, sender_name, message)
     select customer_id, session_id, max(sequence) + 1, 5, 2, 'Assistant', '-' from chat_messages where customer_id = ${CUSTOMER_ID} group by 1, 2`,
  ],
  [
    `insert into support_replies (customer_id, support_ticket_id, author_name, message)
     select customer_id, id, '-', '-' from support_tickets where customer_id = ${CUSTOMER_ID}`,
  ],
  [
    `insert into order_request_events (customer_id, request_id, action, actor_name, is_of_desk, note)
     select customer_id, id, unnest('{request,propose}'::text[]), '-', false, '-' from order_requests where customer_id = ${CUSTOMER_ID}`,
  ],
  [
    `insert into audit_log (user_id, customer_id, action, subject, detail, request_id)
     values (1, ${CUSTOMER_ID}, 'planted', 'planted', $1, 'planted')`,
    json({ note: markupOf('audit_log.detail') }),
  ],
  [
    `insert into assistant_messages (customer_id, user_id, sender, blocks, records) values (${CUSTOMER_ID}, 1, 'assistant', $1, '[]')`,
    json([
      { kind: 'text', text: markupOf('assistant_messages.text') },
      { kind: 'facts', facts: [{ label: markupOf('assistant_messages.label'), value: markupOf('assistant_messages.value') }] },
    ]),
  ],
  [
    `with happened as (insert into alert_events (customer_id, key, type, facts, spread_at)
       select ${CUSTOMER_ID}, type, type, $1, now() from unnest('{arrived,request-answered}'::text[]) as type returning id)
     insert into alerts (customer_id, user_id, event_id) select ${CUSTOMER_ID}, 1, id from happened`,
    json({
      job: markupOf('alert_events.job'),
      truck: markupOf('alert_events.truck'),
      title: markupOf('alert_events.title'),
      load: 1,
      supportId: 1,
    }),
  ],
  [
    `insert into desk_branding (settings, version) values ($1, 'planted')`,
    json({
      platformName: markupOf('desk_branding.platformName'),
      documentTitle: markupOf('desk_branding.documentTitle'),
      accentColor: '#2f5d7c',
      supportPhone: markupOf('desk_branding.supportPhone'),
      supportEmail: markupOf('desk_branding.supportEmail'),
      privacyPolicyUrl: '',
      showWelcomeMessage: true,
      addressLines: [markupOf('desk_branding.addressLines')],
    }),
  ],
  [
    `insert into credit_lines (customer_id, credit_id, line_number, description, quantity, unit_price_cents, amount_cents)
     select customer_id, id, 1, '-', 1, 1000, 1000 from credits where customer_id = ${CUSTOMER_ID}`,
  ],
  [
    `insert into cart_invoices (customer_id, invoice_id)
     select customer_id, id from invoices where customer_id = ${CUSTOMER_ID} and open_cents > 0 and pending_cents = 0 limit 1`,
  ],
  [
    `update pour_shares set order_id = (select order_id from tickets where customer_id = ${CUSTOMER_ID} and status_id between 2 and 4
       order by ctid desc limit 1)`,
  ],
  [
    `insert into supply_records (resource, data_source, key, updated_at, hash, body, state, errors)
     values ('orders', 'CONE', $1, now(), '-', '{}', 'refused', $2)`,
    markupOf('supply_records.key'),
    json({ [markupOf('supply_records.field')]: [markupOf('supply_records.message')] }),
  ],
  [`insert into control_differences (data_source, kind, subject, measure, theirs, ours) values ('CONE', 'tickets', '-', 'count', 1, 2)`],
  [`insert into import_findings (import_id, line, outcome, field, message) select id, 1, 'refused', '-', '-' from imports`],
  [`update imports set counts = '{"refused": 1}'`],
  [
    `insert into data_source_contacts (data_source_id, kind, name, email, phone)
     select id, kind, '-', '-', '-' from data_sources, unnest('{account-rep,sales-rep}'::text[]) as kind`,
  ],
];

type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>;

/** Finds records of the demo world whose drawers show the markup. */
async function findIds(query: Query): Promise<PlantedWorld['ids']> {
  // The newest by their places in the tables, as the markup was planted.
  const newest = (what: string, table: string, condition = 'true'): string =>
    `(select ${what} from ${table} where customer_id = ${CUSTOMER_ID} and ${condition} order by ctid desc limit 1)`;
  const [ids] = await query<PlantedWorld['ids']>(
    `select ${newest('order_id::int', 'pour_shares')} as "order",
       ${newest('id::int', 'tickets', 'status_id between 2 and 4')} as "truckTicket", ${newest('id::int', 'tickets', 'status_id = 6')} as ticket,
       ${newest('id::int', 'quotes')} as quote, ${newest('id::int', 'members')} as member, 
       ${newest('cart_id', 'payments')} as payment,
       ${newest('document_number', 'invoices', 'voided_on is null')} as invoice, ${newest('statement_date::text', 'statements')} as statement,
       ${newest('id::text', 'chat_sessions', 'user_id = 1')} as chat, (select max(id)::int from audit_log) as "auditEntry"`,
  );
  if (!ids) throw new Error('The demo world has no such records.');
  return ids;
}
