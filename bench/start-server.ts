import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { SERVER_FLAGS } from '../scripts/lib/project.mjs';
import { leanClient } from './lean-client.ts';

const ISSUER = 'https://bench.test';
const AUDIENCE = 'bench';

/** The keys of the bench's own issuer, the same for all servers of a run. */
const keys = generateKeyPair('RS256');

/** Returns the token of a user. */
export async function signToken(subject: string): Promise<string> {
  return new SignJWT({ email: `${subject}@example.com`, email_verified: true })
    .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(subject)
    .setExpirationTime('2h')
    .sign((await keys).privateKey);
}

interface ServerOptions {
  environment?: Readonly<Record<string, string>>;
  /** Headers of the bench's calls. */
  headers?: Readonly<Record<string, string>>;
}

interface Memory {
  rss: number;
  maxRss: number;
}

export const memoryLine = ({ rss, maxRss }: Memory) =>
  `server memory ${(rss / 1e6).toFixed(0)} MB after a collection, ${(maxRss / 1e6).toFixed(0)} MB at most`;

/** Starts the real application on a database in a separate process. Calls go over HTTP as the user `bench`. */
export async function startBenchServer(databaseUrl: string, { environment = {}, headers = {} }: ServerOptions = {}) {
  const token = await signToken('bench');
  const settings = {
    databaseUrl,
    issuer: ISSUER,
    audience: AUDIENCE,
    publicKey: { ...(await exportJWK((await keys).publicKey)), kid: 'bench', alg: 'RS256' },
    environment,
  };
  const child = fork(join(import.meta.dirname, 'serve.ts'), [JSON.stringify(settings)], { execArgv: [...SERVER_FLAGS, '--expose-gc'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const client = leanClient(port, { authorization: `Bearer ${token}`, ...headers });
  const askMemory = async (order: string): Promise<Memory> => {
    child.send(order);
    const [memory] = (await once(child, 'message')) as [Memory];
    return memory;
  };
  return {
    port,
    token,
    child,
    get: client.get,
    /** The server's memory now, after it collected what it does not need, and the most that it has had. */
    memory: () => askMemory('memory'),
    /** The server's memory now, as it is. */
    rss: async () => (await askMemory('memory as it is')).rss,
    stop: () => {
      client.close();
      child.kill();
    },
  };
}
