import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { DisputeSummary, InvoiceReview as Review, ReviewedLine, ReviewFinding } from '@yardage/contract/disputes';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CustomersContext } from '#web/lib/customer/customer-store.ts';
import { reviewQuery } from '../disputes.api.ts';
import { InvoiceReview, LineReview } from './invoice-review.tsx';

const account = { globalCustomerNumber: 'G1', timeZone: 'America/New_York' } as CustomerNumberEntry;
const line = { ticketId: 7, lineNumber: 1, ticketNumber: '4711', productNumber: 'MIX', description: 'Mix', unitOfMeasure: 'CY' };
const finding = {
  kind: 'quantity',
  ticketId: 7,
  lineNumber: 1,
  billed: 11,
  agreed: 10,
  difference: 150,
  rejectReason: null,
} as ReviewFinding;
const at = { line: { ticketId: 7, lineNumber: 1 }, invoice: { ticketId: null, lineNumber: null } };
const dispute = (place: keyof typeof at, over: Partial<DisputeSummary>) =>
  ({ id: 1, ...at[place], amount: 10, state: 'open', outcome: null, isSettled: false, ...over }) as DisputeSummary;

/** The buttons of the panel, and of the billed line, for somebody who may dispute. */
function buttonsWith(disputes: DisputeSummary[], findings = [finding]) {
  const review = { documentNumber: '1', lines: [line as ReviewedLine], findings, disputes } as Review;
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(reviewQuery(account, '1').queryKey, review);
  const actions = { open: () => undefined, dispute: () => undefined };
  const buttonsOf = (shown: React.ReactNode) => {
    const html = renderToStaticMarkup(
      <MantineProvider>
        <CustomersContext value={{ list: [account], selected: account, refused: null }}>
          <QueryClientProvider client={client}>{shown}</QueryClientProvider>
        </CustomersContext>
      </MantineProvider>,
    );
    return [...html.matchAll(/<button.*?<\/button>/gs)].map(([button]) => button.replace(/<[^>]*>/g, ''));
  };
  return {
    panel: buttonsOf(<InvoiceReview documentNumber="1" actions={actions} />),
    line: buttonsOf(<LineReview documentNumber="1" line={line} actions={actions} />),
  };
}

describe('the review of an invoice', () => {
  it('APY-03 offers a new dispute of what was closed or withdrawn, and none while one is not over or after a credit has covered it', () => {
    expect(buttonsWith([])).toEqual({ panel: ['Dispute the invoice', 'Dispute this'], line: ['Dispute'] });
    expect(buttonsWith([dispute('line', {})])).toEqual({ panel: ['Dispute the invoice', 'Open', 'View'], line: ['Open'] });
    const closed = buttonsWith([dispute('line', { state: 'closed' }), dispute('invoice', { id: 2, state: 'closed' })]);
    expect(closed).toEqual({ panel: ['Dispute the invoice', 'Closed', 'Dispute again', 'View', 'View'], line: ['Dispute'] });
    const settled = buttonsWith([dispute('line', { state: 'closed', isSettled: true })]);
    expect(settled.panel).toEqual(['Dispute the invoice', 'Closed', 'View']);
    expect(buttonsWith([dispute('line', { state: 'withdrawn' })]).panel).toEqual(['Dispute the invoice', 'Dispute this', 'View']);
    expect(buttonsWith([dispute('invoice', {})]).panel).toEqual(['Dispute this', 'View']);
  });

  it('APY-08 shows the first of many differences, and the others on demand', () => {
    const many = Array.from({ length: 26 }, (_, index) => ({ ...finding, ticketId: 100 + index }));
    const { panel } = buttonsWith([], many);
    expect(panel.filter((text) => text === 'Dispute this')).toHaveLength(5);
    expect(panel.at(-1)).toBe('Show all 26');
  });
});
