import type { MemberRequestBody, RegistrationBody } from '@yardage/contract/registration';
import { nameFault, phoneDigits } from '@yardage/domain/person-fields';
import { currentLanguage } from '@yardage/messages/language';
import type { Transaction } from '#server/database/database';
import { isViolation } from '#server/database/failures';
import type { AreaServices } from '#server/features/area';
import { type AuditVerb, recordAudit } from '#server/features/audit/audit.queries';
import { mailMember } from '#server/features/members/member-mails';
import { ApiError } from '#server/http/api-error';
import type { Caller } from '#server/http/scope';
import { REGISTRATION_MESSAGES } from './registration.messages.ts';
import * as queries from './registration.queries.ts';

const underReview = () => ({ message: REGISTRATION_MESSAGES.underReview });

/** Requests for an account, from new people or from users who want another customer number. */
export function registrationService(services: AreaServices) {
  const { database } = services;

  /** Handles every request the same way: what is stored depends on whether person and number are known, the response does not. */
  const request = async (fields: queries.RequestFields, userId: number | null, requestId: string) => {
    await database
      .transaction('system', async (transaction) => {
        const customerId = await queries.findMeantCustomer(transaction, fields.customerNumber, fields.companyName);
        const isNew = await queries.insertRequestOnce(transaction, customerId, fields);
        if (!isNew) return;
        const { email, customerNumber } = fields;
        const detail = { customerNumber, requestType: fields.requestTypeName };
        await recordAudit(transaction, { userId, customerId, action: 'registration.request', subject: email, detail, requestId });
        await mailMember(services, transaction, 'received', { email }, { customerId: null, userId: null });
      })
      .catch(asFieldError);
    return underReview();
  };

  return {
    register(body: RegistrationBody, requestId: string) {
      return request(fieldsOf(body, { ...body, email: body.email.toLowerCase() }, 'Registration'), null, requestId);
    },

    /** The token decides whose request it is. */
    async requestMore(caller: Caller, body: MemberRequestBody, requestId: string) {
      assertOwn(caller, body.email);
      return request(fieldsOf(body, personOf(caller, body), 'Additional account'), caller.userId, requestId);
    },

    async change(caller: Caller, body: MemberRequestBody, requestId: string) {
      assertOwn(caller, body.email);
      await database
        .transaction('system', async (transaction) => {
          const fields = fieldsOf(body, personOf(caller, body), 'Additional account');
          await record(transaction, caller, 'change', await queries.updateOwnRequest(transaction, fields), requestId);
        })
        .catch(asFieldError);
      return { message: REGISTRATION_MESSAGES.changed };
    },

    async withdraw(caller: Caller, email: string, customerNumber: string | undefined, requestId: string) {
      assertOwn(caller, email);
      await database.transaction('system', async (transaction) => {
        const gone = await queries.deleteOwnRequests(transaction, caller.email, customerNumber);
        await record(transaction, caller, 'withdraw', gone, requestId);
      });
      return { message: REGISTRATION_MESSAGES.withdrawn };
    },
  };
}

/** Adds an audit entry for each request that a person changed or withdrew, with its customer. Throws 404 if there was none. */
async function record(
  transaction: Transaction,
  { userId, email: subject }: Caller,
  verb: AuditVerb<'registration'>,
  requests: readonly queries.OwnRequest[],
  requestId: string,
): Promise<void> {
  if (requests.length === 0) throw new ApiError('not-found');
  for (const { customerId, customerNumber } of requests)
    await recordAudit(transaction, { userId, customerId, action: `registration.${verb}`, subject, detail: { customerNumber }, requestId });
}

/** Refuses a request in the name of somebody else. */
function assertOwn(caller: Caller, email: string): void {
  if (email.toLowerCase() !== caller.email) throw new ApiError('permission-missing');
}

/** Who asks. The form shows the names of the account read-only (REG-08), so the body's count only where the account has none. */
function personOf({ email, ...account }: Caller, body: MemberRequestBody): Pick<Caller, 'email' | 'firstName' | 'lastName'> {
  const fieldErrors: Record<string, string[]> = {};
  const nameOf = (field: 'firstName' | 'lastName'): string => {
    if (account[field] !== '') return account[field];
    const fault = nameFault(body[field]);
    if (fault) fieldErrors[field] = [fault];
    return body[field];
  };
  const person = { email, firstName: nameOf('firstName'), lastName: nameOf('lastName') };
  if (Object.keys(fieldErrors).length > 0) throw new ApiError('validation-failed', { fieldErrors });
  return person;
}

function fieldsOf(
  body: MemberRequestBody,
  person: { email: string; firstName: string; lastName: string },
  requestTypeName: string,
): queries.RequestFields {
  const { companyName, customerNumber, city, stateId, zip } = body;
  const { email, firstName, lastName } = person;
  // The dialog does not check the phone (REG-13). What follows a whole number is an extension or a remark.
  const [whole = body.phoneNumber] = /^\D*1?(\D*\d){10}/.exec(body.phoneNumber) ?? [];
  const phone = phoneDigits(whole.replace(/\D/g, ''));
  return {
    email,
    firstName,
    lastName,
    phone,
    companyName,
    customerNumber,
    addressLine1: body.address,
    city,
    stateId,
    zip,
    requestTypeName,
    language: currentLanguage(),
  };
}

/** The state is the only foreign key that a form can get wrong. */
function asFieldError(error: unknown): never {
  if (!isViolation(error, 'foreign-key')) throw error;
  throw new ApiError('validation-failed', { fieldErrors: { stateId: [REGISTRATION_MESSAGES.stateUnknown] }, cause: error });
}
