import { DAY_MS, MINUTE_MS } from '@yardage/domain/durations';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import { networkOf } from './caller-address.ts';
import type { Limit, SharedCounts } from './shared-counts.ts';

/** A network may make this many times the calls of an address, because an office, a mobile provider or an attacker has several. */
const NETWORK_FACTOR = 4;

/**
 * Limits calls that need no sign-in (route setting `publicWeight`): by address and by network, per day, and by network per minute. The limit
 * of an address per minute is the ordinary one.
 */
export function registerPublicLimits(
  app: FastifyInstance,
  counts: SharedCounts,
  { callsPerMinute, publicCallsPerDay }: { callsPerMinute: number; publicCallsPerDay: number },
): void {
  app.addHook('preParsing', async (request) => {
    const { publicWeight, countsUnknownOnly = false, endpointId = request.routeOptions.url } = request.routeOptions.config;
    if (!publicWeight) return;
    const { address, network } = networkOf(request.ip);
    const perDay = Math.ceil(publicCallsPerDay / publicWeight);
    const perMinute = Math.ceil(callsPerMinute / publicWeight);
    const ofDay = [
      { bucket: `day ${endpointId} ${address}`, periodMs: DAY_MS, max: perDay },
      { bucket: `day ${endpointId} net ${network}`, periodMs: DAY_MS, max: perDay * NETWORK_FACTOR },
    ];
    const ofMinute = { bucket: `minute ${endpointId} net ${network}`, periodMs: MINUTE_MS, max: perMinute * NETWORK_FACTOR };
    const take = async (limits: readonly Limit[]): Promise<void> => {
      const exceeded = await counts.takeNow(limits);
      if (exceeded) throw new ApiError('too-many-requests', { retryAt: new Date(Date.now() + exceeded.leftMs) });
    };
    await take(countsUnknownOnly ? [ofMinute] : [...ofDay, ofMinute]);
    if (countsUnknownOnly) request.countUnknown = () => take(ofDay);
  });
}
