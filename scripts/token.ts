import { createHash, randomBytes } from 'node:crypto';

// `npm run token -- EMAIL`: signs in at the running demo server like a browser, and prints only the access token.

const CLIENT_ID = 'yardage-portal';
const SCOPE = 'openid profile email offline_access';
const DEMO_PASSWORD = 'concrete-demo';
const MAX_STEPS = 10;

/** An error whose message is enough for the user. */
class PlainError extends Error {}

interface Discovery {
  authorization_endpoint: string;
  token_endpoint: string;
}

/** Signs in with the authorization code flow and PKCE, and returns the access token. */
export async function fetchToken(serverUrl: string, email: string, password = DEMO_PASSWORD): Promise<string> {
  const discovery = await discover(serverUrl);
  const redirectUri = `${serverUrl}/signed-in`;
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPE,
    state: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const code = await followToCode(`${discovery.authorization_endpoint}?${query}`, redirectUri, { email, password });
  const answer = await fetch(discovery.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      code,
    }),
  });
  const tokens = (await answer.json()) as { access_token?: string; error_description?: string };
  if (!tokens.access_token) throw new PlainError(`The sign-in gave no token: ${tokens.error_description ?? answer.status}`);
  return tokens.access_token;
}

async function discover(serverUrl: string): Promise<Discovery> {
  try {
    const answer = await fetch(`${serverUrl}/oidc/.well-known/openid-configuration`);
    if (answer.ok) return (await answer.json()) as Discovery;
  } catch {}
  throw new PlainError(`No Yardage demo server answers at ${serverUrl}. Start one with 'npm start', or set PORT.`);
}

/** Follows the redirects like a browser, with cookies, and fills in the sign-in page. */
async function followToCode(startUrl: string, redirectUri: string, account: { email: string; password: string }): Promise<string> {
  const cookies = new Map<string, string>();
  let url = startUrl;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < MAX_STEPS; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location) {
      url = new URL(location, url).href;
      form = undefined;
      if (url.startsWith(redirectUri)) return readCode(url);
    } else if (form) {
      throw new PlainError(`The demo server knows no account ${account.email} with the demo password.`);
    } else {
      if (!answer.ok) throw new PlainError(`The sign-in answered ${answer.status} at ${new URL(url).pathname}.`);
      form = new URLSearchParams(account);
    }
  }
  throw new PlainError('The sign-in did not come to an end.');
}

function readCode(url: string): string {
  const answer = new URL(url).searchParams;
  const code = answer.get('code');
  if (!code) throw new PlainError(`The sign-in was refused: ${answer.get('error_description') ?? answer.get('error')}`);
  return code;
}

if (import.meta.main) {
  try {
    const email = process.argv[2];
    if (!email) throw new PlainError('Say for whom: npm run token -- owner@example.com');
    process.stdout.write(`${await fetchToken(`http://127.0.0.1:${process.env.PORT || 4000}`, email)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof PlainError ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
