import { describe, expect, it } from 'vitest';
import type { TicketsMail } from './tickets.api.ts';
import {
  checkTicketsMail,
  EMPTY_DRAFT,
  hasInput,
  missingOf,
  offeredAttachments,
  readBcc,
  refusalOf,
  ticketsMailErrorsOf,
  withoutInvoiceText,
} from './tickets-mail-rules.ts';

const invoiced = { ticketNumber: '1', invoiceDocumentNumber: '10' };
const bare = (ticketNumber: string) => ({ ticketNumber, invoiceDocumentNumber: null });
const body: TicketsMail = {
  email: 'a@example.com',
  ccEmails: [],
  bccEmails: [],
  message: 'Here they are',
  ticketIds: [1],
  attachments: 'tickets',
  attachmentMode: 'merge',
};

describe('Bcc', () => {
  it('TKT-22 is comma-separated text, each address once', () => {
    expect(readBcc(' a@example.com,b@example.com , A@example.com,')).toEqual({
      bccEmails: ['a@example.com', 'b@example.com'],
      invalid: null,
    });
    expect(readBcc('')).toEqual({ bccEmails: [], invalid: null });
  });

  it.each(['nobody', 'a@example.com, nobody'])('TKT-22 reports what is not an address in "%s"', (text) => {
    expect(readBcc(text).invalid).toBe('nobody');
  });
});

describe('the attachments', () => {
  it('TKT-23 name the tickets without an invoice if invoices are requested', () => {
    const tickets = [invoiced, bare('2')];
    expect(withoutInvoiceText(tickets, 'tickets')).toBeNull();
    expect(withoutInvoiceText([invoiced], 'both')).toBeNull();
    expect(withoutInvoiceText(tickets, 'both')).toBe('Ticket 2 has no invoice yet.');
    expect(withoutInvoiceText(['2', '3', '4', '5', '6'].map(bare), 'invoices')).toBe('Tickets 2, 3, 4 and 2 more have no invoice yet.');
  });

  it('TKT-23 are the tickets if what was chosen is no longer offered', () => {
    const attached = (canAttachInvoices: boolean) =>
      (['tickets', 'invoices', 'both'] as const).map((chosen) => offeredAttachments(chosen, canAttachInvoices));
    expect(attached(true)).toEqual(['tickets', 'invoices', 'both']);
    expect(attached(false)).toEqual(['tickets', 'tickets', 'tickets']);
  });

  it('TKT-24 are refused if there are none, too many, or only missing invoices', () => {
    expect(refusalOf([], 'tickets')).toEqual(['No Documents Selected', 'Please select at least one ticket to send.']);
    expect(refusalOf([bare('2')], 'invoices')).toEqual(['No Documents Selected', 'None of the selected tickets has an invoice yet.']);
    expect(refusalOf([bare('2'), invoiced], 'invoices')).toBeNull();
    expect(refusalOf(Array(100).fill(invoiced), 'both')).toBeNull();
    expect(refusalOf(Array(101).fill(invoiced), 'both')).toEqual([
      'Too Many Documents',
      'An email carries up to 100 tickets, and 101 are selected.',
    ]);
  });
});

describe('unsaved input', () => {
  const sender = 'a@example.com';

  it.each([
    { email: 'office@example.com' },
    { email: '' },
    { ccEmails: ['b@example.com'] },
    { ccText: 'b@exam' },
    { bccEmails: 'b@exam' },
    { attachments: 'both' as const },
    { message: 'Here' },
  ])('TKT-20 TKT-22 is %j', (typed) => {
    expect(hasInput({ ...EMPTY_DRAFT, ...typed }, sender)).toBe(true);
  });

  it.each([{}, { email: sender }, { message: ' ' }])('TKT-21 is not %j', (typed) => {
    expect(hasInput({ ...EMPTY_DRAFT, ...typed }, sender)).toBe(false);
  });
});

describe('the rest of the form', () => {
  it('TKT-24 reports a missing recipient before a missing message', () => {
    expect(missingOf({ email: ' ', message: '' })).toEqual(['Missing Recipient', 'Please enter an email address in To.']);
    expect(missingOf({ email: 'a@example.com', message: ' ' })).toEqual(['Missing Message', 'Please enter a message.']);
    expect(missingOf(body)).toBeNull();
  });

  it('TKT-21 TKT-24 has the rules of the server, with each fault at its field', () => {
    expect(checkTicketsMail(body)).toEqual({});
    expect(checkTicketsMail({ ...body, email: '' })).toEqual({ email: 'Email is required' });
    expect(checkTicketsMail({ ...body, email: 'nobody', message: 'Hey', bccEmails: ['x'] })).toEqual({
      email: 'Invalid email address',
      message: 'Message must be at least 5 characters long',
      bccEmails: 'Invalid email address',
    });
    expect(ticketsMailErrorsOf({ errors: { 'ccEmails.0': ['No'], attachments: ['None'] } })).toEqual({ ccEmails: 'No', form: 'None' });
  });

  it("ERR-08 TKT-24 shows the server's message if it names no field", () => {
    expect(ticketsMailErrorsOf({ title: 'The request is not valid.' })).toEqual({ form: 'The request is not valid.' });
  });
});
