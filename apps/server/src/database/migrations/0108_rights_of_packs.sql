-- What the invoices in a pack show: their payment status, and what was paid and credited. A maker who may not see it any more does not get
-- the pack (APY-10). It is not known of packs from before, so they count as showing both.
alter table close_out_packs add column with_status boolean default true not null, add column with_history boolean default true not null;
