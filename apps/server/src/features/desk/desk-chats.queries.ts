import type { ChatSession } from '@yardage/contract/chat';
import type { Colleague, listWaitingChats } from '@yardage/contract/desk-chats';
import type { Answer } from '@yardage/contract/endpoint';
import { rolesOf } from '@yardage/contract/staff-roles';
import { CHAT_CATEGORIES } from '@yardage/domain/chat';
import type { Database, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isoMoment, jsonObject, textArray } from '#server/database/sql';
import { chatFrom, messagesJson, sessionFields } from '#server/features/chat/chat-fields.queries';
import { isDelivered } from '#server/features/orders/orders.queries';
import { nameAtCustomer } from '#server/http/member-name.queries';
import { waitingChats } from './desk-waiting.queries.ts';

/** The order that a chat is about, with the ticket if it is about one. */
export interface ChatSubject {
  orderNumber: string;
  orderStatusId: number;
  product: string;
  unitOfMeasure: string;
  quantityOrdered: number;
  quantityDelivered: number;
  startsAt: string;
  plant: string;
  job: string;
  jobAddress: string;
  poNumber: string | null;
  orderedBy: string | null;
  orderedByPhone: string | null;
  directions: string | null;
  ticket: {
    ticketNumber: string;
    statusId: number;
    isCancelled: boolean;
    truckNumber: string | null;
    driverName: string | null;
    loadNumber: number;
    quantity: number;
    dueOnJobAt: string | null;
  } | null;
}

/** A chat as the desk shows it. */
export interface DeskChatRecord extends ChatSession {
  dataSource: string;
  customerUserName: string;
  customerUserEmail: string;
  isMine: boolean;
  subject: ChatSubject | null;
}

const order = sql.raw(String(CHAT_CATEGORIES.order));
const ticket = sql.raw(String(CHAT_CATEGORIES.ticket));

const delivered = sql`(select coalesce(sum(t.quantity), 0) from tickets t where t.order_id = o.id and ${isDelivered})`;

const ticketJson = jsonObject({
  ticketNumber: sql`t.ticket_number`,
  statusId: sql`t.status_id`,
  isCancelled: sql`t.is_cancelled`,
  truckNumber: sql`(select number from trucks where id = t.truck_id)`,
  driverName: sql`t.driver_name`,
  loadNumber: sql`t.load_number`,
  quantity: sql`t.quantity`,
  dueOnJobAt: isoMoment(sql`t.due_on_job_at`),
});

const subject = sql`(select ${jsonObject({
  orderNumber: sql`o.order_number`,
  orderStatusId: sql`o.status_id`,
  product: sql`p.number || ' ' || p.description`,
  unitOfMeasure: sql`p.unit_of_measure`,
  quantityOrdered: sql`o.quantity_ordered`,
  quantityDelivered: delivered,
  startsAt: isoMoment(sql`o.starts_at`),
  plant: sql`pl.name`,
  job: sql`o.job`,
  jobAddress: sql`concat_ws(', ', o.job_address1, o.job_address2)`,
  poNumber: sql`o.po_number`,
  orderedBy: sql`o.ordered_by`,
  orderedByPhone: sql`o.ordered_by_phone`,
  directions: sql`o.directions`,
  ticket: sql`case when t.id is not null then ${ticketJson} end`,
})} from orders o join products p on p.id = o.product_id join plants pl on pl.id = o.plant_id
  left join tickets t on s.category = ${ticket} and t.id = s.entity_id and t.customer_id = s.customer_id
  where o.customer_id = s.customer_id and o.id = case s.category when ${order} then s.entity_id
    when ${ticket} then (select own.order_id from tickets own where own.id = s.entity_id and own.customer_id = s.customer_id) end)`;

/** Returns one chat with its messages, customer user and subject, for a reader who is staff. */
export async function findDeskChat(database: Database, readerId: number, sessionId: string): Promise<DeskChatRecord | undefined> {
  const fields = {
    ...sessionFields('agent', messagesJson(readerId, 0)),
    dataSource: sql`d.code`,
    customerUserName: nameAtCustomer('s.user_id', 's.customer_id'),
    customerUserEmail: sql`u.email`,
    isMine: sql`coalesce(s.agent_id = ${readerId}, false)`,
    subject,
  };
  return database.read<DeskChatRecord>(
    'system',
    sql`select ${jsonObject(fields)} as answer from ${chatFrom} join users u on u.id = s.user_id where s.id = ${sessionId}`,
  );
}

/** Returns the newest chats that wait for a dispatcher. */
export async function listWaiting(database: Database): Promise<Answer<typeof listWaitingChats>> {
  const rows = await database.read<Answer<typeof listWaitingChats>>('system', sql`select ${waitingChats} as answer`);
  return rows ?? [];
}

const mayAnswer = sql`u.is_staff and u.is_enabled and u.staff_role = any(${textArray(rolesOf('chats'))})`;
const nameOfUser = sql`u.first_name || ' ' || u.last_name`;

/** Returns a user's name if they may answer chats, and locks the user, so that nobody withdraws their role before the transaction ends. */
export async function lockDispatcher({ orm }: Transaction, userId: number): Promise<string | undefined> {
  const { rows } = await orm.execute<{ name: string }>(
    sql`select ${nameOfUser} as name from users u where u.id = ${userId} and ${mayAnswer} for share`,
  );
  return rows[0]?.name;
}

/** Returns the other staff who may answer chats, by name. */
export async function listColleagues(database: Database, userId: number): Promise<Colleague[]> {
  const rows = await database.read<Colleague[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('userId', u.id, 'name', ${nameOfUser}) order by u.first_name, u.last_name, u.id), '[]') as answer
        from users u where ${mayAnswer} and u.id <> ${userId}`,
  );
  return rows ?? [];
}
