-- What every installation starts with: the states, the roles of the portal and the codes each holds, support choices.

insert into states (id, name, abbreviation) values
  (1, 'Alabama', 'AL'),
  (2, 'Alaska', 'AK'),
  (3, 'Arizona', 'AZ'),
  (4, 'Arkansas', 'AR'),
  (5, 'California', 'CA'),
  (6, 'Colorado', 'CO'),
  (7, 'Connecticut', 'CT'),
  (8, 'Delaware', 'DE'),
  (9, 'District of Columbia', 'DC'),
  (10, 'Florida', 'FL'),
  (11, 'Georgia', 'GA'),
  (12, 'Hawaii', 'HI'),
  (13, 'Idaho', 'ID'),
  (14, 'Illinois', 'IL'),
  (15, 'Indiana', 'IN'),
  (16, 'Iowa', 'IA'),
  (17, 'Kansas', 'KS'),
  (18, 'Kentucky', 'KY'),
  (19, 'Louisiana', 'LA'),
  (20, 'Maine', 'ME'),
  (21, 'Maryland', 'MD'),
  (22, 'Massachusetts', 'MA'),
  (23, 'Michigan', 'MI'),
  (24, 'Minnesota', 'MN'),
  (25, 'Mississippi', 'MS'),
  (26, 'Missouri', 'MO'),
  (27, 'Montana', 'MT'),
  (28, 'Nebraska', 'NE'),
  (29, 'Nevada', 'NV'),
  (30, 'New Hampshire', 'NH'),
  (31, 'New Jersey', 'NJ'),
  (32, 'New Mexico', 'NM'),
  (33, 'New York', 'NY'),
  (34, 'North Carolina', 'NC'),
  (35, 'North Dakota', 'ND'),
  (36, 'Ohio', 'OH'),
  (37, 'Oklahoma', 'OK'),
  (38, 'Oregon', 'OR'),
  (39, 'Pennsylvania', 'PA'),
  (40, 'Rhode Island', 'RI'),
  (41, 'South Carolina', 'SC'),
  (42, 'South Dakota', 'SD'),
  (43, 'Tennessee', 'TN'),
  (44, 'Texas', 'TX'),
  (45, 'Utah', 'UT'),
  (46, 'Vermont', 'VT'),
  (47, 'Virginia', 'VA'),
  (48, 'Washington', 'WA'),
  (49, 'West Virginia', 'WV'),
  (50, 'Wisconsin', 'WI'),
  (51, 'Wyoming', 'WY');

insert into roles (id, name, description) values
  (1, 'Owner', 'Everything, including the other owners'),
  (2, 'Administrator', 'Everything, but cannot change an owner'),
  (3, 'Accounts Payable', 'Invoices, payments and statements'),
  (4, 'Project Manager', 'Orders, tickets, quotes and trucks; sees invoices but does not pay'),
  (5, 'Field', 'Orders, tickets and trucks, without any prices'),
  (6, 'Viewer', 'Looks at everything; no PDFs and no paying');

-- Owner
insert into role_permissions (role_id, code) select 1, unnest(array[
  'invoices.view', 'invoices.e-check', 'invoices.credit-card', 'invoices.pay-pal', 'invoices.view-history',
  'invoices.view-pdf', 'invoices.pay-invoices', 'invoices.view-status', 'dashboard.view-account-aging',
  'dashboard.view-rewards', 'dashboard.view-announcements', 'dashboard.view-contacts', 'payment-history.view',
  'payment-history.view-pdf', 'statements.view', 'statements.view-pdf', 'orders.view', 'orders.view-pdf', 'tickets.view',
  'tickets.view-pdf', 'quotes.view', 'quotes.view-pdf', 'user-accounts.view', 'user-accounts.approval',
  'user-accounts.add-account', 'support.view', 'support.request-support', 'truck-tracking.view', 'assistant-chat.view',
  'dispatcher-chat.view']);

-- Administrator
insert into role_permissions (role_id, code) select 2, unnest(array[
  'invoices.view', 'invoices.e-check', 'invoices.credit-card', 'invoices.pay-pal', 'invoices.view-history',
  'invoices.view-pdf', 'invoices.pay-invoices', 'invoices.view-status', 'dashboard.view-account-aging',
  'dashboard.view-rewards', 'dashboard.view-announcements', 'dashboard.view-contacts', 'payment-history.view',
  'payment-history.view-pdf', 'statements.view', 'statements.view-pdf', 'orders.view', 'orders.view-pdf', 'tickets.view',
  'tickets.view-pdf', 'quotes.view', 'quotes.view-pdf', 'user-accounts.view', 'user-accounts.approval',
  'user-accounts.add-account', 'support.view', 'support.request-support', 'truck-tracking.view', 'assistant-chat.view',
  'dispatcher-chat.view']);

-- Accounts Payable
insert into role_permissions (role_id, code) select 3, unnest(array[
  'dashboard.view-account-aging', 'dashboard.view-rewards', 'dashboard.view-announcements', 'dashboard.view-contacts',
  'invoices.view', 'invoices.e-check', 'invoices.credit-card', 'invoices.pay-pal', 'invoices.view-history',
  'invoices.view-pdf', 'invoices.pay-invoices', 'invoices.view-status', 'payment-history.view',
  'payment-history.view-pdf', 'statements.view', 'statements.view-pdf', 'support.view', 'support.request-support',
  'assistant-chat.view']);

-- Project Manager
insert into role_permissions (role_id, code) select 4, unnest(array[
  'dashboard.view-announcements', 'dashboard.view-contacts', 'orders.view', 'orders.view-pdf', 'tickets.view',
  'tickets.view-pdf', 'quotes.view', 'quotes.view-pdf', 'truck-tracking.view', 'assistant-chat.view',
  'dispatcher-chat.view', 'support.view', 'support.request-support', 'invoices.view', 'invoices.view-status',
  'invoices.view-pdf']);

-- Field
insert into role_permissions (role_id, code) select 5, unnest(array[
  'orders.view', 'orders.view-pdf', 'tickets.view', 'tickets.view-pdf', 'truck-tracking.view', 'dispatcher-chat.view']);

-- Viewer
insert into role_permissions (role_id, code) select 6, unnest(array[
  'dashboard.view-account-aging', 'dashboard.view-rewards', 'dashboard.view-announcements', 'dashboard.view-contacts',
  'invoices.view', 'invoices.view-history', 'invoices.view-status', 'payment-history.view', 'statements.view',
  'orders.view', 'tickets.view', 'quotes.view', 'user-accounts.view', 'support.view', 'truck-tracking.view',
  'assistant-chat.view', 'dispatcher-chat.view']);

insert into support_categories (id, name) values (1, 'Orders and deliveries'), (2, 'Billing and payments'), (3, 'Quality of material'), (4, 'Portal and accounts'), (5, 'Other');
insert into support_types (id, name) values (1, 'Question'), (2, 'Problem'), (3, 'Correction'), (4, 'Suggestion');
