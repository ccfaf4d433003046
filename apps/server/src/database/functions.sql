-- The functions and triggers in force, for reading and for diffs. Nothing runs this file. To change a function, add a migration and run
-- npx vitest run --project api-postgresql database/functions.test.ts --update
-- PostgreSQL prints `begin atomic` bodies in its own way and without comments; the migration has them as they were written.

-- 0048_alerts.sql
CREATE OR REPLACE FUNCTION public.after_quiet_hours(moment timestamp with time zone, zone text, quiet_from integer, quiet_to integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  minute_now integer := extract(hour from moment at time zone zone) * 60 + extract(minute from moment at time zone zone);
begin
  if quiet_from is null or quiet_to is null or quiet_from = quiet_to then return moment; end if;
  if (quiet_from < quiet_to and minute_now >= quiet_from and minute_now < quiet_to)
    or (quiet_from > quiet_to and (minute_now >= quiet_from or minute_now < quiet_to)) then
    return next_minute_of_day(moment, zone, quiet_to);
  end if;
  return moment;
end $function$;

-- 0035_parts_credits_returns.sql
CREATE OR REPLACE FUNCTION public.applications_enter_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changes application_change[];
begin
  if tg_op = 'INSERT' then
    changes := array(
      select row(n.customer_id, n.invoice_id, n.payment_id, n.credit_id, n.payment_result, n.applied_on,
        case when n.payment_result = 1 then -(n.amount_cents + n.discount_cents) else 0 end,
        case when n.payment_result = 1 then n.amount_cents else 0 end)::application_change
      from added n);
  elsif tg_op = 'DELETE' then
    changes := array(
      select row(o.customer_id, o.invoice_id, o.payment_id, o.credit_id, 0, null,
        case when o.payment_result = 1 then o.amount_cents + o.discount_cents else 0 end,
        case when o.payment_result = 1 then -o.amount_cents else 0 end)::application_change
      from removed o);
  else
    if exists (select from added n left join removed o on o.id = n.id
      where (n.customer_id, n.invoice_id, n.payment_id, n.credit_id) is distinct from (o.customer_id, o.invoice_id, o.payment_id, o.credit_id)) then
      raise exception 'an application keeps its documents' using errcode = 'check_violation', constraint = 'application_keeps_documents';
    end if;
    changes := array(
      select row(n.customer_id, n.invoice_id, n.payment_id, n.credit_id, n.payment_result,
        case when n.payment_result = 1 and o.payment_result <> 1 then n.applied_on when n.payment_result <> 1 then n.reversed_on end,
        case when o.payment_result = 1 then o.amount_cents + o.discount_cents else 0 end
          - case when n.payment_result = 1 then n.amount_cents + n.discount_cents else 0 end,
        case when n.payment_result = 1 then n.amount_cents else 0 end
          - case when o.payment_result = 1 then o.amount_cents else 0 end)::application_change
      from added n join removed o on o.id = n.id
      where (n.payment_result, n.amount_cents, n.discount_cents, n.applied_on)
        is distinct from (o.payment_result, o.amount_cents, o.discount_cents, o.applied_on));
  end if;
  if cardinality(changes) = 0 then
    return null;
  end if;
  perform ledger_before_closing();

  -- Locked in a fixed order; the sums below are read afterwards, so they contain what a parallel transaction has just committed.
  perform from invoices where id in (select invoice_id from unnest(changes)) order by id for no key update;
  perform from credits where id in (select credit_id from unnest(changes)) order by id for no key update;
  perform from payments where id in (select payment_id from unnest(changes)) order by id for no key update;

  if exists (
    select from unnest(changes) as c
      left join invoices i on i.id = c.invoice_id and i.customer_id = c.customer_id
      left join payments p on p.id = c.payment_id and p.customer_id = c.customer_id and p.payment_result = c.payment_result
      left join credits r on r.id = c.credit_id and r.customer_id = c.customer_id
    where c.payment_result <> 0 and (i.id is null or (p.id is null and r.id is null))) then
    raise exception 'an application needs an invoice and a payment or credit of its customer, and the result of its payment'
      using errcode = 'check_violation', constraint = 'application_fits_documents';
  end if;

  update invoices i set paid_cents = sums.paid, discount_taken_cents = sums.discount, credited_cents = sums.credited,
    pending_cents = sums.pending,
    paid_on = case when sums.paid >= i.total_cents and sums.paid > 0 then sums.last_on end
  from (
    select touched.invoice_id,
      coalesce(sum(a.amount_cents + a.discount_cents) filter (where a.payment_result = 1), 0) as paid,
      coalesce(sum(a.discount_cents) filter (where a.payment_result = 1), 0) as discount,
      coalesce(sum(a.amount_cents) filter (where a.payment_result = 1 and a.credit_id is not null), 0) as credited,
      coalesce(sum(a.amount_cents + a.discount_cents) filter (where a.payment_result = 2), 0) as pending,
      max(a.applied_on) filter (where a.payment_result = 1) as last_on
    from (select distinct invoice_id from unnest(changes)) as touched
      left join payment_invoices a on a.invoice_id = touched.invoice_id and a.payment_result <> 0
    group by touched.invoice_id
  ) as sums
  where i.id = sums.invoice_id
    and (i.paid_cents, i.discount_taken_cents, i.credited_cents, i.pending_cents, i.paid_on) is distinct from
      (sums.paid, sums.discount, sums.credited, sums.pending, case when sums.paid >= i.total_cents and sums.paid > 0 then sums.last_on end);

  update credits r set applied_cents = sums.applied, pending_cents = sums.pending
  from (
    select touched.credit_id, coalesce(sum(a.amount_cents) filter (where a.payment_result = 1), 0) as applied,
      coalesce(sum(a.amount_cents) filter (where a.payment_result = 2), 0) as pending
    from (select distinct credit_id from unnest(changes) where credit_id is not null) as touched
      left join payment_invoices a on a.credit_id = touched.credit_id and a.payment_result <> 0
    group by touched.credit_id
  ) as sums
  where r.id = sums.credit_id and (r.applied_cents, r.pending_cents) is distinct from (sums.applied, sums.pending);

  -- The discounts of a payment from outside are those of its applications; the portal's own payments keep what was asked for.
  update payments p set applied_cents = sums.applied,
    discount_cents = case when p.received_on is not null and p.payment_result = 1 then sums.discount else p.discount_cents end
  from (
    select touched.payment_id, coalesce(sum(a.amount_cents), 0) as applied, coalesce(sum(a.discount_cents), 0) as discount
    from (select distinct payment_id from unnest(changes) where payment_id is not null) as touched
      left join payment_invoices a on a.payment_id = touched.payment_id and a.payment_result <> 0
    group by touched.payment_id
  ) as sums
  where p.id = sums.payment_id and (p.applied_cents <> sums.applied
    or (p.received_on is not null and p.payment_result = 1 and p.discount_cents <> sums.discount));

  -- An application counts from the day on which both documents count.
  insert into ledger_entries (customer_id, posted_on, kind, invoice_id, payment_id, credit_id, invoice_cents, account_cents)
  select c.customer_id,
    ledger_posting_day(c.customer_id, greatest(coalesce(c.own_day, ledger_day(c.customer_id, now())), i.document_date, p.received_on, r.document_date)),
    case when c.invoice_cents <= 0 then 'applied' else 'unapplied' end, c.invoice_id, c.payment_id, c.credit_id, c.invoice_cents, c.account_cents
  from unnest(changes) as c join invoices i on i.id = c.invoice_id
    left join payments p on p.id = c.payment_id left join credits r on r.id = c.credit_id
  where c.invoice_cents <> 0 or c.account_cents <> 0;
  return null;
end $function$;
CREATE TRIGGER applications_after_delete AFTER DELETE ON public.payment_invoices REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION applications_enter_ledger();
CREATE TRIGGER applications_after_insert AFTER INSERT ON public.payment_invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION applications_enter_ledger();
CREATE TRIGGER applications_after_update AFTER UPDATE ON public.payment_invoices REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION applications_enter_ledger();

-- 0086_last_load_by_quantity.sql
CREATE OR REPLACE FUNCTION public.are_all_loads(loads bigint, quantity numeric, planned integer, ordered numeric)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((quantity >= ordered) OR ((planned > 0) AND (loads >= planned) AND ((((ordered - quantity) * (loads)::numeric) * (2)::numeric) < quantity)));

-- 0031_operations.sql
CREATE OR REPLACE FUNCTION public.audit_log_only_grows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_user = 'yardage_retention' then
    return null;
  end if;
  raise exception 'the audit log only grows' using errcode = 'insufficient_privilege';
end $function$;
CREATE TRIGGER audit_log_only_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_only_grows();

-- 0070_corrected_days.sql
CREATE OR REPLACE FUNCTION public.credit_change_enters_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform ledger_before_closing();
  if new.voided_on is not null then
    if old.voided_on is null then
      insert into ledger_entries (customer_id, posted_on, kind, credit_id, account_cents)
      values (new.customer_id, ledger_posting_day(new.customer_id, greatest(new.voided_on, old.document_date)), 'credit-voided', new.id,
        old.total_cents);
    end if;
  elsif new.document_date <> old.document_date then
    insert into ledger_entries (customer_id, posted_on, kind, credit_id, account_cents)
    values (new.customer_id, ledger_posting_day(new.customer_id, old.document_date), 'credit-corrected', new.id, old.total_cents),
      (new.customer_id, ledger_posting_day(new.customer_id, new.document_date), 'credit-corrected', new.id, -new.total_cents);
  else
    insert into ledger_entries (customer_id, posted_on, kind, credit_id, account_cents)
    values (new.customer_id,
      ledger_posting_day(new.customer_id, greatest(ledger_day(new.customer_id, new.revised_at), new.document_date)),
      'credit-corrected', new.id, old.total_cents - new.total_cents);
  end if;
  return null;
end $function$;
CREATE TRIGGER credit_change_enters_ledger AFTER UPDATE ON public.credits FOR EACH ROW WHEN ((((old.total_cents IS DISTINCT FROM new.total_cents) OR (old.document_date IS DISTINCT FROM new.document_date)) OR (old.voided_on IS DISTINCT FROM new.voided_on))) EXECUTE FUNCTION credit_change_enters_ledger();

-- 0021_ledger.sql
CREATE OR REPLACE FUNCTION public.credits_enter_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform ledger_before_closing();
  insert into ledger_entries (customer_id, posted_on, kind, credit_id, account_cents)
  select customer_id, ledger_posting_day(customer_id, document_date), 'credit', id, -total_cents from added
  union all
  select customer_id, ledger_posting_day(customer_id, greatest(voided_on, document_date)), 'credit-voided', id, total_cents
  from added where voided_on is not null;
  return null;
end $function$;
CREATE TRIGGER credits_enter_ledger AFTER INSERT ON public.credits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION credits_enter_ledger();

-- 0021_ledger.sql
CREATE OR REPLACE FUNCTION public.document_is_revised()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.voided_on is not null and new.voided_on is null then
    raise exception 'a voided document stays void' using errcode = 'check_violation', constraint = 'void_is_final', table = tg_table_name;
  end if;
  if new.voided_on is null and new.revised_at is not distinct from old.revised_at then
    new.revised_at := now();
  end if;
  return new;
end $function$;
CREATE TRIGGER credit_is_revised BEFORE UPDATE ON public.credits FOR EACH ROW WHEN ((((old.total_cents IS DISTINCT FROM new.total_cents) OR (old.document_date IS DISTINCT FROM new.document_date)) OR (old.voided_on IS DISTINCT FROM new.voided_on))) EXECUTE FUNCTION document_is_revised();
CREATE TRIGGER invoice_is_revised BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (((((old.total_cents IS DISTINCT FROM new.total_cents) OR (old.due_date IS DISTINCT FROM new.due_date)) OR (old.document_date IS DISTINCT FROM new.document_date)) OR (old.voided_on IS DISTINCT FROM new.voided_on))) EXECUTE FUNCTION document_is_revised();

-- 0057_money_guards.sql
CREATE OR REPLACE FUNCTION public.document_keeps_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% % stays with its customer', tg_table_name, old.id using errcode = 'check_violation', constraint = 'document_keeps_customer';
end $function$;
CREATE TRIGGER document_keeps_customer BEFORE UPDATE OF customer_id ON public.credits FOR EACH ROW WHEN ((old.customer_id <> new.customer_id)) EXECUTE FUNCTION document_keeps_customer();
CREATE TRIGGER document_keeps_customer BEFORE UPDATE OF customer_id ON public.invoices FOR EACH ROW WHEN ((old.customer_id <> new.customer_id)) EXECUTE FUNCTION document_keeps_customer();
CREATE TRIGGER document_keeps_customer BEFORE UPDATE OF customer_id ON public.payments FOR EACH ROW WHEN ((old.customer_id <> new.customer_id)) EXECUTE FUNCTION document_keeps_customer();

-- 0079_feed_and_corrections.sql
CREATE OR REPLACE FUNCTION public.has_integration(customer bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((EXISTS (SELECT FROM webhook_endpoints e WHERE ((e.customer_id = has_integration.customer) AND (e.state <> 'deleted'::text)))) OR (EXISTS (SELECT FROM service_keys k WHERE ((k.customer_id = has_integration.customer) AND ((k.revoked_at IS NULL) OR (k.revoked_at > (now() - '90 days'::interval)))))));

-- 0079_feed_and_corrections.sql
CREATE OR REPLACE FUNCTION public.has_integrations()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((EXISTS (SELECT FROM webhook_endpoints WHERE ((webhook_endpoints.customer_id IS NOT NULL) AND (webhook_endpoints.state <> 'deleted'::text)))) OR (EXISTS (SELECT FROM service_keys WHERE ((service_keys.customer_id IS NOT NULL) AND ((service_keys.revoked_at IS NULL) OR (service_keys.revoked_at > (now() - '90 days'::interval)))))));

-- 0021_ledger.sql
CREATE OR REPLACE FUNCTION public.invoice_change_enters_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform ledger_before_closing();
  if new.voided_on is not null then
    if old.voided_on is null then
      insert into ledger_entries (customer_id, posted_on, kind, invoice_id, invoice_cents)
      values (new.customer_id, ledger_posting_day(new.customer_id, greatest(new.voided_on, old.document_date)), 'invoice-voided', new.id,
        -old.total_cents);
    end if;
  elsif new.document_date <> old.document_date then
    insert into ledger_entries (customer_id, posted_on, kind, invoice_id, due_date, invoice_cents)
    values (new.customer_id, ledger_posting_day(new.customer_id, old.document_date), 'invoice-corrected', new.id, null, -old.total_cents),
      (new.customer_id, ledger_posting_day(new.customer_id, new.document_date), 'invoice-corrected', new.id, new.due_date, new.total_cents);
  else
    insert into ledger_entries (customer_id, posted_on, kind, invoice_id, due_date, invoice_cents)
    values (new.customer_id,
      ledger_posting_day(new.customer_id, greatest(ledger_day(new.customer_id, new.revised_at), new.document_date)),
      'invoice-corrected', new.id, new.due_date, new.total_cents - old.total_cents);
  end if;
  update invoices set paid_on = invoice_paid_on(new.id) where id = new.id and paid_on is distinct from invoice_paid_on(new.id);
  return null;
end $function$;
CREATE TRIGGER invoice_change_enters_ledger AFTER UPDATE ON public.invoices FOR EACH ROW WHEN (((((old.total_cents IS DISTINCT FROM new.total_cents) OR (old.due_date IS DISTINCT FROM new.due_date)) OR (old.document_date IS DISTINCT FROM new.document_date)) OR (old.voided_on IS DISTINCT FROM new.voided_on))) EXECUTE FUNCTION invoice_change_enters_ledger();

-- 0021_ledger.sql
CREATE OR REPLACE FUNCTION public.invoice_paid_on(invoice bigint)
 RETURNS date
 LANGUAGE sql
 STABLE
RETURN (SELECT CASE WHEN ((i.open_cents = 0) AND (i.voided_on IS NULL)) THEN (SELECT max(a.applied_on) AS max FROM payment_invoices a WHERE ((a.invoice_id = i.id) AND (a.payment_result = 1))) ELSE NULL::date END AS "case" FROM invoices i WHERE (i.id = invoice_paid_on.invoice));

-- 0021_ledger.sql
CREATE OR REPLACE FUNCTION public.invoices_enter_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform ledger_before_closing();
  insert into ledger_entries (customer_id, posted_on, kind, invoice_id, due_date, invoice_cents)
  select customer_id, ledger_posting_day(customer_id, document_date), 'invoice', id, due_date, total_cents from added
  union all
  select customer_id, ledger_posting_day(customer_id, greatest(voided_on, document_date)), 'invoice-voided', id, null, -total_cents
  from added where voided_on is not null;
  return null;
end $function$;
CREATE TRIGGER invoices_enter_ledger AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoices_enter_ledger();

-- 0048_alerts.sql
CREATE OR REPLACE FUNCTION public.is_followed(customer bigint, event_type text, event_order bigint, event_job text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM alert_follows f WHERE ((f.customer_id = is_followed.customer) AND (is_followed.event_type = ANY (f.types)) AND CASE WHEN (f.order_id IS NOT NULL) THEN (f.order_id = is_followed.event_order) WHEN (f.job IS NOT NULL) THEN (f.job = is_followed.event_job) ELSE true END)));

-- 0094_jobs_by_number_or_place.sql
CREATE OR REPLACE FUNCTION public.is_followed(customer bigint, event_type text, event_order bigint, event_job text, event_job_key text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM alert_follows f WHERE ((f.customer_id = is_followed.customer) AND (is_followed.event_type = ANY (f.types)) AND CASE WHEN (f.order_id IS NOT NULL) THEN (f.order_id = is_followed.event_order) WHEN (f.job IS NOT NULL) THEN (f.job = CASE WHEN (f.job_name IS NULL) THEN is_followed.event_job ELSE is_followed.event_job_key END) ELSE true END)));

