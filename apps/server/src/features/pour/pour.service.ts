import { hash, randomBytes } from 'node:crypto';
import type { Answer, Input } from '@yardage/contract/endpoint';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { createShareLink, getPour, getSharedBoard, listShareLinks, ShareLink } from '@yardage/contract/pour';
import { distanceMeters } from '@yardage/domain/geo';
import { NO_USER_ID } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { findFreshness } from '#server/features/supply/supply.queries';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { POUR_MESSAGES } from './pour.messages.ts';
import { findPour, findPourWithTrucks } from './pour.queries.ts';
import * as shares from './shares.queries.ts';

/** The pour board of an order. */
export function pourService({ database, etas, concreteAgeMinutes }: AreaServices) {
  return {
    async board(scope: Scope, orderId: number): Promise<JsonText<Answer<typeof getPour>>> {
      const seeTrucks = scope.permissions.has(PERMISSIONS.TRUCK_TRACKING_VIEW);
      // ETAs are computed on demand, when somebody looks at them.
      if (seeTrucks) await etas.refreshSoon(scope.customerId);
      return new JsonText(orNotFound(await findPour(database, scope, orderId, { seeTrucks, concreteAgeMinutes })));
    },
  };
}

/** 128 bits that nobody can guess. */
const TOKEN_BYTES = 16;
const TOKEN_FORMAT = /^[\w-]{22}$/;
const MAX_ACTIVE_LINKS = 50;

/** A fast hash is right here: nobody can guess a random token, however fast they try. */
const hashToken = (token: string) => hash('sha256', token, 'hex');

/** Links to pour boards for people without an account (SHR-01). */
export function sharesService({ database, etas, branding, publicUrl, concreteAgeMinutes, freshnessMinutes }: AreaServices) {
  return {
    async list(scope: Scope, orderId: number): Promise<JsonText<Answer<typeof listShareLinks>>> {
      return new JsonText(orNotFound(await shares.listLinks(database, scope, orderId)));
    },

    async create(
      scope: Scope,
      orderId: number,
      { label, hours }: Input<typeof createShareLink>['body'],
      requestId: string,
    ): Promise<Answer<typeof createShareLink>> {
      if (!shares.LINK_PERMISSIONS.every((code) => scope.permissions.has(code))) throw new ApiError('permission-missing');
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const { customerId, userId } = scope;
      const link = await database.transaction(scope, async (transaction) => {
        const order = orNotFound(await shares.lockOrder(transaction, orderId));
        if (order.active >= MAX_ACTIVE_LINKS) throw new ApiError('conflict', { detail: POUR_MESSAGES.tooManyLinks(MAX_ACTIVE_LINKS) });
        const draft = { customerId, orderId, label, tokenHash: hashToken(token), createdBy: userId, expiresAt: new Date() };
        const id = await shares.insertLink(transaction, draft, hours);
        const detail = { id, label, hours };
        await recordAudit(transaction, { userId, customerId, action: 'shares.create', subject: order.orderNumber, detail, requestId });
        return orNotFound(await shares.findLink(transaction, orderId, id));
      });
      // After the '#', so that the token is in no request line, no log and no referrer.
      return { link, url: `${publicUrl}/share#${token}` };
    },

    /** Revoking twice is no error. */
    async revoke(scope: Scope, orderId: number, id: number, requestId: string): Promise<ShareLink> {
      const { customerId, userId } = scope;
      return database.transaction(scope, async (transaction) => {
        const order = orNotFound(await shares.lockOrder(transaction, orderId));
        const isEnded = await shares.revokeLink(transaction, orderId, id);
        const link = orNotFound(await shares.findLink(transaction, orderId, id));
        const detail = { id, label: link.label };
        if (isEnded)
          await recordAudit(transaction, { userId, customerId, action: 'shares.revoke', subject: order.orderNumber, detail, requestId });
        return link;
      });
    },

    /** Unknown, revoked and expired links get the same answer. */
    async open({ token, isFirst }: Input<typeof getSharedBoard>['body']): Promise<Answer<typeof getSharedBoard>> {
      if (!TOKEN_FORMAT.test(token)) throw new ApiError('not-found');
      const { customerId, orderId, expiresAt } = orNotFound(await shares.openLink(database, hashToken(token), isFirst));
      await etas.refreshSoon(customerId);
      const found = orNotFound(await findPourWithTrucks(database, { customerId, userId: NO_USER_ID }, orderId, concreteAgeMinutes));
      const { positions, jobPlace, dataset, ...board } = found;
      const freshness = await findFreshness(database, dataset, 'tickets');
      const trucks = jobPlace
        ? positions.map(({ loadId, place, recordedAt }) => ({
            loadId,
            recordedAt,
            distanceMeters: Math.round(distanceMeters(placeOf(place), placeOf(jobPlace))),
          }))
        : [];
      return {
        ...board,
        supplier: (await branding.current()).platformName,
        expiresAt,
        staleSince: freshness && freshness.ageSeconds > freshnessMinutes * 60 ? freshness.deliveredAt : null,
        trucks,
      };
    },
  };
}

const placeOf = ([latitude, longitude]: [number, number]) => ({ latitude, longitude });
