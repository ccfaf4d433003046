import { MantineProvider } from '@mantine/core';
import type { TicketRow } from '@yardage/contract/tickets';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { attachmentChoices, EMPTY_DRAFT, offeredAttachments, type TicketsDraft } from '../tickets-mail-rules.ts';
import { TicketsMailForm } from './tickets-mail-form.tsx';

const invoiced = { ticketNumber: '1', invoiceDocumentNumber: '10' };
const bare = { ticketNumber: '2', invoiceDocumentNumber: null };

/** Returns the form for these tickets as a user with or without the permission for invoices sees it. */
function formOf(tickets: object[], typed: Partial<TicketsDraft> = {}, canAttachInvoices = true): string {
  const form = { values: { ...EMPTY_DRAFT, ...typed }, setFieldValue: () => undefined };
  const props = {
    ...{ tickets: tickets as TicketRow[], form, errors: {}, to: 'a@example.com', isSending: false },
    ...{ from: { email: 'a@example.com', isFailed: false, retry: () => undefined }, addCopies: () => null, submit: () => undefined },
    attachments: offeredAttachments(form.values.attachments, canAttachInvoices),
    choices: attachmentChoices(canAttachInvoices),
    onCancel: () => undefined,
  } as unknown as ComponentProps<typeof TicketsMailForm>;
  return renderToStaticMarkup(
    <MantineProvider>
      <TicketsMailForm {...props} />
    </MantineProvider>,
  );
}
const optionsOf = (html: string): string[] => [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, name]) => name ?? '');

describe('the form that mails tickets', () => {
  it('TKT-20 TKT-21 has its fields in their order, with the sender in From and To, and Cancel beside Send', () => {
    const html = formOf([invoiced]);
    const labels = [...html.matchAll(/<label[^>]*>([^<]*)/g)].map(([, label]) => label);
    expect(labels).toEqual(['From', 'To', 'Cc', 'Bcc', 'Attachments', 'Attachment Mode', 'Message']);
    const [from = '', to = ''] = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => input);
    for (const input of [from, to]) expect(input).toContain('value="a@example.com"');
    expect([from, to].map((input) => /readonly/i.test(input))).toEqual([true, false]);
    expect([...html.matchAll(/<button[^>]*type="(\w+)"/g)].map(([, type]) => type)).toEqual(['button', 'submit']);
    expect(html.indexOf('>Cancel<')).toBeLessThan(html.indexOf('>Send<'));
    expect(html).toContain('>Cancel<');
  });

  it('TKT-23 offers invoices only with the permission for their documents', () => {
    expect(optionsOf(formOf([invoiced], {}, false))).toEqual(['Tickets', 'Merge (one PDF)']);
    expect(optionsOf(formOf([invoiced]))).toEqual(['Tickets', 'Invoices', 'Tickets and invoices', 'Merge (one PDF)']);
  });

  it('TKT-23 says which tickets have no invoice, and what becomes of them', () => {
    expect(formOf([invoiced, bare])).not.toContain('has no invoice yet');
    const both = formOf([invoiced, bare], { attachments: 'both' });
    for (const text of ['Ticket 2 has no invoice yet.', 'Sent without an invoice.']) expect(both).toContain(text);
    expect(formOf([invoiced, bare], { attachments: 'invoices' })).toContain('Left out of this email.');
    // The permission was withdrawn after the choice.
    expect(formOf([invoiced, bare], { attachments: 'both' }, false)).not.toContain('has no invoice yet');
  });

  it('TKT-23 says that more than 100 tickets are too many', () => {
    const text = 'An email carries up to 100 tickets, and 101 are selected.';
    expect(formOf(Array(101).fill(invoiced))).toContain(text);
    expect(formOf(Array(100).fill(invoiced))).not.toContain('An email carries');
  });
});