-- 0086_last_load_by_quantity.sql
CREATE OR REPLACE FUNCTION public.is_rejected_load(ticket bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM ticket_sign_offs s WHERE ((s.ticket_id = is_rejected_load.ticket) AND s.is_rejected AND (NOT (EXISTS (SELECT FROM ticket_sign_offs later WHERE (later.corrects_id = s.id)))))));

-- 0094_jobs_by_number_or_place.sql
CREATE OR REPLACE FUNCTION public.job_key(job_number text, job text, address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(TRIM(BOTH FROM regexp_replace(CASE WHEN (TRIM(BOTH FROM COALESCE(job_number, ''::text)) <> ''::text) THEN ('number '::text || job_number) ELSE ((('place '::text || job) || ' '::text) || COALESCE(address, ''::text)) END, '\s+'::text, ' '::text, 'g'::text)));

-- 0021_ledger.sql
CREATE OR REPLACE FUNCTION public.ledger_before_closing()
 RETURNS void
 LANGUAGE sql
RETURN pg_advisory_xact_lock_shared((4210004)::bigint);

-- 0021_ledger.sql
CREATE OR REPLACE FUNCTION public.ledger_close()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(4210004);
  return null;
end $function$;
CREATE TRIGGER statements_close_ledger BEFORE INSERT ON public.statements FOR EACH STATEMENT EXECUTE FUNCTION ledger_close();

-- 0021_ledger.sql
CREATE OR REPLACE FUNCTION public.ledger_day(customer bigint, moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
RETURN (SELECT ((ledger_day.moment AT TIME ZONE d.time_zone))::date AS timezone FROM (customers c JOIN data_sources d ON ((d.id = c.data_source_id))) WHERE (c.id = ledger_day.customer));

-- 0021_ledger.sql
CREATE OR REPLACE FUNCTION public.ledger_posting_day(customer bigint, own_day date)
 RETURNS date
 LANGUAGE sql
 STABLE
RETURN GREATEST(own_day, (SELECT (max(s.statement_date) + 1) FROM statements s WHERE (s.customer_id = ledger_posting_day.customer)));

-- 0048_alerts.sql
CREATE OR REPLACE FUNCTION public.next_minute_of_day(moment timestamp with time zone, zone text, minute_of_day integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN (((date_trunc('day'::text, (moment AT TIME ZONE zone)) + make_interval(mins => minute_of_day)) + CASE WHEN ((date_trunc('day'::text, (moment AT TIME ZONE zone)) + make_interval(mins => minute_of_day)) <= (moment AT TIME ZONE zone)) THEN '1 day'::interval ELSE '00:00:00'::interval END) AT TIME ZONE zone);

-- 0094_jobs_by_number_or_place.sql
CREATE OR REPLACE FUNCTION public.note_truck_alerts(ids bigint[], steps text[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO alert_events (customer_id, key, type, order_id, job, job_key, facts)  SELECT t.customer_id,
             ((noted.step || ':'::text) || t.id),
             noted.step,
             t.order_id,
             o.job,
             place.key,
             jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'job', o.job, 'ticketId', t.id, 'load', t.load_number, 'truck', ( SELECT tr.number
                    FROM trucks tr
                   WHERE (tr.id = t.truck_id))) AS jsonb_build_object
            FROM (((UNNEST(note_truck_alerts.ids, note_truck_alerts.steps) noted(id, step)
              JOIN tickets t ON ((t.id = noted.id)))
              JOIN orders o ON ((o.id = t.order_id)))
              CROSS JOIN LATERAL ( SELECT job_key(o.job_number, o.job, concat_ws(', '::text, o.job_address1, o.job_address2)) AS key) place)
           WHERE ((NOT t.is_cancelled) AND (
                 CASE noted.step
                     WHEN 'truck-left'::text THEN t.leave_plant_at
                     ELSE t.arrived_at
                 END > (now() - '01:00:00'::interval)) AND is_followed(t.customer_id, noted.step, t.order_id, o.job, place.key)) ON CONFLICT(customer_id, key) DO NOTHING;
 INSERT INTO alert_events (customer_id, key, type, order_id, job, job_key, facts)  SELECT DISTINCT ON (o.id) o.customer_id,
             ((('last-load:'::text || o.id) || ':'::text) || gone.last_id),
             'last-load',
             o.id,
             o.job,
             place.key,
             jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'job', o.job) AS jsonb_build_object
            FROM ((((UNNEST(note_truck_alerts.ids, note_truck_alerts.steps) noted(id, step)
              JOIN tickets t ON ((t.id = noted.id)))
              JOIN orders o ON ((o.id = t.order_id)))
              CROSS JOIN LATERAL ( SELECT job_key(o.job_number, o.job, concat_ws(', '::text, o.job_address1, o.job_address2)) AS key) place)
              CROSS JOIN LATERAL ( SELECT count(*) AS loads,
                     sum(l.quantity) AS quantity,
                     (array_agg(l.id ORDER BY l.leave_plant_at DESC, l.id DESC))[1] AS last_id
                    FROM tickets l
                   WHERE ((l.order_id = o.id) AND (NOT l.is_cancelled) AND (l.leave_plant_at IS NOT NULL) AND (NOT is_rejected_load(l.id)))) gone)
           WHERE ((noted.step = 'truck-left'::text) AND (NOT t.is_cancelled) AND (t.leave_plant_at > (now() - '01:00:00'::interval)) AND is_followed(o.customer_id, 'last-load'::text, o.id, o.job, place.key) AND are_all_loads(gone.loads, gone.quantity, o.load_count, o.quantity_ordered))
           ORDER BY o.id ON CONFLICT(customer_id, key) DO NOTHING;
END;

-- 0114_follows_of_known_jobs.sql
CREATE OR REPLACE FUNCTION public.order_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from alert_follows) then return null; end if;
  with moved as (
    select distinct on (o.customer_id, former.key) o.customer_id, former.key as former_key, place.key, o.job,
      nullif(trim(o.job_number), '') as job_number, place.address
    from changed o join before b on b.id = o.id
      cross join lateral (select job_key(b.job_number, b.job, concat_ws(', ', b.job_address1, b.job_address2)) as key) as former
      cross join lateral (select concat_ws(', ', o.job_address1, o.job_address2) as address,
        job_key(o.job_number, o.job, concat_ws(', ', o.job_address1, o.job_address2)) as key) as place
    where former.key <> place.key order by o.customer_id, former.key, o.id),
  moving as (
    select f.id, f.user_id, f.types || known.types as types, known.id as known_id, moved.* from moved
      join alert_follows f on f.customer_id = moved.customer_id and f.job = moved.former_key
      left join alert_follows known on known.customer_id = f.customer_id and known.user_id = f.user_id and known.job = moved.key
    where f.job_name is not null
      and not exists (select from orders o where o.customer_id = f.customer_id and o.starts_at >= current_date - 2
        and job_key(o.job_number, o.job, concat_ws(', ', o.job_address1, o.job_address2)) = moved.former_key))
  update alert_follows f set job = kept.key,
    job_name = case when f.id = kept.id then kept.job else f.job_name end,
    job_number = case when f.id = kept.id then kept.job_number else f.job_number end,
    job_address = case when f.id = kept.id then kept.address else f.job_address end,
    types = array(select distinct type from moving m, unnest(m.types) as type where (m.user_id, m.customer_id, m.key) = (kept.user_id, kept.customer_id, kept.key))
  from (select distinct on (user_id, customer_id, key) * from moving where known_id is null or known_id not in (select id from moving)
    order by user_id, customer_id, key, id) as kept
  where f.id = coalesce(kept.known_id, kept.id);
  insert into alert_events (customer_id, key, type, order_id, job, job_key, facts)
  select o.customer_id, 'order-changed:' || o.id || ':' || pg_current_xact_id()::text, 'order-changed', o.id, o.job,
    case when is_followed(o.customer_id, 'order-changed', o.id, o.job, place.key) then place.key else place.former_key end,
    jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'job', o.job, 'changes', difference.names)
  from changed o join before b on b.id = o.id
    cross join lateral (select job_key(o.job_number, o.job, concat_ws(', ', o.job_address1, o.job_address2)) as key,
      job_key(b.job_number, b.job, concat_ws(', ', b.job_address1, b.job_address2)) as former_key) as place
    cross join lateral (select jsonb_agg(name) as names from (values
      ('start', o.starts_at is distinct from b.starts_at),
      ('quantity', o.quantity_ordered is distinct from b.quantity_ordered),
      ('status', o.status_id is distinct from b.status_id and o.status_id not in (5, 6)),
      ('product', o.product_id is distinct from b.product_id),
      ('place', (o.job_address1, o.job_address2) is distinct from (b.job_address1, b.job_address2)),
      ('spacing', o.interval_minutes is distinct from b.interval_minutes)) as part (name, is_changed) where is_changed) as difference
  where difference.names is not null and o.ship_date >= current_date - 2
    and (is_followed(o.customer_id, 'order-changed', o.id, o.job, place.key)
      or is_followed(o.customer_id, 'order-changed', o.id, o.job, place.former_key))
  on conflict (customer_id, key) do nothing;
  return null;
end $function$;
CREATE TRIGGER order_alerts_after_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION order_alerts();

-- 0053_request_alerts.sql
CREATE OR REPLACE FUNCTION public.order_request_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from alert_follows) then return null; end if;
  insert into alert_events (customer_id, key, type, order_id, job, facts)
  select e.customer_id, 'request-answered:order:' || e.id, 'request-answered', r.order_id, r.job,
    jsonb_build_object('requestId', r.id, 'requestNumber', r.number, 'job', r.job, 'title', r.number || ' ' || r.job,
      'answer', case e.action when 'supply' then 'confirm' else e.action end)
  from changed e join order_requests r on r.id = e.request_id
  where e.action in ('confirm', 'propose', 'decline', 'supply', 'expire') and is_followed(e.customer_id, 'request-answered', r.order_id, r.job)
  on conflict (customer_id, key) do nothing;
  return null;
