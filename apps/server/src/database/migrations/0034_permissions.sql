-- Permission codes of payables and of the day of the pour (APY, REQ, SGN, SHR). Owner and Administrator have all of them.
insert into role_permissions (role_id, code) select role_id, unnest(array[
  'orders.request', 'orders.share', 'tickets.sign', 'invoices.dispute', 'payments.schedule', 'payments.saved-methods',
  'payments.approve', 'documents.close-out'
]) from unnest(array[1, 2]) role_id;
-- Accounts Payable
insert into role_permissions (role_id, code) select 3, unnest(array[
  'invoices.dispute', 'payments.schedule', 'payments.saved-methods', 'documents.close-out'
]);
-- Project Manager
insert into role_permissions (role_id, code) select 4, unnest(array['orders.request', 'orders.share', 'tickets.sign', 'documents.close-out']);
-- Field
insert into role_permissions (role_id, code) select 5, unnest(array['orders.request', 'orders.share', 'tickets.sign']);
