import { PERMISSIONS } from '@yardage/contract/permissions';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import { formatDay } from '@yardage/domain/dates';
import { centsOf, formatDollars } from '@yardage/domain/money';
import { AGING_NAMES } from '@yardage/domain/names.messages';
import { tierOfSpend } from '@yardage/domain/rewards';
import { dashboardService } from '#server/features/dashboard/dashboard.service';
import { ASSISTANT_MESSAGES as MESSAGES, SUBJECTS } from '../assistant.messages.ts';
import { cell, facts, held, links, onlyText, table, toList } from '../finding.ts';
import { invoiceTools } from './invoice-tools.ts';
import type { MakeTools } from './tool.ts';

const { areas, headers, balance, discounts, spend, contacts } = MESSAGES;

const ROLES = ['sales', 'account', 'regional'] as const;

/** Tools for the balance, discounts, spend and contacts. */
export const accountTools: MakeTools<'show_balance' | 'show_discounts' | 'show_spend' | 'show_contacts'> = (services) => {
  const dashboard = dashboardService(services);
  const invoices = invoiceTools(services);
  return {
    show_balance: {
      anyOf: [PERMISSIONS.DASHBOARD_VIEW_ACCOUNT_AGING, PERMISSIONS.INVOICES_VIEW],
      subject: SUBJECTS.balance,
      async run(scope) {
        if (!scope.permissions.has(PERMISSIONS.DASHBOARD_VIEW_ACCOUNT_AGING)) {
          const open = await invoices.list_invoices.run(scope, { status: 'unpaid' });
          return open.records.length > 0 ? { ...open, text: balance.onlyInvoices } : open;
        }
        const summary = held(await dashboard.summary(scope, 'aging'));
        const owed = summary.balanceAmount ?? 0;
        const unapplied = summary.unappliedAmount ?? 0;
        const account = unapplied > 0 ? balance.unapplied(formatDollars(unapplied)) : '';
        if (owed <= 0) return onlyText([balance.nothing, account].filter(Boolean).join(' '));
        const pastDue = owed - (summary.currentAmount ?? 0);
        const last =
          summary.lastPaymentAmount !== null && summary.lastPaymentDate !== null
            ? balance.lastPayment(formatDollars(summary.lastPaymentAmount), formatDay(summary.lastPaymentDate))
            : '';
        const due = centsOf(pastDue) > 0 ? balance.pastDue(formatDollars(pastDue)) : balance.noneDue;
        const canSeeInvoices = scope.permissions.has(PERMISSIONS.INVOICES_VIEW);
        return {
          text: [balance.owed(formatDollars(owed)), due, account, last].filter(Boolean).join(' '),
          blocks: [
            table(
              balance.label,
              [headers.bucket, `#${headers.amount}`],
              AGING_BUCKETS.map(({ field }) => [cell(AGING_NAMES[field]), cell(formatDollars(summary[field] ?? 0))]),
            ),
            ...(canSeeInvoices ? [links(toList(areas.invoices, '/invoices?status=All&due=open'))] : []),
          ],
          records: [],
        };
      },
    },

    show_discounts: {
      anyOf: [PERMISSIONS.INVOICES_VIEW],
      subject: SUBJECTS.invoices,
      async run(scope) {
        const { totalPossibleDiscountAmount: total, expiryDateWiseDiscounts: byDay } = held(await dashboard.possibleDiscounts(scope));
        if (byDay.length === 0) return onlyText(discounts.none);
        return {
          text: discounts.some(formatDollars(total)),
          blocks: [
            table(
              discounts.label,
              [headers.expires, headers.invoice, `#${headers.saving}`],
              byDay.map((line) => [
                cell(formatDay(line.discountExpiryDate)),
                cell(discounts.invoices(line.invoiceCount)),
                cell(formatDollars(line.possibleDiscountAmount)),
              ]),
            ),
            links(toList(areas.invoices, '/invoices')),
          ],
          records: [],
        };
      },
    },

    show_spend: {
      anyOf: [PERMISSIONS.DASHBOARD_VIEW_REWARDS],
      subject: SUBJECTS.spend,
      async run(scope) {
        const { currentYearSpend, previousYearSpend } = held(await dashboard.summary(scope, 'rewards'));
        const tier = tierOfSpend(centsOf(previousYearSpend ?? 0), services.rewardTiers).name;
        return {
          text: `${spend.text(formatDollars(currentYearSpend ?? 0), formatDollars(previousYearSpend ?? 0))} ${spend.tier(tier)}`,
          blocks: [links({ kind: 'list', label: spend.dashboard, href: '/dashboard' })],
          records: [],
        };
      },
    },

    show_contacts: {
      anyOf: [PERMISSIONS.DASHBOARD_VIEW_CONTACTS],
      subject: SUBJECTS.contacts,
      async run(scope, { who, name }) {
        const { salesRep, accountRep, regionalManager } = held(await dashboard.summary(scope, 'contacts'));
        const people = { sales: salesRep, account: accountRep, regional: regionalManager };
        const named = ROLES.find((role) => name && people[role]?.name.toLowerCase().includes(name.toLowerCase()));
        const role = named ?? who;
        const one = role ? people[role] : null;
        if (role && one) {
          return {
            text: named
              ? contacts.named(one.name, contacts.roles[role], phone(one.phone))
              : contacts.one(contacts.roles[role], one.name, phone(one.phone)),
            blocks: [
              facts([
                [headers.phone, phone(one.phone)],
                [headers.email, one.email],
              ]),
            ],
            records: [],
          };
        }
        const known = Object.entries(people).flatMap(([role, person]) =>
          person ? [{ role: role as keyof typeof people, ...person }] : [],
        );
        if (known.length === 0) return onlyText(contacts.none);
        return {
          text: name ? contacts.notOne(name) : contacts.all,
          blocks: [
            table(
              areas.contacts,
              [headers.name, headers.role, headers.email, headers.phone],
              known.map((person) => [cell(person.name), cell(contacts.roles[person.role]), cell(person.email), cell(phone(person.phone))]),
            ),
          ],
          records: [],
        };
      },
    },
  };
};

/** Formats ten digits as `(423) 555-0142`. */
function phone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}