end $function$;
CREATE TRIGGER order_request_alerts_after_insert AFTER INSERT ON public.order_request_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION order_request_alerts();

-- 0079_feed_and_corrections.sql
CREATE OR REPLACE FUNCTION public.order_ticket_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  followed bigint[];
begin
  if not has_integrations() then
    return null;
  end if;
  followed := array(select customer_id from (select distinct customer_id from changed) as touched where has_integration(customer_id));
  if followed = '{}' then
    return null;
  end if;
  insert into events (type, customer_id, data)
  select 'ticket.changed', t.customer_id, jsonb_build_object('ticketId', t.id)
  from changed o join before b on b.id = o.id join tickets t on t.order_id = o.id
  where (o.order_number, o.order_type, o.product_id, o.job, o.job_number, o.po_number, o.ordered_by, o.ordered_by_phone, o.directions,
      o.lot_or_block, o.usage, o.slump, o.job_address1, o.job_address2)
    is distinct from (b.order_number, b.order_type, b.product_id, b.job, b.job_number, b.po_number, b.ordered_by, b.ordered_by_phone, b.directions,
      b.lot_or_block, b.usage, b.slump, b.job_address1, b.job_address2)
    and t.customer_id = any(followed) order by t.id;
  return null;
end $function$;
CREATE TRIGGER order_ticket_events_after_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION order_ticket_events();

