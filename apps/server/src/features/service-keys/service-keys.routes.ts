import { createServiceKey, listServiceKeys, revokeServiceKey, rotateServiceKey } from '@yardage/contract/service-keys';
import type { Area } from '#server/features/area';
import { SUPPLIER_KEYS, serviceKeysService } from './service-keys.service.ts';

/** The supplier's own keys, managed by staff. */
export const serviceKeysArea: Area = (bind, { database }) => {
  const keys = serviceKeysService(database, SUPPLIER_KEYS);
  bind(listServiceKeys, () => keys.list());
  bind(createServiceKey, ({ body, caller: { userId }, requestId }) => keys.create(body, { userId, requestId }));
  bind(rotateServiceKey, ({ params, body, caller: { userId }, requestId }) => keys.rotate(params, body.graceHours, { userId, requestId }));
  bind(revokeServiceKey, ({ params, caller: { userId }, requestId }) => keys.revoke(params, { userId, requestId }));
};
