import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isRenewalRejected } from './access-token.ts';
import { keepReturnPath, takeReturnPath } from './session.ts';
import { hasStoredUser, onOrigin, signInSettings } from './stored-user.ts';
import { assertIdToken, createUserManager } from './user-manager.ts';

const signIn = { issuer: 'http://127.0.0.1:4000/oidc', clientId: 'web', audience: 'urn:api', scope: 'openid' };

/** An in-memory Storage. */
function memory(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as Storage;
}

beforeEach(() => vi.stubGlobal('window', { sessionStorage: memory(), localStorage: memory() }));
afterEach(() => vi.unstubAllGlobals());

describe('sign-in settings', () => {
  it("SHL-01 the built-in provider is reached at the app's own origin", () => {
    const settings = signInSettings({ mode: 'demo', signIn }, 'http://localhost:4000');
    expect(settings).toMatchObject({
      authority: 'http://localhost:4000/oidc',
      redirectUri: 'http://localhost:4000/signed-in',
      isBuiltIn: true,
    });
  });

  it('a hosted provider keeps its address', () => {
    const hosted = { ...signIn, issuer: 'https://login.example.com/oidc' };
    const settings = signInSettings({ mode: 'production', signIn: hosted }, 'https://portal.example.com');
    expect(settings).toMatchObject({ authority: 'https://login.example.com/oidc', isBuiltIn: false });
  });

  it("moves the built-in provider's addresses, and nothing else, to the app's origin", () => {
    const metadata = { issuer: signIn.issuer, token_endpoint: 'http://127.0.0.1:4000/oidc/token?x=1', scopes_supported: ['openid'] };
    expect(onOrigin(metadata, 'http://localhost:4000')).toEqual({ ...metadata, token_endpoint: 'http://localhost:4000/oidc/token?x=1' });
  });
});

describe("an outside provider's statements", () => {
  it('ASVS 10.5.4 an id token counts only from its issuer and for this client', () => {
    const check = (claims: { iss?: string; aud?: string | string[] }) => () =>
      assertIdToken({ iss: 'https://a.example', aud: 'web', ...claims }, 'https://a.example', 'web');
    for (const claims of [{}, { aud: ['other', 'web'] }]) expect(check(claims)).not.toThrow();
    for (const aud of ['other', 'web2', ['webs'], []]) expect(check({ aud })).toThrow('client');
    expect(check({ iss: 'https://a.example/' })).toThrow('issuer');
  });

  it('ASVS 10.5.3 metadata count only if they name the configured issuer', async () => {
    let named = 'https://login.example.com';
    vi.stubGlobal('fetch', async () => Response.json({ issuer: named, token_endpoint: 'https://login.example.com/token' }));
    const hosted = signInSettings({ mode: 'production', signIn: { ...signIn, issuer: named } }, 'https://portal.example.com');
    expect(await (await createUserManager(hosted)).metadataService.getTokenEndpoint()).toBe('https://login.example.com/token');
    named = 'https://evil.example.com';
    const { metadataService } = await createUserManager(hosted);
    for (let time = 0; time < 2; time++) await expect(metadataService.getTokenEndpoint()).rejects.toThrow('calls itself https://evil');
  });
});

describe('a provider that does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
      return new Promise((_answer, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
    });
  });
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['the built-in one', async () => createUserManager(signInSettings({ mode: 'demo', signIn }, 'http://localhost:4000'))],
    [
      'a hosted one',
      async () => {
        const hosted = { ...signIn, issuer: 'https://login.example.com' };
        const manager = await createUserManager(signInSettings({ mode: 'production', signIn: hosted }, 'https://portal.example.com'));
        return manager.metadataService.getTokenEndpoint();
      },
    ],
  ])('SHL-22 ends the attempt, so that the user can try again: %s', async (_which, ask) => {
    const failed = vi.fn();
    void ask().catch(failed);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(failed).toHaveBeenCalledOnce();
  });
});

describe('the stored account', () => {
  const settings = signInSettings({ mode: 'demo', signIn }, 'http://localhost:4000');
  const store = (user: unknown) => window.localStorage.setItem('oidc.user:http://localhost:4000/oidc:web', JSON.stringify(user));

  it('SHL-02 counts while its token is valid or can be renewed', () => {
    expect(hasStoredUser(settings, 0)).toBe(false);
    store({ access_token: 'a', expires_at: 10 });
    expect(hasStoredUser(settings, 9_999)).toBe(true);
    expect(hasStoredUser(settings, 10_001)).toBe(false);
    store({ access_token: 'a', expires_at: 10, refresh_token: 'r' });
    expect(hasStoredUser(settings, 10_001)).toBe(true);
    window.localStorage.setItem('oidc.user:http://localhost:4000/oidc:web', '{broken');
    expect(hasStoredUser(settings, 0)).toBe(false);
  });
});

describe('the return path after signing in', () => {
  it('SHL-02 is the requested address, once', () => {
    keepReturnPath('/orders?page=2');
    expect(takeReturnPath()).toBe('/orders?page=2');
    expect(takeReturnPath()).toBe('/dashboard');
  });

  it('SHL-21 after the end of a session is only for the user of that session', () => {
    keepReturnPath('/orders', 'one');
    expect(takeReturnPath('two')).toBe('/dashboard');
    keepReturnPath('/orders', 'one');
    expect(takeReturnPath('one')).toBe('/orders');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])('never leaves the app: %s', (path) => {
    keepReturnPath(path);
    expect(takeReturnPath()).toBe('/dashboard');
  });
});

describe('a renewal that failed', () => {
  const answered = (error: string) => Object.assign(new Error(error), { name: 'ErrorResponse', error });

  it('ends the session only if the provider refused it', () => {
    expect(isRenewalRejected(answered('invalid_grant'))).toBe(true);
    expect(isRenewalRejected(answered('temporarily_unavailable'))).toBe(false);
    expect(isRenewalRejected(new Error('Service Unavailable (503)'))).toBe(false);
    expect(isRenewalRejected(new TypeError('Failed to fetch'))).toBe(false);
  });
});
