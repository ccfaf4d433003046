import { hash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, so that the timing reveals nothing about the secret, not even its length. */
export function isSameSecret(expected: string, given: unknown): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(expected), digest(String(given ?? '')));
}