-- 0093_alerts_of_unsettled_returns.sql
CREATE OR REPLACE FUNCTION public.payment_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from alert_follows) then return null; end if;
  insert into alert_events (customer_id, key, type, facts)
  select p.customer_id, 'payment-returned:' || p.id, 'payment-returned', jsonb_build_object('payment', p.cart_id, 'cents', p.amount_cents)
  from changed p join before b on b.id = p.id
  where (p.returned_at is not null and b.returned_at is null or p.result_code = 200300 and b.result_code is distinct from 200300)
    and (p.refunded_cents, p.disputed_cents) is not distinct from (b.refunded_cents, b.disputed_cents)
    and is_followed(p.customer_id, 'payment-returned', null, null)
  on conflict (customer_id, key) do nothing;
  return null;
end $function$;
CREATE TRIGGER payment_alerts_after_update AFTER UPDATE ON public.payments REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION payment_alerts();

-- 0070_corrected_days.sql
CREATE OR REPLACE FUNCTION public.payment_change_enters_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was bigint := case when old.payment_result = 1 then -old.amount_cents else 0 end;
  becomes bigint := case when new.payment_result = 1 then -new.amount_cents else 0 end;
  was_on date := coalesce(old.received_on, ledger_day(old.customer_id, coalesce(old.settled_at, old.started_at)));
  settled_on date := coalesce(new.received_on, ledger_day(new.customer_id, coalesce(new.settled_at, new.started_at)));
  returned_on date := ledger_day(new.customer_id, coalesce(new.returned_at, now()));
  came_back boolean := new.charged_cents is not null and old.payment_result <> 2;
