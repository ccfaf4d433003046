import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { SERVER_FLAGS } from '../scripts/lib/project.mjs';
import { leanClient } from './lean-client.ts';

const ISSUER = 'https://bench.test';
const AUDIENCE = 'bench';

/** Starts the real application on a database in a separate process. Calls go over HTTP as the bench's only user. */
export async function startServer(databaseUrl: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const token = await new SignJWT({ email: 'bench@example.com', email_verified: true })
    .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject('bench')
    .setExpirationTime('2h')
    .sign(privateKey);
  const settings = {
    databaseUrl,
    issuer: ISSUER,
    audience: AUDIENCE,
    publicKey: { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256' },
  };
  const child = fork(join(import.meta.dirname, 'serve.ts'), [JSON.stringify(settings)], { execArgv: SERVER_FLAGS });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const client = leanClient(port, { authorization: `Bearer ${token}` });
  return {
    port,
    token,
    get: client.get,
    rss: async () => {
      child.send('memory');
      const [{ rss }] = (await once(child, 'message')) as [{ rss: number }];
      return rss;
    },
    stop: () => {
      client.close();
      child.kill();
    },
  };
}
