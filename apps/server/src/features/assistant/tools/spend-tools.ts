import { PERMISSIONS } from '@yardage/contract/permissions';
import { formatMoney } from '@yardage/domain/money';
import type { ToolInput } from '#server/adapters/assistant/port';
import type { Scope } from '#server/http/scope';
import { ASSISTANT_MESSAGES as MESSAGES, SUBJECTS } from '../assistant.messages.ts';
import { type JobInvoices, sumInvoicesByJob } from '../assistant.queries.ts';
import { cell, links, listAddress, narrowing, onlyText, table, toList } from '../finding.ts';
import { compared } from './compared.ts';
import type { MakeTools } from './tool.ts';

const { areas, headers, invoice, invoiced: words } = MESSAGES;
const access = { anyOf: [PERMISSIONS.INVOICES_VIEW], subject: SUBJECTS.invoices } as const;
const MOST_JOBS = 10;

const centsOf = (jobs: readonly JobInvoices[]) => jobs.reduce((sum, { totalCents }) => sum + totalCents, 0);
const countOf = (jobs: readonly JobInvoices[]) => MESSAGES.discounts.invoices(jobs.reduce((sum, job) => sum + job.invoices, 0));
const jobOf = ({ job }: JobInvoices) => job ?? words.noJob;

/** Tools that sum invoices by job and compare the sums of two periods or jobs. */
export const spendTools: MakeTools<'sum_invoices' | 'compare_invoices'> = ({ database }) => {
  const sum = (scope: Scope, { from, to, search }: ToolInput<'sum_invoices'>) => sumInvoicesByJob(database, scope, { from, to, search });
  return {
    sum_invoices: {
      ...access,
      async run(scope, input) {
        const jobs = await sum(scope, input);
        const about = narrowing(input, invoice.dates.issued);
        const [most, ...others] = jobs;
        if (!most) return onlyText(`${words.none}${about}.`);
        const sentence = `${words.sum(formatMoney(centsOf(jobs)), countOf(jobs))}${about}.`;
        return {
          text: others.length > 0 ? `${sentence} ${words.most(jobOf(most), formatMoney(most.totalCents))}` : sentence,
          blocks: [
            table(
              words.label,
              [headers.job, `#${areas.invoices}`, `#${headers.amount}`],
              jobs.slice(0, MOST_JOBS).map((job) => [cell(jobOf(job)), cell(String(job.invoices)), cell(formatMoney(job.totalCents))]),
            ),
            links(toList(areas.invoices, listAddress('/invoices?status=All', input))),
          ],
          records: [],
        };
      },
    },

    compare_invoices: {
      ...access,
      async run(scope, { otherFrom, otherTo, otherSearch, ...input }) {
        const inputs = [input, { from: otherFrom, to: otherTo, search: otherSearch }];
        const sides = await Promise.all(inputs.map(async (side) => ({ side, jobs: await sum(scope, side) })));
        return compared(
          sides.map(({ side, jobs }) => ({
            about: narrowing(side, invoice.dates.issued),
            amount: centsOf(jobs),
            text: formatMoney(centsOf(jobs)),
            count: countOf(jobs),
          })),
          formatMoney,
          toList(areas.invoices, '/invoices?status=All'),
        );
      },
    },
  };
};