begin
  perform ledger_before_closing();
  if was <> 0 and new.received_on is distinct from old.received_on then
    insert into ledger_entries (customer_id, posted_on, kind, payment_id, account_cents)
    values (new.customer_id, ledger_posting_day(new.customer_id, was_on), 'payment-corrected', new.id, -was),
      (new.customer_id, ledger_posting_day(new.customer_id, settled_on), 'payment-corrected', new.id, case when becomes = 0 then was else becomes end);
    was := case when becomes = 0 then was else becomes end;
  end if;
  if was <> becomes then
    insert into ledger_entries (customer_id, posted_on, kind, payment_id, account_cents)
    select new.customer_id, ledger_posting_day(new.customer_id, change.day), change.kind, new.id, becomes - was
    from (select case when becomes = 0 or (came_back and becomes > was) then 'payment-returned' when was = 0 and not came_back then 'payment'
          else 'payment-corrected' end as kind,
        case when becomes = 0 then returned_on when was = 0 and not came_back then settled_on else ledger_day(new.customer_id, now()) end as day
      ) as change;
  end if;
  if old.payment_result <> 0 and new.payment_result <> old.payment_result then
    update payment_invoices set payment_result = new.payment_result,
      applied_on = case when new.payment_result = 1 then settled_on else applied_on end,
      reversed_on = case when old.payment_result = 1 then returned_on end
    where (payment_id = new.id or (cart_payment_id = new.id and old.payment_result = 2)) and payment_result = old.payment_result;
  end if;
  return null;
