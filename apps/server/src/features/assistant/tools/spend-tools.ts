import { PERMISSIONS } from '@yardage/contract/permissions';
import { formatMoney } from '@yardage/domain/money';
import type { ToolInput } from '#server/adapters/assistant/port';
import type { Scope } from '#server/http/scope';
import { ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import { type JobInvoices, sumInvoicesByJob } from '../assistant.queries.ts';
import { ANY_DAY, cell, links, listAddress, narrowing, onlyText, spanOf, table, toList } from '../tool-result.ts';
import { compared } from './compared.ts';
import { jobNames } from './job-names.ts';
import type { MakeTools } from './tool.ts';

const access = { anyOf: [PERMISSIONS.INVOICES_VIEW], subject: 'invoices' } as const;
const MAX_JOBS = 10;

const centsOf = (jobs: readonly JobInvoices[]) => jobs.reduce((sum, { totalCents }) => sum + totalCents, 0);
const countOf = (jobs: readonly JobInvoices[]) => MESSAGES.discounts.invoices(jobs.reduce((sum, job) => sum + job.invoices, 0));

/** Tools that sum invoices by job and compare the sums of two periods or jobs. */
export const spendTools: MakeTools<'sum_invoices' | 'compare_invoices'> = ({ database }) => {
  const sum = (scope: Scope, { from, to, search }: ToolInput<'sum_invoices'>) => sumInvoicesByJob(database, scope, { from, to, search });
  return {
    sum_invoices: {
      ...access,
      async run(scope, input) {
        const jobs = await sum(scope, input);
        const about = narrowing(input, MESSAGES.invoice.dates.issued);
        const [most, ...others] = jobs;
        if (!most) return onlyText(`${MESSAGES.invoiced.none}${about}.`);
        const jobOf = jobNames(jobs);
        const sentence = `${MESSAGES.invoiced.sum(formatMoney(centsOf(jobs)), countOf(jobs))}${about}.`;
        return {
          text: others.length > 0 ? `${sentence} ${MESSAGES.invoiced.most(jobOf(most), formatMoney(most.totalCents))}` : sentence,
          blocks: [
            table(
              MESSAGES.invoiced.label,
              [MESSAGES.headers.job, `#${MESSAGES.areas.invoices}`, `#${MESSAGES.headers.amount}`],
              jobs.slice(0, MAX_JOBS).map((job) => [cell(jobOf(job)), cell(String(job.invoices)), cell(formatMoney(job.totalCents))]),
            ),
            links(
              toList(
                MESSAGES.areas.invoices,
                listAddress('/invoices?status=All', { ...input, ...(input.from || input.to ? {} : ANY_DAY) }),
              ),
            ),
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
            about: narrowing(side, MESSAGES.invoice.dates.issued),
            amount: centsOf(jobs),
            text: formatMoney(centsOf(jobs)),
            count: countOf(jobs),
          })),
          formatMoney,
          toList(
            MESSAGES.areas.invoices,
            listAddress('/invoices?status=All', {
              ...spanOf(input, { from: otherFrom, to: otherTo }),
              search: input.search === otherSearch ? otherSearch : undefined,
            }),
          ),
        );
      },
    },
  };
};
