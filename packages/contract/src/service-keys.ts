import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { dataSourceCode, idInPath, MAX_LABEL_LENGTH, moment } from './scalars.ts';
import { GRANTABLE_SCOPES, type GrantedScope } from './service-scopes.ts';

/** The longest time that a replaced secret may stay valid, in hours. */
export const MAX_GRACE_HOURS = 720;

export const serviceKeyName = z
  .string()
  .trim()
  .min(1, { error: () => CONTRACT_MESSAGES.keyName })
  .max(MAX_LABEL_LENGTH, { error: () => CONTRACT_MESSAGES.nameLimit(MAX_LABEL_LENGTH) });
export const serviceKeyScopes = z
  .array(z.enum(GRANTABLE_SCOPES as [GrantedScope, ...GrantedScope[]], { error: () => CONTRACT_MESSAGES.scope }))
  .min(1, { error: () => CONTRACT_MESSAGES.oneScope })
  .max(GRANTABLE_SCOPES.length);
export const serviceKeyDataSources = z
  .array(dataSourceCode)
  .min(1, { error: () => CONTRACT_MESSAGES.dataSources })
  .max(100);

/** How long the secret before a rotation stays valid. */
export const graceHours = z
  .int({ error: () => CONTRACT_MESSAGES.wholeHours })
  .min(0)
  .max(MAX_GRACE_HOURS, { error: () => CONTRACT_MESSAGES.graceLimit(MAX_GRACE_HOURS) });

/** A service key as it is listed. The secret itself is stored nowhere. */
export const serviceKeyRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** The beginning of the key, by which people recognise it. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  /** The codes of the data sources that the key is limited to, or null for all. */
  dataSources: z.array(z.string()).nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
  expiresAt: moment.nullable(),
  createdAt: moment,
  /** Null for a key made by the command. */
  createdBy: z.string().nullable(),
  rotatedAt: moment.nullable(),
  /** Until when the secret before the last rotation is accepted. */
  previousValidUntil: moment.nullable(),
  revokedAt: moment.nullable(),
  revokedBy: z.string().nullable(),
  /** Accurate to the minute. */
  lastUsedAt: moment.nullable(),
});
export type ServiceKeyRow = z.infer<typeof serviceKeyRow>;

/** A key together with its secret, which is shown this once. */
export const shownServiceKey = z.strictObject({ key: serviceKeyRow, secret: z.string() });
export type ShownServiceKey = z.infer<typeof shownServiceKey>;

const keyParams = z.object({ id: idInPath });

export const listServiceKeys = defineEndpoint({
  id: 'desk.service-keys',
  requirement: 'FED-01',
  summary: "The supplier's service keys, those in use first; revoked ones stay in the list",
  method: 'GET',
  path: '/desk/service-keys',
  access: { staff: ['integration'] },
  scope: 'user',
  answer: z.array(serviceKeyRow),
});

export const createServiceKey = defineEndpoint({
  id: 'desk.create-service-key',
  requirement: 'FED-01',
  summary: 'Makes a service key; the answer shows its secret, which cannot be shown again',
  method: 'POST',
  path: '/desk/service-keys',
  access: { staff: ['integration'] },
  scope: 'user',
  body: z.strictObject({
    name: serviceKeyName,
    scopes: serviceKeyScopes,
    dataSources: serviceKeyDataSources.optional(),
    expiresAt: moment.optional(),
  }),
  answer: shownServiceKey,
  answersSecret: true,
});

export const rotateServiceKey = defineEndpoint({
  id: 'desk.rotate-service-key',
  requirement: 'FED-01',
  summary: 'Gives a key a new secret; the one before is accepted until the grace period ends',
  method: 'POST',
  path: '/desk/service-keys/:id/rotate',
  access: { staff: ['integration'] },
  scope: 'user',
  params: keyParams,
  body: z.strictObject({ graceHours }),
  answer: shownServiceKey,
  answersSecret: true,
});

export const revokeServiceKey = defineEndpoint({
  id: 'desk.revoke-service-key',
  requirement: 'FED-01',
  summary: 'Ends a key at once; it stays in the list',
  method: 'POST',
  path: '/desk/service-keys/:id/revoke',
  access: { staff: ['integration'] },
  scope: 'user',
  params: keyParams,
  answer: serviceKeyRow,
});