end $function$;
CREATE TRIGGER payment_change_enters_ledger AFTER UPDATE ON public.payments FOR EACH ROW WHEN ((((old.payment_result IS DISTINCT FROM new.payment_result) OR (old.amount_cents IS DISTINCT FROM new.amount_cents)) OR (old.received_on IS DISTINCT FROM new.received_on))) EXECUTE FUNCTION payment_change_enters_ledger();

-- 0062_alerts_of_returned_money.sql
CREATE OR REPLACE FUNCTION public.payment_return_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from alert_follows) then return null; end if;
  insert into alert_events (customer_id, key, type, facts)
  select r.customer_id, 'money-returned:' || r.id, 'payment-returned', jsonb_build_object('payment', p.cart_id, 'cents', r.amount_cents)
  from changed r join payments p on p.id = r.payment_id
  where r.kind in ('refunded', 'disputed') and is_followed(r.customer_id, 'payment-returned', null, null)
  on conflict (customer_id, key) do nothing;
  return null;
end $function$;
CREATE TRIGGER payment_return_alerts_after_insert AFTER INSERT ON public.payment_returns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION payment_return_alerts();

-- 0021_ledger.sql
CREATE OR REPLACE FUNCTION public.payments_enter_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform ledger_before_closing();
  insert into ledger_entries (customer_id, posted_on, kind, payment_id, account_cents)
  select customer_id, ledger_posting_day(customer_id, coalesce(received_on, ledger_day(customer_id, coalesce(settled_at, started_at)))),
    'payment', id, -amount_cents
  from added where payment_result = 1 or (payment_result = 0 and returned_at is not null)
  union all
  select customer_id, ledger_posting_day(customer_id, ledger_day(customer_id, returned_at)), 'payment-returned', id, amount_cents
  from added where payment_result = 0 and returned_at is not null;
  return null;
end $function$;
CREATE TRIGGER payments_enter_ledger AFTER INSERT ON public.payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION payments_enter_ledger();

-- 0057_money_guards.sql
CREATE OR REPLACE FUNCTION public.sign_offs_only_grow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_user = 'yardage_retention' then
    return null;
  end if;
  raise exception 'sign-offs only grow' using errcode = 'insufficient_privilege';
end $function$;
CREATE TRIGGER sign_off_photos_only_grow BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ticket_sign_off_photos FOR EACH STATEMENT EXECUTE FUNCTION sign_offs_only_grow();
CREATE TRIGGER sign_offs_only_grow BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ticket_sign_offs FOR EACH STATEMENT EXECUTE FUNCTION sign_offs_only_grow();

-- 0048_alerts.sql
CREATE OR REPLACE FUNCTION public.statement_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into alert_events (customer_id, key, type, facts)
  select s.customer_id, 'statement-ready:' || s.statement_date, 'statement-ready', jsonb_build_object('day', s.statement_date)
  from changed s where s.statement_date > current_date - 14 and is_followed(s.customer_id, 'statement-ready', null, null)
  on conflict (customer_id, key) do nothing;
  return null;
end $function$;
CREATE TRIGGER statement_alerts_after_insert AFTER INSERT ON public.statements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION statement_alerts();

-- 0079_feed_and_corrections.sql
CREATE OR REPLACE FUNCTION public.supplied_order_key(order_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
RETURN (SELECT r.key FROM supply_records r WHERE ((r.resource = 'orders'::text) AND (r.entity_id = supplied_order_key.order_id)) LIMIT 1);

-- 0048_alerts.sql
CREATE OR REPLACE FUNCTION public.support_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into alert_events (customer_id, key, type, facts)
  select r.customer_id, 'request-answered:support:' || r.id, 'request-answered', jsonb_build_object('supportId', s.id, 'title', s.title)
  from changed r join support_tickets s on s.id = r.support_ticket_id
  where is_followed(r.customer_id, 'request-answered', null, null)
  on conflict (customer_id, key) do nothing;
  return null;
end $function$;
CREATE TRIGGER support_alerts_after_insert AFTER INSERT ON public.support_replies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION support_alerts();

-- 0048_alerts.sql
CREATE OR REPLACE FUNCTION public.ticket_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from alert_follows) then return null; end if;
  if tg_op = 'INSERT' then
    perform note_truck_alerts(array_agg(t.id), array_agg(step.type))
    from changed t cross join lateral (values ('truck-left', t.leave_plant_at), ('arrived', t.arrived_at)) as step (type, at)
    where step.at is not null having count(*) > 0;
  else
    perform note_truck_alerts(array_agg(t.id), array_agg(step.type))
    from changed t join before b on b.id = t.id
      cross join lateral (values ('truck-left', t.leave_plant_at, b.leave_plant_at), ('arrived', t.arrived_at, b.arrived_at)) as step (type, at, earlier)
    where step.at is not null and step.earlier is null having count(*) > 0;
  end if;
  return null;
end $function$;
CREATE TRIGGER ticket_alerts_after_insert AFTER INSERT ON public.tickets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ticket_alerts();
CREATE TRIGGER ticket_alerts_after_update AFTER UPDATE ON public.tickets REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ticket_alerts();

