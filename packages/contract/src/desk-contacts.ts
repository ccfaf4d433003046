import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { emailAddress } from './mail.ts';
import { personName, requiredText } from './person-fields.ts';
import { dataset, globalCustomerNumber, messageAnswer, moment } from './scalars.ts';

const desk = { access: { staff: ['announcements'] }, scope: 'user', requirement: 'STF-04' } as const;

export const CONTACT_KINDS = ['account-rep', 'sales-rep', 'regional-manager'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** A contact that was written at the desk: for one customer, or for the customers of a data source for whom nobody else is named. */
export const deskContact = z.strictObject({
  kind: z.enum(CONTACT_KINDS),
  dataSource: z.string(),
  dataSourceName: z.string(),
  /** Null for the contact of a data source. */
  customer: z.strictObject({ globalCustomerNumber: z.string(), displayName: z.string() }).nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  updatedAt: moment,
  updatedBy: z.string().nullable(),
});
export type DeskContact = z.infer<typeof deskContact>;

/** For whom a contact is: one of the two. */
const contactOwner = {
  kind: z.enum(CONTACT_KINDS, { error: () => CONTRACT_MESSAGES.contactKind }),
  dataSource: dataset.optional(),
  globalCustomerNumber: globalCustomerNumber.optional(),
};

export const listDeskContacts = defineEndpoint({
  id: 'desk.contacts',
  summary: 'The contacts that were written at the desk',
  method: 'GET',
  path: '/desk/contacts',
  ...desk,
  answer: z.array(deskContact),
});

export const saveDeskContact = defineEndpoint({
  id: 'desk.save-contact',
  summary: 'Writes the contact of a kind for a customer, before what the systems say, or for a data source, where they say nothing',
  method: 'PUT',
  path: '/desk/contacts',
  ...desk,
  body: z.strictObject({
    ...contactOwner,
    name: personName(() => CONTRACT_MESSAGES.contactName),
    email: emailAddress,
    phone: requiredText(() => CONTRACT_MESSAGES.phone, 40),
    replaces: moment
      .optional()
      .describe('The `updatedAt` of the contact that is replaced. 409 if another one is there, or one at all without it.'),
  }),
  answer: messageAnswer,
});

export const deleteDeskContact = defineEndpoint({
  id: 'desk.delete-contact',
  summary: 'Deletes a contact that was written at the desk, so that the systems decide again',
  method: 'DELETE',
  path: '/desk/contacts',
  ...desk,
  query: z.object(contactOwner),
  answer: messageAnswer,
});
