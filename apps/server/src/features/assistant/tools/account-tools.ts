import { PERMISSIONS } from '@yardage/contract/permissions';
import { AGING_BUCKETS, isNothingOpen } from '@yardage/domain/aging';
import { formatDay } from '@yardage/domain/dates';
import { centsOf, formatDollars } from '@yardage/domain/money';
import { AGING_NAMES, TIER_NAMES } from '@yardage/domain/names.messages';
import { tierOfSpend } from '@yardage/domain/rewards';
import { dashboardService } from '#server/features/dashboard/dashboard.service';
import { ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import { cell, facts, links, onlyText, parsed, table, toList } from '../tool-result.ts';
import { invoiceTools } from './invoice-tools.ts';
import type { MakeTools } from './tool.ts';

const ROLES = ['sales', 'account', 'regional'] as const;

/** Tools for the balance, discounts, spend and contacts. */
export const accountTools: MakeTools<'show_balance' | 'show_discounts' | 'show_spend' | 'show_contacts'> = (services) => {
  const dashboard = dashboardService(services);
  const invoices = invoiceTools(services);
  return {
    show_balance: {
      anyOf: [PERMISSIONS.DASHBOARD_VIEW_ACCOUNT_AGING, PERMISSIONS.INVOICES_VIEW],
      subject: 'balance',
      async run(scope) {
        if (!scope.permissions.has(PERMISSIONS.DASHBOARD_VIEW_ACCOUNT_AGING)) {
          const open = await invoices.list_invoices.run(scope, { status: 'unpaid' });
          if (open.records.length === 0) return open;
          // Say how many invoices there are, so that the first few do not look like all, but not their sum.
          const [count = ''] = open.text.split('. ');
          return { ...open, text: `${MESSAGES.balance.onlyInvoices} ${count}.` };
        }
        const summary = parsed(await dashboard.summary(scope, 'aging'));
        const owed = summary.balanceAmount ?? 0;
        const unapplied = summary.unappliedAmount ?? 0;
        const account = unapplied > 0 ? MESSAGES.balance.unapplied(formatDollars(unapplied)) : '';
        if (isNothingOpen(summary)) return onlyText(MESSAGES.balance.nothing);
        const pastDue = owed - (summary.currentAmount ?? 0);
        const last =
          summary.lastPaymentAmount !== null && summary.lastPaymentDate !== null
            ? MESSAGES.balance.lastPayment(formatDollars(summary.lastPaymentAmount), formatDay(summary.lastPaymentDate))
            : '';
        const canSeeInvoices = scope.permissions.has(PERMISSIONS.INVOICES_VIEW);
        return {
          text: [balanceText(owed, pastDue), account, last].filter(Boolean).join(' '),
          blocks: [
            table(
              MESSAGES.balance.label,
              [MESSAGES.headers.bucket, `#${MESSAGES.headers.amount}`],
              AGING_BUCKETS.map(({ field }) => [cell(AGING_NAMES[field]), cell(formatDollars(summary[field] ?? 0))]),
            ),
            ...(canSeeInvoices ? [links(toList(MESSAGES.areas.invoices, '/invoices?status=All&due=open'))] : []),
          ],
          records: [],
        };
      },
    },

    show_discounts: {
      anyOf: [PERMISSIONS.INVOICES_VIEW],
      subject: 'invoices',
      async run(scope) {
        const { totalPossibleDiscountAmount: total, expiryDateWiseDiscounts: byDay } = parsed(await dashboard.possibleDiscounts(scope));
        if (byDay.length === 0) return onlyText(MESSAGES.discounts.none);
        return {
          text: MESSAGES.discounts.some(formatDollars(total)),
          blocks: [
            table(
              MESSAGES.discounts.label,
              [MESSAGES.headers.expires, MESSAGES.headers.invoice, `#${MESSAGES.headers.saving}`],
              byDay.map((line) => [
                cell(formatDay(line.discountExpiryDate)),
                cell(MESSAGES.discounts.invoices(line.invoiceCount)),
                cell(formatDollars(line.possibleDiscountAmount)),
              ]),
            ),
            links(toList(MESSAGES.areas.invoices, '/invoices')),
          ],
          records: [],
        };
      },
    },

    show_spend: {
      anyOf: [PERMISSIONS.DASHBOARD_VIEW_REWARDS],
      subject: 'spend',
      async run(scope) {
        const { currentYearSpend, previousYearSpend } = parsed(await dashboard.summary(scope, 'rewards'));
        const tier = TIER_NAMES[tierOfSpend(centsOf(previousYearSpend ?? 0), services.rewardTiers).name];
        return {
          text: `${MESSAGES.spend.text(formatDollars(currentYearSpend ?? 0), formatDollars(previousYearSpend ?? 0))} ${MESSAGES.spend.tier(tier)}`,
          blocks: [links({ kind: 'list', label: MESSAGES.spend.dashboard, href: '/dashboard' })],
          records: [],
        };
      },
    },

    show_contacts: {
      anyOf: [PERMISSIONS.DASHBOARD_VIEW_CONTACTS],
      subject: 'contacts',
      async run(scope, { who, name }) {
        const { salesRep, accountRep, regionalManager } = parsed(await dashboard.summary(scope, 'contacts'));
        const people = { sales: salesRep, account: accountRep, regional: regionalManager };
        const named = ROLES.find((role) => name && people[role]?.name.toLowerCase().includes(name.toLowerCase()));
        const role = named ?? who;
        const one = role ? people[role] : null;
        if (role && one) {
          return {
            text: named
              ? MESSAGES.contacts.named(one.name, MESSAGES.contacts.roles[role], phone(one.phone))
              : MESSAGES.contacts.one(MESSAGES.contacts.roles[role], one.name, phone(one.phone)),
            blocks: [
              facts([
                [MESSAGES.headers.phone, phone(one.phone)],
                [MESSAGES.headers.email, one.email],
              ]),
            ],
            records: [],
          };
        }
        const known = Object.entries(people).flatMap(([role, person]) =>
          person ? [{ role: role as keyof typeof people, ...person }] : [],
        );
        if (known.length === 0) return onlyText(MESSAGES.contacts.none);
        return {
          text: name ? MESSAGES.contacts.notOne(name) : MESSAGES.contacts.all,
          blocks: [
            table(
              MESSAGES.areas.contacts,
              [MESSAGES.headers.name, MESSAGES.headers.role, MESSAGES.headers.email, MESSAGES.headers.phone],
              known.map((person) => [
                cell(person.name),
                cell(MESSAGES.contacts.roles[person.role]),
                cell(person.email),
                cell(phone(person.phone)),
              ]),
            ),
          ],
          records: [],
        };
      },
    },
  };
};

/** Says what is owed and past due. Credits and payments on account reduce the balance only, so more can be past due than is owed. */
function balanceText(owed: number, pastDue: number): string {
  const balance = MESSAGES.balance.owed(formatDollars(owed));
  if (centsOf(pastDue) > Math.max(0, centsOf(owed))) return `${balance} ${MESSAGES.balance.invoicesPastDue(formatDollars(pastDue))}`;
  if (owed <= 0) return `${MESSAGES.balance.nothing} ${balance}`;
  return `${balance} ${centsOf(pastDue) > 0 ? MESSAGES.balance.pastDue(formatDollars(pastDue)) : MESSAGES.balance.noneDue}`;
}

/** Formats ten digits as `(423) 555-0142`. */
function phone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}