-- 0079_feed_and_corrections.sql
CREATE OR REPLACE FUNCTION public.ticket_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  followed bigint[];
begin
  if not has_integrations() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    followed := array(select customer_id from (select distinct customer_id from changed) as touched where has_integration(customer_id));
    insert into events (type, customer_id, data)
    select 'ticket.issued', t.customer_id, jsonb_build_object('ticketId', t.id) from changed t where t.customer_id = any(followed) order by t.id;
    return null;
  end if;
  followed := array(select customer_id from (select customer_id from changed union select customer_id from before) as touched
    where has_integration(customer_id));
  if followed = '{}' then
    return null;
  end if;
  insert into events (type, customer_id, data)
  select 'ticket.removed', b.customer_id, jsonb_build_object('ticketId', b.id, 'ticketNumber', b.ticket_number)
  from changed t join before b on b.id = t.id where t.customer_id <> b.customer_id and b.customer_id = any(followed) order by b.id;
  insert into events (type, customer_id, data)
  select case when t.customer_id = b.customer_id then 'ticket.changed' else 'ticket.issued' end, t.customer_id, jsonb_build_object('ticketId', t.id)
  from changed t join before b on b.id = t.id where t is distinct from b and t.customer_id = any(followed) order by t.id;
  return null;
end $function$;
CREATE TRIGGER ticket_events_after_insert AFTER INSERT ON public.tickets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ticket_events();
CREATE TRIGGER ticket_events_after_update AFTER UPDATE ON public.tickets REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ticket_events();

-- 0087_url_parts.sql
CREATE OR REPLACE FUNCTION public.url_part(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(string_agg(CASE WHEN (letters.letter ~ '[A-Za-z0-9_.~-]'::text) THEN letters.letter ELSE regexp_replace(upper(encode(convert_to(letters.letter, 'UTF8'::name), 'hex'::text)), '(..)'::text, '%\1'::text, 'g'::text) END, ''::text ORDER BY letters.place), ''::text) AS "coalesce" FROM string_to_table(url_part.value, NULL::text) WITH ORDINALITY letters(letter, place));

-- 0007_people.sql
CREATE OR REPLACE FUNCTION public.yardage_admit_user(address text, given_name text, family_name text, OUT user_id bigint, OUT place integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into users (email, first_name, last_name) values (lower(address), given_name, family_name) on conflict (email) do nothing;
  select users.id, coalesce((select max(members.position) + 1 from members where members.user_id = users.id), 0)
    into user_id, place from users where users.email = lower(address);
end $function$;

-- 0052_scale.sql
CREATE OR REPLACE FUNCTION public.yardage_announce_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  case tg_table_name
    when 'members' then
      if tg_op <> 'INSERT' and old.user_id is not null then perform pg_notify('yardage_access', 'user ' || old.user_id); end if;
      if tg_op <> 'DELETE' and new.user_id is not null then perform pg_notify('yardage_access', 'user ' || new.user_id); end if;
    when 'users' then perform pg_notify('yardage_access', 'user ' || old.id);
    when 'ended_sessions' then perform pg_notify('yardage_access', 'session ' || new.key);
    when 'view_sessions' then perform pg_notify('yardage_access', 'view ' || old.id);
    else perform pg_notify('yardage_access', 'all');
  end case;
  return null;
end $function$;
CREATE TRIGGER ended_session_announced AFTER INSERT OR UPDATE ON public.ended_sessions FOR EACH ROW EXECUTE FUNCTION yardage_announce_access();
CREATE TRIGGER member_access_announced AFTER INSERT OR DELETE ON public.members FOR EACH ROW EXECUTE FUNCTION yardage_announce_access();
CREATE TRIGGER member_access_change_announced AFTER UPDATE ON public.members FOR EACH ROW WHEN ((((((old.user_id IS DISTINCT FROM new.user_id) OR (old.customer_id IS DISTINCT FROM new.customer_id)) OR (old.role_id IS DISTINCT FROM new.role_id)) OR (old.status_id IS DISTINCT FROM new.status_id)) OR (old.is_enabled IS DISTINCT FROM new.is_enabled))) EXECUTE FUNCTION yardage_announce_access();
CREATE TRIGGER role_access_announced AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.role_permissions FOR EACH STATEMENT EXECUTE FUNCTION yardage_announce_access();
CREATE TRIGGER user_access_announced AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION yardage_announce_access();
CREATE TRIGGER user_access_change_announced AFTER UPDATE ON public.users FOR EACH ROW WHEN (((((old.subject IS DISTINCT FROM new.subject) OR (old.is_enabled IS DISTINCT FROM new.is_enabled)) OR (old.is_staff IS DISTINCT FROM new.is_staff)) OR (old.staff_role IS DISTINCT FROM new.staff_role))) EXECUTE FUNCTION yardage_announce_access();
CREATE TRIGGER view_session_announced AFTER DELETE OR UPDATE ON public.view_sessions FOR EACH ROW EXECUTE FUNCTION yardage_announce_access();

-- 0002_walls.sql
CREATE OR REPLACE FUNCTION public.yardage_customer_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('yardage.customer_id'::text, true), ''::text))::bigint;

