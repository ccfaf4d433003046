import type { PlannedEndReason, PlannedState } from '@yardage/contract/planned-payments';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isoMillisecond, jsonObject } from '#server/database/sql';
import { nameAtCustomer } from '#server/http/member-name.queries';
import { isMakerAllowed } from './planned-runs.queries.ts';

/** The facts of a planned payment that its mails contain. */
export interface PlanMailFacts {
  globalCustomerNumber: string;
  /** Name and number of the customer account. */
  account: string;
  timeZone: string;
  kind: string;
  /** Whether the person who asked for it still has the permission, so that it can be made. */
  isMakerAllowed: boolean;
  state: PlannedState;
  runOn: string;
  /** What is charged, without credits. */
  amountCents: number;
  invoices: string[];
  credits: { number: string; cents: number }[];
  method: string;
  requestedBy: string;
  endedBy: string | null;
  expiresAt: string | null;
  endReason: PlannedEndReason | null;
  note: string | null;
  statusMessage: string | null;
}

const accountLabel = sql`c.display_name || ' (' || c.customer_number || ')'`;

/** Returns the name and number of a customer account. */
export async function findAccount(database: Database, customerId: number | null): Promise<string | undefined> {
  return database.read<string>('system', sql`select ${accountLabel} as answer from customers c where c.id = ${customerId}`);
}

/** Returns a planned payment for its mail, in its state when the mail is sent. */
export async function findPlanMailFacts(database: Database, id: number): Promise<PlanMailFacts | undefined> {
  const person = (column: string) => nameAtCustomer(`p.${column}`, 'p.customer_id');
  const plan = jsonObject({
    globalCustomerNumber: sql`c.global_customer_number`,
    account: accountLabel,
    timeZone: sql`d.time_zone`,
    kind: sql`p.kind`,
    isMakerAllowed: isMakerAllowed('p'),
    state: sql`p.state`,
    runOn: sql`p.run_on`,
    amountCents: sql`p.amount_cents`,
    invoices: sql`(select coalesce(json_agg(i.document_number order by i.document_date, i.id), '[]')
      from planned_payment_invoices l join invoices i on i.id = l.invoice_id where l.planned_payment_id = p.id)`,
    credits: sql`(select coalesce(json_agg(json_build_object('number', r.document_number, 'cents', promise.amount_cents)
        order by r.document_date, r.id), '[]')
      from planned_payment_credits promise join credits r on r.id = promise.credit_id where promise.planned_payment_id = p.id)`,
    method: sql`s.name`,
    requestedBy: person('requested_by'),
    endedBy: person('ended_by'),
    expiresAt: isoMillisecond(sql`p.expires_at`),
    endReason: sql`p.end_reason`,
    note: sql`p.note`,
    statusMessage: sql`(select made.status_message from payments made where made.id = p.payment_id)`,
  });
  return database.read<PlanMailFacts>(
    'system',
    sql`select ${plan} as answer from planned_payments p join customers c on c.id = p.customer_id join data_sources d on d.id = c.data_source_id
        join saved_methods s on s.id = p.method_id where p.id = ${id}`,
  );
}
