import { createShareLink, getPour, getSharedBoard, listShareLinks, revokeShareLink } from '@yardage/contract/pour';
import type { Area } from '#server/features/area';
import { pourService, sharesService } from './pour.service.ts';

/** Routes of the pour board and of the links to it. */
export const pourArea: Area = (bind, services) => {
  const pour = pourService(services);
  const shares = sharesService(services);
  bind(getPour, ({ scope, params }) => pour.board(scope, params.orderId));
  bind(listShareLinks, ({ scope, params }) => shares.list(scope, params.orderId));
  bind(createShareLink, ({ scope, params, body, requestId }) => shares.create(scope, params.orderId, body, requestId));
  bind(revokeShareLink, ({ scope, params, requestId }) => shares.revoke(scope, params.orderId, params.id, requestId));
  bind(getSharedBoard, ({ body }) => shares.open(body));
};
