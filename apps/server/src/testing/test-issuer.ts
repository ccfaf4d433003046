import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const AUDIENCE = 'yardage-api';

/** An OpenID provider for servers in separate processes; its tokens stay valid when they restart. */
export interface TestIssuer {
  /** Settings of a server that trusts it. */
  env: Record<string, string>;
  token(email: string): Promise<string>;
  stop(): void;
}

/** Publishes a key and signs tokens with it. */
export async function startTestIssuer(): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256' }] };
  const server = createServer((request, response) => {
    const isKeys = request.url === '/keys';
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(isKeys ? keys : { issuer, jwks_uri: `${issuer}/keys` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'yardage-portal', OIDC_AUDIENCE: AUDIENCE },
    token: (email) =>
      new SignJWT({ email, email_verified: true })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(email)
        .setExpirationTime('1h')
        .sign(privateKey),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
