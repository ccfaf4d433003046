import { DAY_MS, MINUTE_MS } from '@yardage/domain/durations';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import type { Limit, SharedCounts } from './shared-counts.ts';

/** An office, a mobile provider or an attacker has more than one address. */
const NETWORK_FACTOR = 4;
const WORD_BITS = 16;

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

/** A subscriber has a whole /64 of IPv6, and often a /56. */
const SUBSCRIBER_BITS = 64;
const SITE_BITS = 56;

/** Returns what counts as one address and as one network: for IPv4 the address and its /24, for IPv6 its /64 and /56. */
export function networkOf(ip: string): { address: string; network: string } {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return { address: plain, network: plain.split('.').slice(0, 3).join('.') };
  return { address: prefixOf(plain, SUBSCRIBER_BITS), network: prefixOf(plain, SITE_BITS) };
}

function prefixOf(ip: string, bits: number): string {
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const words = (text: string | undefined) => (text ? text.split(':') : []);
  const [before, after] = [words(head), words(tail)];
  const gap = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const numbers = [...before, ...gap, ...after].map((word) => Number.parseInt(word, 16) || 0);
  const kept = numbers.slice(0, Math.ceil(bits / WORD_BITS)).map((word, index) => {
    const left = bits - index * WORD_BITS;
    return left >= WORD_BITS ? word : word & (0xffff << (WORD_BITS - left)) & 0xffff;
  });
  return `${kept.map((word) => word.toString(16)).join(':')}/${bits}`;
}
