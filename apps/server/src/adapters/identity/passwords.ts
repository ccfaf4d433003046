import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const KEY_BYTES = 32;

/** Returns a salted hash of a password, as `salt:key` in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES);
  return `${salt.toString('base64url')}:${key.toString('base64url')}`;
}

/** Whether a password matches a hash. Takes the same time either way. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), KEY_BYTES);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
