import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const AUDIENCE = 'yardage-api';
const CLIENT_ID = 'yardage-portal';

/** An OpenID provider for servers in separate processes; its tokens stay valid when they restart. */
export interface TestIssuer {
  /** Settings of a server that trusts it. */
  env: Record<string, string>;
  token(email: string): Promise<string>;
  stop(): void;
}

/**
 * Publishes a key and signs tokens with it. Its sign-in page asks nothing: the user in `login_hint` is signed in, by authorization code
 * with PKCE.
 */
export async function startTestIssuer(): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256' }] };
  const codes = new Map<string, { email: string; challenge: string }>();
  const sign = (email: string) =>
    new SignJWT({ email, email_verified: true })
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .setIssuer(issuer)
      .setAudience(AUDIENCE)
      .setSubject(email)
      .setExpirationTime('1h')
      .sign(privateKey);

  const respond: Record<string, (query: URLSearchParams, request: IncomingMessage, response: ServerResponse) => unknown> = {
    '/keys': () => keys,
    '/authorize': (query, _request, response) => {
      const code = randomUUID();
      codes.set(code, { email: query.get('login_hint') ?? '', challenge: query.get('code_challenge') ?? '' });
      const target = new URL(query.get('redirect_uri') ?? '');
      target.searchParams.set('code', code);
      target.searchParams.set('state', query.get('state') ?? '');
      response.writeHead(302, { location: target.href }).end();
      return undefined;
    },
    '/token': async (_query, request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      const form = new URLSearchParams(text);
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (code?.challenge === challenge) return { access_token: await sign(code.email), token_type: 'Bearer', expires_in: 3600 };
      response.writeHead(400).end();
      return undefined;
    },
  };
  const discovery = () => ({
    issuer,
    jwks_uri: `${issuer}/keys`,
    authorization_endpoint: `${issuer}/authorize`,
    // Some providers have another host for tokens than for their name.
    token_endpoint: `${issuer.replace('127.0.0.1', 'localhost')}/token`,
  });
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    const body = await (respond[pathname] ?? discovery)(searchParams, request, response);
    if (body) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_AUDIENCE: AUDIENCE },
    token: sign,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
