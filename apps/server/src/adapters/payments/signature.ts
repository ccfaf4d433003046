import { createHmac, timingSafeEqual } from 'node:crypto';
import { NotificationRefusedError } from './port.ts';

/** How far the timestamp of a notification may differ from now, either way. Older ones may be replays. */
const TOLERANCE_SECONDS = 300;

/** Returns `t=…,v1=…`: the timestamp and the HMAC-SHA256 of timestamp and body, as Stripe signs its notifications. */
export function sign(secret: string, body: Buffer | string, atSeconds = Math.floor(Date.now() / 1000)): string {
  return `t=${atSeconds},v1=${hmac(secret, atSeconds, body).toString('hex')}`;
}

/** Throws unless one of the signatures is valid and recent. */
export function assertSigned(secret: string, header: unknown, body: Buffer, nowSeconds = Math.floor(Date.now() / 1000)): void {
  const parts = String(header ?? '')
    .split(',')
    .map((part) => part.split('=', 2) as [string, string | undefined]);
  const at = Number(parts.find(([name]) => name === 't')?.[1]);
  if (!Number.isSafeInteger(at) || Math.abs(nowSeconds - at) > TOLERANCE_SECONDS) throw new NotificationRefusedError('stale or unsigned');
  const expected = hmac(secret, at, body);
  const isGood = parts.some(([name, value]) => {
    const given = Buffer.from(value ?? '', 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isGood) throw new NotificationRefusedError('wrong signature');
}

function hmac(secret: string, atSeconds: number, body: Buffer | string): Buffer {
  return createHmac('sha256', secret).update(`${atSeconds}.`).update(body).digest();
}
