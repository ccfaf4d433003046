import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { BUILT_IN_CLIENT_ID } from '#server/adapters/identity/built-in/provider';
import { DEMO_PASSWORD } from '#server/demo/world/demo-accounts';

const ORIGIN = 'http://localhost';
const REDIRECT_URI = `${ORIGIN}/signed-in`;
const MAX_STEPS = 10;

/** The provider's tokens after sign-in. */
interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** Acts as one person's browser at the built-in provider: keeps cookies, follows redirects, fills in forms. */
export class SignInClient {
  readonly #http: FastifyInstance;
  readonly #cookies = new Map<string, string>();

  constructor(http: FastifyInstance) {
    this.#http = http;
  }

  async signIn(email: string): Promise<Tokens> {
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: BUILT_IN_CLIENT_ID,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'openid profile email offline_access',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const code = await this.#followToCode(`/oidc/auth?${query}`, { email, password: DEMO_PASSWORD });
    const answer = await this.#token({ grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code_verifier: verifier, code });
    return answer.json<Tokens>();
  }

  /** Returns the HTTP status of a token refresh. */
  async renew(refreshToken: string): Promise<number> {
    return (await this.#token({ grant_type: 'refresh_token', refresh_token: refreshToken })).statusCode;
  }

  /** Ends the session through the provider's own page. */
  async signOut(): Promise<number> {
    const page = await this.#send(`/oidc/session/end?client_id=${BUILT_IN_CLIENT_ID}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.payload)?.[1] ?? '';
    return (await this.#send('/oidc/session/end/confirm', { xsrf, logout: 'yes' })).statusCode;
  }

  #token(form: Record<string, string>) {
    return this.#send('/oidc/token', { client_id: BUILT_IN_CLIENT_ID, ...form });
  }

  async #followToCode(start: string, account: Record<string, string>): Promise<string> {
    let answer = await this.#send(start);
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const { location } = answer.headers;
      if (!location) throw new Error(`the sign-in answered ${answer.statusCode}: ${answer.payload}`);
      const url = new URL(String(location), ORIGIN);
      const code = url.searchParams.get('code');
      if (url.pathname === '/signed-in' && code) return code;
      answer = await this.#send(`${url.pathname}${url.search}`, url.pathname.startsWith('/sign-in/') ? account : undefined);
    }
    throw new Error('the sign-in did not come to an end');
  }

  async #send(url: string, form?: Record<string, string>) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#http.inject({
      url,
      headers: { cookie, accept: 'text/html', ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
      ...(form ? { method: 'POST', payload: new URLSearchParams(form).toString() } : {}),
    });
    for (const { name, value } of answer.cookies) this.#cookies.set(name, value);
    return answer;
  }
}
