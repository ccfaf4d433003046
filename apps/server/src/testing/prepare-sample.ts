import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { SUPPLIER_KEYS, serviceKeysService } from '#server/features/service-keys/service-keys.service';
import { ALERT_SAMPLES } from './prepare-alert.ts';
import { CHAT_SAMPLES } from './prepare-chat.ts';
import { DISPUTE_SAMPLES } from './prepare-dispute.ts';
import { FILE_SAMPLES } from './prepare-file.ts';
import { PAYABLES_SAMPLES } from './prepare-payables.ts';
import { prepareRequest } from './prepare-request.ts';
import { ONE_PIXEL, SIGN_OFF_SAMPLES } from './prepare-sign-off.ts';
import { addDelivery, addWebhook, deleteWebhooks } from './prepare-webhook.ts';
import type { Prepare, PreparedSample } from './prepared-sample.ts';

const REQUESTED = 1;
const APPROVED = 2;
let made = 0;
const newAddress = () => `sample.${process.pid}.${++made}@example.com`;

/** Adds a member to act on, at a customer or without one. */
async function addMember(database: Database, customerId: number | null, statusId: number, email = newAddress()): Promise<number> {
  const roleId = statusId === APPROVED ? 6 : null;
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into members (customer_id, role_id, status_id, request_type_name, email, first_name, last_name, phone, company_name, customer_number,
         address_line1, city, state_id, zip)
       values ($1, $2, $3, 'Sample', $4, 'Sam', 'Sample', '4235550100', 'Sample', $5, '1 Sample St', 'Hixson', 43, '37343')
       on conflict (customer_id, email) do update set status_id = members.status_id returning id`,
      [customerId, roleId, statusId, email, `S${++made}`],
    );
    return Number(rows[0]?.id);
  });
}

/** A link to the pour board of the customer's first order. Returns its address's token, too. */
async function addShare(database: Database, customerId: number): Promise<{ orderId: number; id: number; token: string }> {
  const token = randomBytes(16).toString('base64url');
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ id: string; order_id: string }>(
      `insert into pour_shares (customer_id, order_id, token_hash, label, expires_at)
       select $1, min(id), $2, 'Sample', now() + interval '1 day' from orders where customer_id = $1 returning id, order_id`,
      [customerId, hash('sha256', token, 'hex')],
    );
    return { orderId: Number(rows[0]?.order_id), id: Number(rows[0]?.id), token };
  });
}

/** A customer's picture; creates one if needed. */
const attachment: Prepare = async (database, customerId) => {
  const { rows } = await database.transaction('system', async ({ client }) => {
    await client.query(
      `insert into support_attachments (customer_id, support_ticket_id, file_name, content_type, content)
       select customer_id, max(id), 'sample.png', 'image/png', '\\x00' from support_tickets
       where customer_id = $1 and not exists (select from support_attachments where customer_id = $1) group by customer_id`,
      [customerId],
    );
    return client.query<{ id: string; ticket_id: string }>(
      'select id, support_ticket_id as ticket_id from support_attachments where customer_id = $1 order by id desc limit 1',
      [customerId],
    );
  });
  return { params: { id: Number(rows[0]?.ticket_id), attachmentId: Number(rows[0]?.id) } };
};

/** A customer's credit memo; creates one if needed. */
const credit: Prepare = async (database, customerId) => {
  const number = await database.transaction('system', async ({ client }) => {
    await client.query(
      `insert into credits (customer_id, document_number, document_date, reason, sales_cents, tax_cents, total_cents)
       select $1, 'CMSAMPLE' || $1::bigint, current_date, 'Short load', 1000, 0, 1000 where not exists (select from credits where customer_id = $1)`,
      [customerId],
    );
    const { rows } = await client.query<{ number: string }>(
      'select document_number as number from credits where customer_id = $1 order by id desc limit 1',
      [customerId],
    );
    return rows[0]?.number ?? '';
  });
  return { params: { documentNumber: number } };
};

const supportTicket: Prepare = async (database, customerId) => ({
  params: {
    id: Number(await database.read('system', sql`select max(id) as answer from support_tickets where customer_id = ${customerId}`)),
  },
});

/** Adds a user, with a linked sign-in if one is given. */
async function addUser(database: Database, subject: string | null = null): Promise<number> {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string }>(
      "insert into users (email, first_name, last_name, subject) values ($1, 'Sam', 'Sample', $2) returning id",
      [newAddress(), subject],
    ),
  );
  return Number(rows[0]?.id);
}

/** Adds an announcement of the desk. */
async function addAnnouncement(database: Database): Promise<number> {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string }>(
      "insert into announcements (title, body, posted_on, is_of_desk) values ('Sample', 'Sample', '2026-01-05', true) returning id",
    ),
  );
  return Number(rows[0]?.id);
}

/** Adds a customer account that nobody uses. */
async function accountWithoutOwner(database: Database): Promise<string> {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ number: string }>(
      `insert into customers (data_source_id, customer_number, global_customer_number, company_name, display_name, address_line1, city, state_id, zip,
         tax_rate_ppm, price_list_id, since)
       select data_source_id, $1, $1, 'Sample Builders', 'Sample Builders', address_line1, city, state_id, zip, tax_rate_ppm, price_list_id, since
       from customers order by id limit 1 returning global_customer_number as number`,
      [`S${process.pid}-${++made}`],
    ),
  );
  return rows[0]?.number ?? '';
}

/** A staff member. */
const staffMember: Prepare = async (database) => {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string }>(
      "insert into users (email, first_name, last_name, is_staff, staff_role) values ($1, 'Sam', 'Sample', true, 'Dispatcher') returning id",
      [newAddress()],
    ),
  );
  return { params: { id: Number(rows[0]?.id) } };
};

/** A new service key of the supplier. */
const serviceKey: Prepare = async (database) => {
  const name = newAddress();
  const { key } = await serviceKeysService(database, SUPPLIER_KEYS).create(
    { name, scopes: ['events:read'] },
    { userId: null, requestId: name },
  );
  return { params: { id: key.id } };
};

/** A record of the supplier that was refused. */
const refusedRecord: Prepare = async (database) => {
  const key = newAddress();
  await database.transaction('system', ({ client }) =>
    client.query(
      `insert into supply_records (resource, data_source, key, updated_at, hash, body, state, depends_on, errors, affects)
       values ('plants', 'NEW', $1, now(), '', '{}', 'refused', '{}', '{}', '{}')`,
      [key],
    ),
  );
  return { query: { resource: 'plants', dataSource: 'NEW', key } };
};

/** A mail that was refused for good. */
const failedMail: Prepare = async (database) => {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string }>(
      `insert into outgoing_mails (document_kind, document_reference, to_addresses, cc_addresses, bcc_addresses, subject, message, state)
       values ('member-rejected', '{"email": "gone@example.com"}', '{gone@example.com}', '{}', '{}', 'Sample', '', 'dead') returning id`,
    ),
  );
  return { params: { id: Number(rows[0]?.id) } };
};

/** A paid payment that a person has to look at. */
const paymentReview: Prepare = async (database, customerId) => {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string }>(
      `insert into payment_reviews (customer_id, payment_id, reason) select customer_id, max(id), 'disputed' from payments where customer_id = $1
       group by customer_id on conflict (payment_id, reason) do update set done_at = null, version = 1 returning id`,
      [customerId],
    ),
  );
  return { params: { id: Number(rows[0]?.id) } };
};

/** A new canned reply. */
const cannedReply: Prepare = async (database) => {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string }>(
      `insert into canned_replies (data_source_id, title, message) select min(id), 'Sample', 'We are on our way.' from data_sources returning id`,
    ),
  );
  return { params: { id: Number(rows[0]?.id) } };
};

const customerWebhook: Prepare = async (database, customerId) => ({ params: { id: await addWebhook(database, customerId) } });
/** Revokes the keys that earlier samples made, because a customer may have only some. */
const endSampleKeys = (database: Database, customerId: number) =>
  database.transaction('system', ({ client }) =>
    client.query("update service_keys set revoked_at = now() where customer_id = $1 and name like 'sample.%'", [customerId]),
  );
/** A truck on its way for the customer. */
const truckOnTheWay = async (database: Database, customerId: number) =>
  (await database.read<{ truckId: number; jobId: number; from: [number, number]; to: [number, number] }>(
    'system',
    sql`select json_build_object('truckId', t.truck_id, 'jobId', o.id, 'from', json_build_array(p.latitude, p.longitude),
        'to', json_build_array(o.job_latitude, o.job_longitude)) as answer
      from tickets t join orders o on o.id = t.order_id join truck_positions p on p.ticket_id = t.id
      where t.customer_id = ${customerId} and t.status_id < 4 and o.job_latitude is not null limit 1`,
  )) ?? { truckId: 0, jobId: 0, from: [0, 0], to: [0, 0] };

/** Calls that change a record need one in the right state, so each call gets a new one. */
const PREPARERS: Readonly<Record<string, Prepare>> = {
  'registration.request': async (_database, _customerId, email) => ({ body: { email } }),
  'registration.change-request': async (database, _customerId, email) => {
    const id = await addMember(database, null, REQUESTED, email);
    const customerNumber = await database.read<string>('system', sql`select customer_number as answer from members where id = ${id}`);
    return { body: { email, customerNumber } };
  },
  'registration.withdraw-request': async (database, _customerId, email) => {
    const id = await addMember(database, null, REQUESTED, email);
    const customerNumber = await database.read<string>('system', sql`select customer_number as answer from members where id = ${id}`);
    return { query: { Email: email, customerNumber: customerNumber ?? '' } };
  },
  'members.detail': async (database, customerId) => ({ params: { id: await addMember(database, customerId, APPROVED) } }),
  'members.add': async () => ({ body: { email: newAddress() } }),
  'members.update': async (database, customerId) => ({ params: { id: await addMember(database, customerId, APPROVED) } }),
  'members.delete': async (database, customerId) => {
    const email = newAddress();
    await addMember(database, customerId, APPROVED, email);
    return { query: { email } };
  },
  'members.decide': async (database, customerId) => ({ params: { id: await addMember(database, customerId, REQUESTED) } }),
  'truck-tracking.truck': async (database, customerId) => ({ params: { truckId: (await truckOnTheWay(database, customerId)).truckId } }),
  'truck-tracking.eta': async (database, customerId) => ({ query: { jobId: String((await truckOnTheWay(database, customerId)).jobId) } }),
  'maps.route': async (database, customerId) => {
    const { from, to } = await truckOnTheWay(database, customerId);
    const ends = { fromLatitude: from[0], fromLongitude: from[1], toLatitude: to[0], toLongitude: to[1] };
    return { query: Object.fromEntries(Object.entries(ends).map(([name, degrees]) => [name, String(degrees)])) };
  },
  'requests.detail': prepareRequest.ofCustomer,
  'requests.withdraw': prepareRequest.ofCustomer,
  'requests.answer': prepareRequest.proposed,
  'requests.pour': prepareRequest.pour,
  'requests.change': prepareRequest.change,
  'desk.request': prepareRequest.ofDesk,
  'desk.confirm-request': prepareRequest.ofDesk,
  'desk.propose-request': prepareRequest.proposal,
  'desk.decline-request': prepareRequest.ofDesk,
  'desk.save-request-rules': prepareRequest.rules,
  'credits.detail': credit,
  'credits.pdf': credit,
  'credits.send-email': credit,
  'payments.settle-attempt': async () => ({ body: { paymentReference: randomUUID() } }),
  'support.detail': supportTicket,
  'support.attachments': supportTicket,
  'support.attachment': attachment,
  'desk.registration': async (database) => ({ params: { id: await addMember(database, null, REQUESTED) } }),
  'desk.decide-registration': async (database) => ({
    params: { id: await addMember(database, null, REQUESTED) },
    body: { status: 3 },
  }),
  'desk.send-mail-again': failedMail,
  'desk.mail': failedMail,
  'desk.audit-entry': async (database) => ({
    params: { id: Number(await database.read('system', sql`select max(id) as answer from audit_log`)) },
  }),
  'desk.payment-review': paymentReview,
  'desk.ask-processor': paymentReview,
  'desk.update-payment-review': paymentReview,
  'desk.change-canned-reply': cannedReply,
  'desk.delete-canned-reply': cannedReply,
  'desk.add-canned-reply': async () => ({ body: { dataSource: 'CONE' } }),
  'desk.support-detail': supportTicket,
  'desk.support-attachments': supportTicket,
  'desk.support-attachment': attachment,
  'desk.answer-support': async (database, customerId, email) => {
    const sample = await supportTicket(database, customerId, email);
    const version = await database.read('system', sql`select version as answer from support_tickets where id = ${sample.params?.id}`);
    return { ...sample, body: { version: Number(version), reply: 'We look into it.' } };
  },
  'desk.invite-owner': async (database) => ({
    params: { globalCustomerNumber: await accountWithoutOwner(database) },
    body: { email: newAddress() },
  }),
  'desk.enable-user': async (database) => ({ params: { id: await addUser(database) } }),
  'desk.detach-sign-in': async (database) => ({ params: { id: await addUser(database, newAddress()) } }),
  'desk.allow-sign-in': async (database) => {
    const id = await addUser(database);
    await database.transaction('system', ({ client }) =>
      client.query("insert into detached_sign_ins (user_id, subject) values ($1, 'sample')", [id]),
    );
    return { params: { id } };
  },
  'desk.start-view': async (database) => ({ body: { userId: await addUser(database) } }),
  'desk.end-view': async () => ({ params: { id: randomUUID() } }),
  'desk.add-announcement': async () => ({ body: { expiresOn: null, dataSources: null } }),
  'desk.update-announcement': async (database) => ({
    params: { id: await addAnnouncement(database) },
    body: { expiresOn: null, dataSources: null },
  }),
  'desk.delete-announcement': async (database) => ({ params: { id: await addAnnouncement(database) } }),
  'desk.save-contact': async () => ({ body: { dataSource: 'CONE', globalCustomerNumber: undefined } }),
  'desk.delete-contact': async (database, customerId) => {
    await database.transaction('system', ({ client }) =>
      client.query(
        `insert into customer_desk_contacts (customer_id, kind, name, email, phone) values ($1, 'sales-rep', 'Sam', 'sam@example.com', '1')
         on conflict do nothing`,
        [customerId],
      ),
    );
    return { query: { kind: 'sales-rep' } };
  },
  'shares.revoke': async (database, customerId) => {
    const { orderId, id } = await addShare(database, customerId);
    return { params: { orderId, id } };
  },
  'shares.board': async (database, customerId) => {
    const { token } = await addShare(database, customerId);
    return { body: { token, isFirst: false } };
  },
  'desk.upload-logo': async () => ({ files: [{ fileName: 'logo.png', bytes: ONE_PIXEL }] }),
  'desk.remove-logo': async (database) => {
    await database.transaction('system', ({ client }) =>
      client.query(
        `insert into desk_branding (settings, logo, logo_type, version) values ('{}', $1, 'image/png', $2)
         on conflict (id) do update set logo = excluded.logo, logo_type = excluded.logo_type, version = excluded.version`,
        [ONE_PIXEL, randomUUID()],
      ),
    );
    return {};
  },
  'desk.update-branding': async () => ({
    body: { platformName: 'Yardage', documentTitle: 'Yardage customer portal', privacyPolicyUrl: '', addressLines: ['1200 Quarry Road'] },
  }),
  'desk.add-staff': async () => ({ body: { email: newAddress(), firstName: 'Sam', lastName: 'Sample' } }),
  'desk.change-staff-role': staffMember,
  'desk.remove-staff': staffMember,
  'desk.create-service-key': async () => ({ body: { name: newAddress() } }),
  'desk.rotate-service-key': serviceKey,
  'desk.revoke-service-key': serviceKey,
  'desk.create-webhook': async () => ({ body: { name: newAddress(), url: 'https://example.com/hook' } }),
  'desk.update-webhook': async (database) => ({
    params: { id: await addWebhook(database, null) },
    body: { name: newAddress(), url: 'https://example.com/hook' },
  }),
  'desk.pause-webhook': async (database) => ({ params: { id: await addWebhook(database, null) } }),
  'desk.resume-webhook': async (database) => ({ params: { id: await addWebhook(database, null, 'paused') } }),
  'desk.rotate-webhook': async (database) => ({ params: { id: await addWebhook(database, null) } }),
  'desk.delete-webhook': async (database) => ({ params: { id: await addWebhook(database, null) } }),
  'desk.webhook-deliveries': async (database) => ({ params: { id: await addWebhook(database, null) } }),
  'desk.replay-webhook-delivery': async (database) => ({ params: await addDelivery(database, null) }),
  'desk.replay-webhook': async (database) => ({
    params: { id: await addWebhook(database, null) },
    body: { since: new Date().toISOString() },
  }),
  'integrations.create-api-key': async (database, customerId) => {
    await endSampleKeys(database, customerId);
    return { body: { name: newAddress() } };
  },
  'integrations.revoke-api-key': async (database, customerId) => {
    await endSampleKeys(database, customerId);
    const name = newAddress();
    const keys = serviceKeysService(database, { actor: 'system', owner: customerId });
    const { key } = await keys.create({ name, scopes: ['tickets.view'] }, { userId: null, requestId: name });
    return { params: { id: key.id } };
  },
  'integrations.create-webhook': async (database, customerId) => {
    await deleteWebhooks(database, customerId);
    return { body: { name: newAddress(), url: 'https://example.com/hook' } };
  },
  'integrations.resume-webhook': async (database, customerId) => ({ params: { id: await addWebhook(database, customerId, 'failing') } }),
  'integrations.rotate-webhook': customerWebhook,
  'integrations.delete-webhook': customerWebhook,
  'integrations.webhook-deliveries': customerWebhook,
  'integrations.replay-webhook-delivery': async (database, customerId) => ({ params: await addDelivery(database, customerId) }),
  'integrations.replay-webhook': async (database, customerId) => ({
    params: { id: await addWebhook(database, customerId) },
    body: { since: new Date().toISOString() },
  }),
  'supply.forget-open-record': refusedRecord,
  'desk.forget-open-record': refusedRecord,
  'supply.remittance': async () => ({ params: { day: '2026-01-15' } }),
  'desk.remittance': async () => ({ params: { day: '2026-01-15' } }),
  ...CHAT_SAMPLES,
  ...DISPUTE_SAMPLES,
  ...FILE_SAMPLES,
  ...SIGN_OFF_SAMPLES,
  ...ALERT_SAMPLES,
  ...PAYABLES_SAMPLES,
};

/** Prepares the record that an endpoint's sample call acts on, if it needs one. */
export async function prepareSample(database: Database, endpointId: string, customerId: number, email: string): Promise<PreparedSample> {
  return (await PREPARERS[endpointId]?.(database, customerId, email)) ?? {};
}
