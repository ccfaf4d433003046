import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { SERVER_FLAGS } from '../scripts/lib/project.mjs';

const ISSUER = 'https://bench.test';
const AUDIENCE = 'bench';

/** The real application on a database, in a process of its own; calls go over HTTP as the bench's one user. */
export async function startServer(databaseUrl: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const token = await new SignJWT({ email: 'bench@example.com' })
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
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return {
    get: (path: string) =>
      new Promise<void>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path, agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`));
          answer.resume().on('end', resolve);
        }).on('error', reject);
      }),
    rss: async () => {
      child.send('memory');
      const [{ rss }] = (await once(child, 'message')) as [{ rss: number }];
      return rss;
    },
    stop: () => {
      agent.destroy();
      child.kill();
    },
  };
}