-- 0028_desk.sql
CREATE OR REPLACE FUNCTION public.yardage_customer_words(display_name text, company_name text, customer_number text, global_customer_number text, city text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple'::regconfig, regexp_replace(lower(((((((((display_name || ' '::text) || company_name) || ' '::text) || customer_number) || ' '::text) || global_customer_number) || ' '::text) || city)), '[^[:alnum:]]+'::text, ' '::text, 'g'::text));

-- 0071_people_and_mails.sql
CREATE OR REPLACE FUNCTION public.yardage_is_user_enabled(id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce((select u.is_enabled from users u where u.id = $1), false)
$function$;

-- 0052_scale.sql
CREATE OR REPLACE FUNCTION public.yardage_keep_streets(addresses text[], places text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with given as (
    select distinct regexp_replace(pair.address, '^[0-9]+[A-Za-z]? +', '') as address, parts[1] as city, parts[2] as state, parts[3] as zip
    from unnest(addresses, places) as pair(address, place)
    cross join lateral regexp_match(pair.place, '^(.+), ([A-Z]{2}) ([0-9]{5})') as parts
    where pair.address is not null and parts is not null
  ),
  added as (
    insert into known_streets (address, city, state, zip, words)
    select address, city, state, zip, array(
      select distinct word from regexp_split_to_table(lower(translate(concat_ws(' ', address, city, state, zip), '.''', '')), '[^[:alnum:]]+') as word
      where word <> '')
    from given
    where not exists (
      select from known_streets s where s.address = given.address and s.city = given.city and s.state = given.state and s.zip = given.zip)
    order by address, city, state, zip
    on conflict do nothing
    returning id, words
  )
  insert into known_street_words (word, street_id) select word, added.id from added, unnest(added.words) as word;
$function$;

-- 0117_trucks_that_lose_a_ticket.sql
CREATE OR REPLACE FUNCTION public.yardage_load_follows_tickets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  touched bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct truck_id) into touched from changed where truck_id is not null;
  else
    select array_agg(truck_id) into touched from (select truck_id from changed union select truck_id from before) t where truck_id is not null;
  end if;
  update truck_positions set ticket_id = carried.ticket_id, customer_id = carried.customer_id
  from (
    select truck.id as truck_id, newest.id as ticket_id, newest.customer_id
    from unnest(touched) as truck (id)
    left join lateral (
      select t.id, t.customer_id from tickets t where t.truck_id = truck.id and t.leave_job_at is null and not t.is_cancelled
        and t.ticketed_at > now() - interval '24 hours'
        and (t.status_id < 6 or coalesce(t.finished_at > now() - interval '2 hours', true))
      order by t.status_id > 1 desc, t.ticketed_at desc, t.id desc limit 1
    ) as newest on true
  ) as carried
  where truck_positions.truck_id = carried.truck_id
    and (truck_positions.ticket_id, truck_positions.customer_id) is distinct from (carried.ticket_id, carried.customer_id);
  return null;
end $function$;
CREATE TRIGGER truck_load_after_insert AFTER INSERT ON public.tickets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION yardage_load_follows_tickets();
CREATE TRIGGER truck_load_after_update AFTER UPDATE ON public.tickets REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION yardage_load_follows_tickets();

-- 0118_names_of_people.sql
CREATE OR REPLACE FUNCTION public.yardage_name_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update users u set first_name = new.first_name, last_name = new.last_name
  where u.id = new.user_id and not u.is_staff and (u.first_name, u.last_name) is distinct from (new.first_name, new.last_name)
    and not exists (
      select from members other where other.user_id = new.user_id and other.status_id = 2 and other.customer_id is distinct from new.customer_id);
  return null;
end $function$;
CREATE TRIGGER member_names_user AFTER INSERT OR UPDATE OF user_id, status_id, first_name, last_name ON public.members FOR EACH ROW WHEN (((new.user_id IS NOT NULL) AND (new.status_id = 2) AND ((new.first_name || new.last_name) <> ''::text))) EXECUTE FUNCTION yardage_name_user();

-- 0057_money_guards.sql
CREATE OR REPLACE FUNCTION public.yardage_payment_tries(since timestamp with time zone, not_reached_code integer)
 RETURNS TABLE(subject text, failed bigint, last_failed_at timestamp with time zone, under_way bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  caller bigint := nullif(current_setting('yardage.user_id', true), '')::bigint;
  account bigint := nullif(current_setting('yardage.customer_id', true), '')::bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('payments of user ' || caller, 3));
  perform pg_advisory_xact_lock(hashtextextended('payments of account ' || account, 3));
  return query
    with tried as (
      select 'user' as who, p.* from payments p where p.requested_by = caller and p.started_at > since and p.idempotency_key is not null
      union all
      select 'account', p.* from payments p where p.customer_id = account and p.started_at > since and p.idempotency_key is not null),
    counted as (
      select tried.who, tried.payment_result = 0 as is_failed, tried.settled_at as ended_at from tried
      where tried.payment_result = 0 and tried.result_code <> not_reached_code and tried.charged_cents is null
        or tried.payment_result = 2 and (tried.answered_at is null
          or tried.method = 'CreditCard' and tried.started_at > now() - interval '15 minutes')
      union all
      select who, coalesce(t.is_refused, false), t.at from (
        select 'user' as who, m.* from method_tries m where m.user_id = caller and m.at > since
        union all
        select 'account', m.* from method_tries m where m.customer_id = account and m.at > since) t
      where t.is_refused or (t.is_refused is null and t.at > now() - interval '1 minute'))
    select counted.who,
      count(*) filter (where counted.is_failed),
      max(counted.ended_at) filter (where counted.is_failed),
      count(*) filter (where not counted.is_failed)
    from counted group by counted.who;
end $function$;

-- 0071_people_and_mails.sql
CREATE OR REPLACE FUNCTION public.yardage_recent_notices(mailbox text, kind text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*)::integer from outgoing_mails
  where regexp_replace(lower(to_addresses[1]), '\+[^@]*@', '@') = mailbox and document_kind = kind and created_at > now() - interval '1 day'
$function$;

-- 0052_scale.sql
CREATE OR REPLACE FUNCTION public.yardage_streets_of_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform yardage_keep_streets(array[new.job_address1], array[new.job_address2]);
  else
    perform yardage_keep_streets(array_agg(job_address1), array_agg(job_address2))
    from (select distinct job_address1, job_address2 from changed) as places;
  end if;
  return null;
end $function$;
CREATE TRIGGER streets_of_changed_orders AFTER UPDATE OF job_address1, job_address2 ON public.orders FOR EACH ROW WHEN (((old.job_address1 IS DISTINCT FROM new.job_address1) OR (old.job_address2 IS DISTINCT FROM new.job_address2))) EXECUTE FUNCTION yardage_streets_of_orders();
CREATE TRIGGER streets_of_new_orders AFTER INSERT ON public.orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION yardage_streets_of_orders();

-- 0052_scale.sql
CREATE OR REPLACE FUNCTION public.yardage_streets_of_plants()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform yardage_keep_streets(array[new.address_line1], array[new.city || ', ' || s.abbreviation || ' ' || new.zip])
  from states s where s.id = new.state_id;
  return null;
end $function$;
CREATE TRIGGER streets_of_plants AFTER INSERT OR UPDATE ON public.plants FOR EACH ROW EXECUTE FUNCTION yardage_streets_of_plants();

-- 0002_walls.sql
CREATE OR REPLACE FUNCTION public.yardage_wall(target regclass, owner_column text DEFAULT 'customer_id'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy own_customer on %s to yardage_app using (case when %I = (select yardage_customer_id()) then true else false end)',
    target, owner_column);
  execute format('create policy everything on %s to yardage_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to yardage_app, yardage_system', target);
end $function$;
