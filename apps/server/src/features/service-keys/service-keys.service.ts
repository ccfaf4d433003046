import type { ServiceKeyRow, ShownServiceKey } from '@yardage/contract/service-keys';
import type { Actor, Database, Transaction } from '#server/database/database';
import { isViolation } from '#server/database/failures';
import { type AuditAuthor, type AuditVerb, recordAudit } from '#server/features/audit/audit.queries';
import { ApiError, orNotFound } from '#server/http/api-error';
import { makeServiceKey } from '#server/http/service-keys';
import { SERVICE_KEYS_MESSAGES } from './service-keys.messages.ts';
import * as queries from './service-keys.queries.ts';

/** The owner of the keys, and the database actor that reads and writes them. */
export interface KeyRing {
  actor: Actor;
  owner: queries.KeyOwner;
}
/** The keys of the supplier's own systems. */
export const SUPPLIER_KEYS: KeyRing = { actor: 'system', owner: null };

export interface NewKey {
  name: string;
  scopes: readonly string[];
  dataSources?: readonly string[] | undefined;
  expiresAt?: string | undefined;
}

/** How many keys of a customer can be in force at a time, because each has a limit of calls of its own. */
const MAX_OF_CUSTOMER = 20;

/** Creates, lists, rotates and revokes the keys of one owner. */
export function serviceKeysService(database: Database, { actor, owner }: KeyRing) {
  const audit = (
    transaction: Transaction,
    author: AuditAuthor<number | null>,
    verb: AuditVerb<'service-keys'>,
    name: string,
    detail: object,
  ) => recordAudit(transaction, { ...author, customerId: owner, action: `service-keys.${verb}`, subject: name, detail });

  return {
    list: (): Promise<ServiceKeyRow[]> => queries.listKeys(database, actor, owner),

    async create({ name, scopes, dataSources, expiresAt }: NewKey, author: AuditAuthor<number | null>): Promise<ShownServiceKey> {
      if (expiresAt && Date.parse(expiresAt) <= Date.now()) {
        throw new ApiError('validation-failed', { fieldErrors: { expiresAt: [SERVICE_KEYS_MESSAGES.expiryPassed] } });
      }
      const { publicId, secret, secretHash } = makeServiceKey();
      const limits = {
        scopes: [...new Set(scopes)],
        dataSources: dataSources ? [...new Set(dataSources)] : null,
        expiresAt: expiresAt ? new Date(expiresAt) : null,
      };
      const store = async (transaction: Transaction) => {
        if (owner !== null && (await queries.countForNew(transaction, owner)) >= MAX_OF_CUSTOMER) {
          throw new ApiError('conflict', { detail: SERVICE_KEYS_MESSAGES.tooMany(MAX_OF_CUSTOMER) });
        }
        const id = await queries.insertKey(transaction, {
          customerId: owner,
          publicId,
          name,
          secretHash,
          ...limits,
          createdBy: author.userId,
        });
        await audit(transaction, author, 'create', name, { id, ...limits });
        return orNotFound(await queries.findKey(transaction, owner, id));
      };
      return { key: await database.transaction(actor, store).catch(asNameTaken), secret };
    },

    async rotate(by: { id: number } | { name: string }, graceHours: number, author: AuditAuthor<number | null>): Promise<ShownServiceKey> {
      return database.transaction(actor, async (transaction) => {
        const locked = orNotFound(await queries.lockKey(transaction, owner, by));
        const { secret, secretHash } = makeServiceKey(locked.publicId);
        await queries.replaceSecret(transaction, locked, secretHash, graceHours, author.userId);
        await audit(transaction, author, 'rotate', locked.name, { id: locked.id, graceHours });
        return { key: orNotFound(await queries.findKey(transaction, owner, locked.id)), secret };
      });
    },

    async revoke(by: { id: number } | { name: string }, author: AuditAuthor<number | null>): Promise<ServiceKeyRow> {
      return database.transaction(actor, async (transaction) => {
        const locked = orNotFound(await queries.lockKey(transaction, owner, by));
        await queries.revokeKey(transaction, locked.id, author.userId);
        await audit(transaction, author, 'revoke', locked.name, { id: locked.id });
        return orNotFound(await queries.findKey(transaction, owner, locked.id));
      });
    },
  };
}

function asNameTaken(error: unknown): never {
  if (isViolation(error, 'unique')) throw new ApiError('conflict', { detail: SERVICE_KEYS_MESSAGES.nameTaken, cause: error });
  throw error;
}
