-- Who may see what, held by the database itself.
-- yardage_app: a caller's own customer number, and nothing else. yardage_system: jobs, sign-in, demo world.
-- The tables' owner is neither, and row security is forced on him too.

do $$
begin
  create role yardage_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  create role yardage_system nologin;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  execute format('grant yardage_app, yardage_system to %I', session_user);
exception when unique_violation then null;
end $$;

-- The customer number that the current transaction works for; none where nothing was set.
create function yardage_customer_id() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('yardage.customer_id', true), '')::bigint;

-- Puts the wall around a customer-owned table. Every migration that adds such a table calls it.
-- The comparison stands in a 'case' on purpose: the planner then neither takes it for a way into the table nor believes that it leaves
-- few rows. A statement's own conditions choose the index, the wall only filters. With a plain '=' the look-ups by key of a large
-- customer's rows turned into scans of all its rows.
create function yardage_wall(target regclass, owner_column text default 'customer_id') returns void
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy own_customer on %s to yardage_app using (case when %I = (select yardage_customer_id()) then true else false end)',
    target, owner_column);
  execute format('create policy everything on %s to yardage_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to yardage_app, yardage_system', target);
end $$;

grant select, insert, update, delete on all tables in schema public to yardage_system;
grant usage on all sequences in schema public to yardage_app, yardage_system;

-- Shared by all customers: readable.
grant select on data_sources, states, roles, role_permissions, contacts, plants, products, price_lists, price_list_items,
  trucks, announcements, support_categories, support_types to yardage_app;

select yardage_wall('customers', 'id');
select yardage_wall(name::regclass)
from unnest(array['customer_contacts', 'members', 'quotes', 'quote_products', 'orders', 'tickets', 'ticket_products', 'invoices',
  'cart_invoices', 'payments', 'payment_invoices', 'statements', 'support_tickets', 'support_attachments', 'outgoing_mails',
  'audit_log']) as name;

-- A customer's own row is read, not written, by his people.
revoke insert, update, delete on customers from yardage_app;

-- The audit log only grows.
revoke update, delete on audit_log from yardage_app, yardage_system;
create function audit_log_only_grows() returns trigger
  language plpgsql as $$
begin
  raise exception 'the audit log only grows' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_only_grows before update or delete or truncate on audit_log
  for each statement execute function audit_log_only_grows();

-- What is paid on an invoice follows its payments, in the same transaction.
create function invoice_paid_follows_payments() returns trigger
  language plpgsql as $$
begin
  update invoices set paid_cents = standing.paid
  from (
    select touched.invoice_id, coalesce(sum(laid.amount_cents + laid.discount_cents), 0) as paid
    from (select distinct invoice_id from changed) as touched
    left join payment_invoices as laid on laid.invoice_id = touched.invoice_id and laid.payment_result = 1
    group by touched.invoice_id
  ) as standing
  where invoices.id = standing.invoice_id and invoices.paid_cents <> standing.paid;
  return null;
end $$;
create trigger invoice_paid_after_insert after insert on payment_invoices
  referencing new table as changed for each statement execute function invoice_paid_follows_payments();
create trigger invoice_paid_after_update after update on payment_invoices
  referencing new table as changed for each statement execute function invoice_paid_follows_payments();
create trigger invoice_paid_after_delete after delete on payment_invoices
  referencing old table as changed for each statement execute function invoice_paid_follows_payments();
