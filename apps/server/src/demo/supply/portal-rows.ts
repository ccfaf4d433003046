import type { Database } from '#server/database/database';
import { dataSources, members, users } from '#server/database/tables/accounts';
import { cartInvoices, payments, statements } from '#server/database/tables/billing';
import { cannedReplies, chatMessages, chatSessions } from '#server/database/tables/chats';
import { signInAccounts } from '#server/database/tables/operations';
import { orders, tickets } from '#server/database/tables/sales';
import { supportAttachments, supportTickets } from '#server/database/tables/service';
import { truckPositions } from '#server/database/tables/tracking';
import { insertRows } from '../world/demo-world.queries.ts';
import type { CollectedWorld } from './collect-world.ts';

/** Ids of the world's rows and of the same rows in the installation. */
type Ids = (resource: string, key: string | number | null | undefined) => number;

/**
 * Adds what a demo world has beside the supplier's records, because it arises in the portal itself: sign-ins, requests for access, carts,
 * statements, support, chats, canned replies, positions, and who made a payment.
 */
export async function insertPortalRows(database: Database, world: CollectedWorld): Promise<void> {
  await database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ resource: string; key: string; entity_id: string }>(
      'select resource, key, entity_id from supply_records',
    );
    const known = new Map(rows.map(({ resource, key, entity_id }) => [`${resource} ${key}`, Number(entity_id)]));
    const idOf: Ids = (resource, key) => known.get(`${resource} ${key}`) ?? 0;
    const orderKeys = new Map(world.rowsOf(orders).map(({ id, altKey }) => [id, altKey]));
    const ticketKeys = new Map(world.rowsOf(tickets).map(({ id, altKey }) => [id, altKey]));

    await client.query(
      `insert into users (email, first_name, last_name, is_staff, staff_role, created_at)
       select * from json_to_recordset($1::json) as given(email text, "firstName" text, "lastName" text, "isStaff" boolean, "staffRole" text, "createdAt" timestamptz)
       on conflict (email) do update set created_at = excluded.created_at`,
      [JSON.stringify(world.rowsOf(users))],
    );
    const { rows: people } = await client.query<{ id: string; email: string }>('select id, email from users');
    const emails = new Map(world.rowsOf(users).map(({ id, email }) => [id, email]));
    const userOf = (id: number | null | undefined) => Number(people.find(({ email }) => email === emails.get(id ?? 0))?.id ?? 0) || null;
    const customerOf = (id: number | null | undefined) => (id ? idOf('customers', id) : null);

    await insertRows(client, signInAccounts, world.rowsOf(signInAccounts));
    const requests = world.rowsOf(members).filter(({ id }) => !known.has(`members ${id}`));
    await insertRows(
      client,
      members,
      requests.map(({ id: _, ...row }) => ({
        ...row,
        customerId: customerOf(row.customerId),
        userId: userOf(row.userId),
        decidedBy: userOf(row.decidedBy),
      })),
    );
    await insertRows(
      client,
      statements,
      world.rowsOf(statements).map((row) => ({ ...row, customerId: idOf('customers', row.customerId) })),
    );
    await insertRows(
      client,
      cartInvoices,
      world.rowsOf(cartInvoices).map((row) => ({
        ...row,
        customerId: idOf('customers', row.customerId),
        invoiceId: idOf('invoices', row.invoiceId),
        addedBy: userOf(row.addedBy),
      })),
    );
    await insertRows(
      client,
      supportTickets,
      world
        .rowsOf(supportTickets)
        .map((row) => ({ ...row, customerId: idOf('customers', row.customerId), createdBy: userOf(row.createdBy) })),
    );
    await insertRows(
      client,
      supportAttachments,
      world.rowsOf(supportAttachments).map((row) => ({ ...row, customerId: idOf('customers', row.customerId) })),
    );
    await insertRows(
      client,
      chatSessions,
      world.rowsOf(chatSessions).map((row) => ({
        ...row,
        customerId: idOf('customers', row.customerId),
        userId: userOf(row.userId) ?? 0,
        agentId: userOf(row.agentId),
        entityId: row.entityId
          ? idOf('orders', orderKeys.get(row.entityId)) || idOf('tickets', ticketKeys.get(row.entityId))
          : row.entityId,
      })),
    );
    await insertRows(
      client,
      chatMessages,
      world.rowsOf(chatMessages).map((row) => ({ ...row, customerId: idOf('customers', row.customerId), senderId: userOf(row.senderId) })),
    );
    const codes = new Map(world.rowsOf(dataSources).map(({ id, code }) => [id, code]));
    await insertRows(
      client,
      cannedReplies,
      world.rowsOf(cannedReplies).map((row) => ({ ...row, dataSourceId: idOf('data-sources', codes.get(row.dataSourceId)) })),
    );
    await insertRows(
      client,
      truckPositions,
      world.rowsOf(truckPositions).map((row) => ({
        ...row,
        truckId: idOf('trucks', row.truckId),
        customerId: customerOf(row.customerId),
        ticketId: idOf('tickets', ticketKeys.get(row.ticketId ?? 0)),
      })),
    );
    await client.query(
      `update payments set payer_email = given."payerEmail", payer_phone = given."payerPhone", requested_by = given."requestedBy",
         discount_cents = given."discountCents", status_message = given."statusMessage", settled_at = given."settledAt",
         received_on = given."receivedOn"
       from json_to_recordset($1::json) as given(id bigint, "payerEmail" text, "payerPhone" text, "requestedBy" bigint, "discountCents" bigint,
         "statusMessage" text, "settledAt" timestamptz, "receivedOn" date) where payments.id = given.id`,
      [
        JSON.stringify(
          world.rowsOf(payments).map((row) => ({ ...row, id: idOf('payments', row.id), requestedBy: userOf(row.requestedBy) })),
        ),
      ],
    );
  });
}
