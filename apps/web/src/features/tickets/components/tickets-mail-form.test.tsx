import { MantineProvider } from '@mantine/core';
import { PERMISSIONS, type PermissionCode } from '@yardage/contract/permissions';
import type { TicketRow } from '@yardage/contract/tickets';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type Access, AccessContext } from '#web/lib/access/access.ts';
import { EMPTY_DRAFT, type TicketsDraft } from '../tickets-mail-rules.ts';
import { TicketsMailForm } from './tickets-mail-form.tsx';

const invoiced = { ticketNumber: '1', invoiceDocumentNumber: '10' };
const bare = { ticketNumber: '2', invoiceDocumentNumber: null };

/** Returns the form for these tickets as a user with these codes sees it. */
function formOf(tickets: object[], typed: Partial<TicketsDraft> = {}, permissions: PermissionCode[] = []): string {
  const access: Access = { status: 'ready', permissions: new Set(permissions), staffRole: null, failed: null, retry: () => undefined };
  const form = { values: { ...EMPTY_DRAFT, ...typed }, setFieldValue: () => undefined };
  const props = {
    ...{ tickets: tickets as TicketRow[], form, errors: {}, to: 'a@example.com', isSending: false },
    ...{ from: { email: 'a@example.com', isFailed: false, retry: () => undefined }, addCopies: () => null, submit: () => undefined },
    onCancel: () => undefined,
  } as unknown as ComponentProps<typeof TicketsMailForm>;
  return renderToStaticMarkup(
    <MantineProvider>
      <AccessContext value={access}>
        <TicketsMailForm {...props} />
      </AccessContext>
    </MantineProvider>,
  );
}
const optionsOf = (html: string): string[] => [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, name]) => name ?? '');

describe('the form that mails tickets', () => {
  it('TKT-23 offers invoices only with the permission for their documents', () => {
    expect(optionsOf(formOf([invoiced]))).toEqual(['Tickets', 'Merge (one PDF)']);
    const all = ['Tickets', 'Invoices', 'Tickets and invoices', 'Merge (one PDF)'];
    expect(optionsOf(formOf([invoiced], {}, [PERMISSIONS.INVOICES_VIEW_PDF]))).toEqual(all);
  });

  it('TKT-23 says which tickets have no invoice, and what becomes of them', () => {
    expect(formOf([invoiced, bare])).not.toContain('has no invoice yet');
    const both = formOf([invoiced, bare], { attachments: 'both' });
    for (const text of ['Ticket 2 has no invoice yet.', 'Sent without an invoice.']) expect(both).toContain(text);
    expect(formOf([invoiced, bare], { attachments: 'invoices' })).toContain('Left out of this email.');
  });

  it('TKT-23 says that more than 100 tickets are too many', () => {
    const text = 'An email carries up to 100 tickets, and 101 are selected.';
    expect(formOf(Array(101).fill(invoiced))).toContain(text);
    expect(formOf(Array(100).fill(invoiced))).not.toContain('An email carries');
  });
});
