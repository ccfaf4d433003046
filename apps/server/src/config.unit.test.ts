import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEFAULT_TIERS } from '@yardage/domain/rewards';
import { describe, expect, it } from 'vitest';
import { securityHeaders } from '#server/http/security-headers';
import { alertAddress, ConfigurationError, readCommandSettings, readConfig } from './config.ts';
import { missingBranding } from './config-files.ts';

const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://portal.example.com/',
  DATABASE_URL: 'postgresql://yardage@db/yardage',
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'portal',
  OIDC_AUDIENCE: 'api',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'Portal <portal@supplier.example>',
  STRIPE_SECRET_KEY: 'sk_test_example',
  STRIPE_WEBHOOK_SECRET: 'whsec_example',
  SUBSCRIPTION_KEY: 'a-key-of-the-gateway',
};

function faultsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
}

describe('the configuration', () => {
  it('is a demo on this machine by default', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 4000,
      publicUrl: 'http://localhost:4000',
      oidc: undefined,
      smtp: undefined,
    });
  });

  it('SHL-25 labels the build as the specification says', () => {
    expect(readConfig({}).buildLabel).toBe('Production Beta 0.707');
  });

  it('lists every missing setting of production at once', () => {
    const message = faultsOf({ MODE: 'production' });
    for (const name of Object.keys(PRODUCTION).filter((each) => each !== 'MODE'))
      expect(message).toContain(`${name}: is required in production`);
  });

  it('RUN-01 requires MODE with a PostgreSQL, so that a forgotten setting fills no database with the demo', () => {
    const { MODE: _, ...withoutMode } = PRODUCTION;
    expect(faultsOf({ ...withoutMode, ROLE: 'migrate' })).toContain('MODE: is required with DATABASE_URL');
    expect(readConfig({ MODE: 'demo', DATABASE_URL: PRODUCTION.DATABASE_URL }).mode).toBe('demo');
  });

  it('RUN-01 needs only the database to migrate', () => {
    const { MODE, DATABASE_URL } = PRODUCTION;
    expect(readConfig({ MODE, DATABASE_URL, ROLE: 'migrate' })).toMatchObject({ role: 'migrate', mode: 'production' });
    expect(faultsOf({ MODE, ROLE: 'migrate' })).toContain('DATABASE_URL: is required in production');
  });

  it('RUN-02 lets commands use the login of the running processes, not the owner of the tables', () => {
    const settings = readCommandSettings({ DATABASE_URL: 'postgresql://runtime@db/x', DATABASE_OWNER_URL: 'postgresql://owner@db/x' });
    expect(settings.databaseUrl).toBe('postgresql://runtime@db/x');
  });

  it('RUN-06 reads how long each kind of record is kept from the setting that the guide names', () => {
    const retention = readConfig({
      RETENTION_AUDIT_DAYS: '101',
      RETENTION_MAIL_DAYS: '102',
      RETENTION_CHAT_DAYS: '103',
      RETENTION_POSITION_DAYS: '104',
      RETENTION_ARRIVAL_DAYS: '105',
      RETENTION_SHARE_DAYS: '106',
      RETENTION_EVENT_DAYS: '107',
      RETENTION_ALERT_DAYS: '108',
      RETENTION_REGISTRATION_DAYS: '109',
      RETENTION_PAYMENT_ATTEMPT_DAYS: '110',
    }).retention;
    expect(retention).toEqual({
      audit: 101,
      mails: 102,
      chats: 103,
      positions: 104,
      arrivals: 105,
      shares: 106,
      events: 107,
      alerts: 108,
      rejectedRegistrations: 109,
      paymentAttempts: 110,
    });
  });

  it('APY-06 makes payments at eight in the morning, or at the hour that is set', () => {
    expect([readConfig({}).payments.hour, readConfig({ PAYMENT_HOUR: '0' }).payments.hour]).toEqual([8, 0]);
    expect(faultsOf({ PAYMENT_HOUR: '24' })).toContain('PAYMENT_HOUR');
  });

  it('RUN-06 lets commands know only the retention that their environment names', () => {
    expect(readCommandSettings({ RETENTION_AUDIT_DAYS: '0', RETENTION_MAIL_DAYS: '' }).retention).toEqual({ audit: 0 });
    expect(() => readCommandSettings({ RETENTION_AUDIT_DAYS: 'never' })).toThrow('RETENTION_AUDIT_DAYS');
  });

  it('allows only https for card numbers in production, unless Stripe is on this machine', () => {
    expect(faultsOf({ ...PRODUCTION, STRIPE_API_URL: 'http://stripe.example.com' })).toContain('STRIPE_API_URL: must be an https address');
    expect(faultsOf({ ...PRODUCTION, STRIPE_API_URL: 'http://127.0.0.1:12111' })).toBe('');
  });

  it("APY-05 names Stripe in the pages' security policy only if its own fields are used, which need its key for browsers", () => {
    const hosted = { ...PRODUCTION, PAYMENT_FIELDS: 'hosted' };
    expect(faultsOf(hosted)).toContain('STRIPE_PUBLISHABLE_KEY: is required with PAYMENT_FIELDS=hosted');
    const policyOf = (environment: Record<string, string>) => securityHeaders(readConfig(environment))['content-security-policy'] ?? '';
    const policy = policyOf({ ...hosted, STRIPE_PUBLISHABLE_KEY: 'pk_test_example' });
    expect(policy).toContain("script-src 'self' https://js.stripe.com");
    expect(policy).toContain("frame-src 'self' https://js.stripe.com");
    for (const other of [PRODUCTION, { PAYMENT_FIELDS: 'hosted' }]) expect(policyOf(other)).not.toContain('stripe');
  });

  it('ASVS 12.2.1 3.4.1 serves production over https only, for a year and with the subdomains, unless it is configured otherwise', () => {
    expect(faultsOf({ ...PRODUCTION, PUBLIC_URL: 'http://portal.example.com' })).toContain('PUBLIC_URL: must be an https address');
    const headerOf = (changes: object) => securityHeaders(readConfig({ ...PRODUCTION, ...changes }))['strict-transport-security'];
    expect(headerOf({})).toBe('max-age=31536000; includeSubDomains');
    expect(headerOf({ HSTS_SUBDOMAINS: 'false' })).toBe('max-age=31536000');
    expect(headerOf({ PUBLIC_URL: 'http://127.0.0.1:4000' })).toBeUndefined();
  });

  it('SHL-01 trusts only a provider with https in production, unless it is on this machine', () => {
    expect(faultsOf({ ...PRODUCTION, OIDC_ISSUER: 'http://login.example.com' })).toContain('OIDC_ISSUER: must be an https address');
    expect(faultsOf({ ...PRODUCTION, OIDC_ISSUER: 'http://127.0.0.1.example.com' })).toContain('OIDC_ISSUER: must be an https address');
    for (const host of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000']) {
      expect(faultsOf({ ...PRODUCTION, OIDC_ISSUER: `http://${host}/realm` })).toBe('');
    }
  });

  it("SHL-01 trusts a provider's addresses only if it is configured to", () => {
    expect(readConfig(PRODUCTION).oidc?.isEmailTrusted).toBe(false);
    expect(readConfig({ ...PRODUCTION, OIDC_TRUST_EMAIL: 'true' }).oidc?.isEmailTrusted).toBe(true);
    expect(faultsOf({ ...PRODUCTION, OIDC_TRUST_EMAIL: 'perhaps' })).toContain('OIDC_TRUST_EMAIL');
  });

  it('AST-04 uses the built-in assistant, also in chats, until a model is configured with its address', () => {
    expect(readConfig({}).assistant).toEqual({ model: undefined, timeoutMs: 30_000, isInChats: true });
    expect(
      readConfig({ ASSISTANT_URL: 'http://model.example/v1', ASSISTANT_MODEL: 'm', ASSISTANT_IN_CHATS: 'off' }).assistant,
    ).toMatchObject({
      model: { url: 'http://model.example/v1', name: 'm', key: undefined },
      isInChats: false,
    });
    for (const given of [{ ASSISTANT_URL: 'http://model.example/v1' }, { ...PRODUCTION, ASSISTANT_MODEL: 'm' }]) {
      expect(faultsOf(given)).toContain('ASSISTANT_URL, ASSISTANT_MODEL: are set both or not at all');
    }
  });

  it('accepts a complete production configuration', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({
      mode: 'production',
      publicUrl: 'https://portal.example.com',
      oidc: { audience: 'api' },
    });
  });

  it('accepts two subscription keys while processes are replaced one by one', () => {
    const both = readConfig({ ...PRODUCTION, SUBSCRIPTION_KEY: 'the-new-one,the-old-one' });
    expect([both.subscriptionKey, both.formerSubscriptionKeys]).toEqual(['the-new-one', ['the-old-one']]);
    expect(faultsOf({ ...PRODUCTION, SUBSCRIPTION_KEY: 'the-new-one,short' })).toContain('SUBSCRIPTION_KEY');
  });

  it('STF-06 sends notices for operators to nobody at example.com', () => {
    const config = readConfig(PRODUCTION);
    expect(alertAddress(config, config.branding)).toBe('portal@supplier.example');
    expect(alertAddress(config, { supportEmail: 'help@supplier.example' })).toBe('help@supplier.example');
    const named = readConfig({ ...PRODUCTION, WEBHOOK_ALERT_EMAIL: 'ops@supplier.example' });
    expect(alertAddress(named, named.branding)).toBe('ops@supplier.example');
    expect(alertAddress(readConfig({}), readConfig({}).branding)).toBe('support@example.com');
  });

  it('accepts telemetry in production only with a key, and creates one at each start of the demo', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ telemetryKey: undefined, isSimulated: false });
    expect(readConfig({ ...PRODUCTION, TELEMETRY_KEY: 'a-key-of-some-length' }).telemetryKey).toBe('a-key-of-some-length');
    expect(readConfig({}).telemetryKey).not.toBe(readConfig({}).telemetryKey);
    expect(faultsOf({ TELEMETRY_KEY: 'short' })).toContain('TELEMETRY_KEY');
    expect([readConfig({}).isSimulated, readConfig({ SIMULATOR: 'off' }).isSimulated]).toEqual([true, false]);
  });

  it('requires the settings of an outside router or address search, also in production', () => {
    expect(readConfig({}).routing).toEqual({ kind: 'built-in' });
    expect(faultsOf({ ...PRODUCTION, ROUTING: 'osrm', ADDRESS_SEARCH: 'photon' })).toMatch(/ADDRESS_SEARCH_URL.*\n.*ROUTING_URL/);
    expect(faultsOf({ ROUTING: 'azure-maps' })).toContain('ROUTING_KEY');
    expect(readConfig({ ...PRODUCTION, ROUTING: 'azure-maps', ROUTING_KEY: 'k' }).routing).toMatchObject({ kind: 'azure-maps', key: 'k' });
    expect(readConfig({ MAP_ORIGINS: 'https://tiles.example.com/a, https://fonts.example.com' }).map).toEqual({
      styleUrl: null,
      origins: ['https://tiles.example.com', 'https://fonts.example.com'],
    });
    expect(faultsOf({ MAP_ORIGINS: 'tiles' })).toContain('MAP_ORIGINS');
  });

  it('reports all faults in one message', () => {
    const message = faultsOf({
      PORT: 'eighty',
      MODE: 'staging',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://x',
      STRIPE_SECRET_KEY: 'sk_test_example',
      OIDC_ISSUER: 'https://login.example.com',
    });
    for (const name of ['PORT', 'MODE', 'LOG_LEVEL', 'DATABASE_URL', 'OIDC_CLIENT_ID', 'STRIPE_WEBHOOK_SECRET'])
      expect(message).toContain(name);
  });

  it('ASVS 13.3.1 reads secrets from the files that the environment names, and says which cannot be read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    const file = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const { DATABASE_URL, STRIPE_SECRET_KEY, ...others } = PRODUCTION;
    const files = {
      DATABASE_URL_FILE: file('database', `${DATABASE_URL}\n`),
      STRIPE_SECRET_KEY_FILE: file('stripe', `${STRIPE_SECRET_KEY}\r\n`),
      WEBHOOK_SIGNING_KEY_FILE: file('signing', `${' k'.repeat(20)} \n`),
    };
    const config = readConfig({ ...others, ...files });
    expect([config.databaseUrl, config.payments.stripe?.secretKey]).toEqual([DATABASE_URL, STRIPE_SECRET_KEY]);
    expect(config.webhooks.signingKey).toBe(`${' k'.repeat(20)} `);

    expect(faultsOf({ ...PRODUCTION, ...files })).toContain('STRIPE_SECRET_KEY, STRIPE_SECRET_KEY_FILE: set one of them');
    expect(faultsOf({ ...PRODUCTION, METRICS_TOKEN_FILE: '/no/such/file' })).toMatch(/METRICS_TOKEN_FILE: .*\/no\/such\/file/);
    expect(faultsOf({ ...PRODUCTION, ASSISTANT_KEY_FILE: file('empty', '\n') })).toContain('ASSISTANT_KEY_FILE');

    const { databaseUrl } = readCommandSettings({ DATABASE_URL_FILE: files.DATABASE_URL_FILE, STRIPE_SECRET_KEY_FILE: '/not/for/you' });
    expect(databaseUrl).toBe(DATABASE_URL);
    expect(() => readCommandSettings({ DATABASE_URL_FILE: '/no/such/file' })).toThrow('DATABASE_URL_FILE');
  });

  it('DSH-12 reads reward tiers from a file, and refuses a higher tier that earns less', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'rewards-')), 'rewards.json');
    expect(readConfig({}).rewardTiers).toEqual(DEFAULT_TIERS);
    writeFileSync(file, JSON.stringify({ Gold: { fromSpend: 2_000_000, perTonAggregate: 0.6 } }));
    expect(readConfig({ REWARDS_FILE: file }).rewardTiers[1]).toEqual({ ...DEFAULT_TIERS[1], fromSpend: 200_000_000, perTonAggregate: 60 });
    writeFileSync(file, JSON.stringify({ Gold: { perYardConcrete: 4 } }));
    expect(faultsOf({ REWARDS_FILE: file })).toContain('REWARDS_FILE: Platinum earns less per yard than Gold');
    writeFileSync(file, JSON.stringify({ Bronze: {} }));
    expect(faultsOf({ REWARDS_FILE: file })).toContain('REWARDS_FILE');
    expect(faultsOf({ REWARDS_FILE: '/no/such/file' })).toContain('REWARDS_FILE');
  });

  it('SHL-24 reads the brand from a file, and reports what is wrong with it', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'branding-')), 'branding.json');
    writeFileSync(file, JSON.stringify({ platformName: 'Granite & Sons', accentColor: '#aa3300' }));
    expect(readConfig({ BRANDING_FILE: file }).branding).toMatchObject({
      platformName: 'Granite & Sons',
      accentColor: '#aa3300',
      showWelcomeMessage: true,
    });
    writeFileSync(file, JSON.stringify({ accentColor: 'orange' }));
    expect(faultsOf({ BRANDING_FILE: file })).toContain('BRANDING_FILE: accentColor');
    expect(faultsOf({ BRANDING_FILE: '/no/such/file' })).toContain('BRANDING_FILE');
    expect(faultsOf({ PAPER_LOGO_FILE: '/no/such/file' })).toContain('PAPER_LOGO_FILE');
    expect(faultsOf({ PAPER_LOGO_FILE: file })).toContain('PAPER_LOGO_FILE: is neither a PNG nor a JPEG');
  });

  it("SHL-24 has nothing of the demo's supplier in production, and uses the portal's name as window title", () => {
    const file = join(mkdtempSync(join(tmpdir(), 'branding-')), 'branding.json');
    writeFileSync(file, JSON.stringify({ platformName: 'Granite & Sons', supportEmail: 'help@granite.example' }));
    const { branding } = readConfig({ ...PRODUCTION, BRANDING_FILE: file });
    expect(branding).toMatchObject({ documentTitle: 'Granite & Sons', supportPhone: '', addressLines: [] });
    expect(missingBranding(branding)).toEqual(['supportPhone', 'addressLines']);
    expect(missingBranding(readConfig(PRODUCTION).branding)).toEqual(['platformName', 'supportEmail', 'supportPhone', 'addressLines']);
    expect(readConfig({}).branding).toMatchObject({ documentTitle: 'Yardage customer portal', supportPhone: '(423) 555-0142' });
  });

  it('SHL-24 refuses a brand with addresses that lead nowhere, and allows one without an email address', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'branding-')), 'branding.json');
    const faultOf = (brand: object) => {
      writeFileSync(file, JSON.stringify(brand));
      return faultsOf({ ...PRODUCTION, BRANDING_FILE: file });
    };
    expect(faultOf({ supportEmail: 'nobody' })).toContain('BRANDING_FILE: supportEmail is not an email address');
    for (const logoUrl of ['logo.svg', '//cdn.example.com/logo.svg', 'javascript:alert(1)']) {
      expect(faultOf({ logoUrl })).toContain('BRANDING_FILE: logoUrl is neither an address');
    }
    expect(faultOf({ logoUrl: 'data:image/svg+xml;base64,PHN2Zy8+', privacyPolicyUrl: '' })).toBe('');
    expect(readConfig({ ...PRODUCTION, BRANDING_FILE: file }).branding).toMatchObject({
      logoUrl: 'data:image/svg+xml;base64,PHN2Zy8+',
      privacyPolicyUrl: null,
    });
    expect(faultOf({ privacyPolicyUrl: 'data:text/html,privacy' })).toContain('BRANDING_FILE: privacyPolicyUrl is neither an address');
    expect(faultOf({ supportEmail: '', logoUrl: '/logo.svg', privacyPolicyUrl: 'https://example.com/privacy' })).toBe('');
    const config = readConfig({ ...PRODUCTION, BRANDING_FILE: file });
    expect(alertAddress(config, config.branding)).toBe('portal@supplier.example');
  });
});

describe('a setting with a wrong value', () => {
  it.each([
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_secret', 'must begin with pk_'],
    ['STRIPE_SECRET_KEY', 'pk_live_public', 'must begin with sk_ or rk_'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_test_secret', 'must begin with whsec_'],
    ['PUBLIC_URL', 'https://www.supplier.example/portal', 'Use a host of its own'],
    ['PUBLIC_URL', 'https://portal.example.com/?x=1', 'Use a host of its own'],
    ['PUBLIC_URL', 'https://login:password@portal.example.com', 'Use a host of its own'],
    ['MAIL_FROM', 'Harlan Concrete', 'Use an address as'],
    ['MAIL_FROM', 'portal@', 'Use an address as'],
    ['STRIPE_SECRET_KEY', 'sk_test_with a space', 'Use letters, digits and signs without spaces.'],
    ['METRICS_TOKEN', 'a-token-of–some-length', 'Use letters, digits and signs.'],
    ['SUBSCRIPTION_KEY', 'seven77', 'Use a key of at least 8 letters'],
    ['SUBSCRIPTION_KEY', 'the-new-one\nthe-old-one', 'Use a key of at least 8 letters'],
    ['SUBSCRIPTION_KEY', 'the–new–one', 'Use a key of at least 8 letters'],
    ['ASSISTANT_KEY', 'a–key', 'Use letters, digits and signs.'],
  ])('stops the start: %s=%s', (name, value, reason) => {
    const message = faultsOf({ ...PRODUCTION, [name]: value });
    expect(message).toContain(`The configuration has 1 fault(s):\n  ${name}: ${reason}`);
    if (name.startsWith('STRIPE')) expect(message).not.toContain(value);
  });

  it('APY-05 refuses a test key with a live one', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_example', STRIPE_PUBLISHABLE_KEY: 'pk_test_example' };
    expect(faultsOf({ ...PRODUCTION, ...keys })).toContain('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: one is for tests and one is live');
    expect(faultsOf({ ...PRODUCTION, STRIPE_SECRET_KEY: 'rk_live_example', STRIPE_PUBLISHABLE_KEY: 'pk_live_example' })).toBe('');
  });

  it('may have spaces and line breaks around it, which are not part of it', () => {
    const config = readConfig({
      ...PRODUCTION,
      OIDC_CLIENT_ID: 'portal\n',
      METRICS_TOKEN: ' a-token-of-some-length\n',
      SUBSCRIPTION_KEY: 'the-new-one , the-old-one\n',
      STRIPE_WEBHOOK_SECRET: '\n',
      MODE: 'demo',
      STRIPE_SECRET_KEY: '',
    });
    expect(config).toMatchObject({
      metricsToken: 'a-token-of-some-length',
      subscriptionKey: 'the-new-one',
      formerSubscriptionKeys: ['the-old-one'],
    });
    expect([config.oidc?.clientId, config.payments.stripe]).toEqual(['portal', undefined]);
    expect(readCommandSettings({ DATABASE_URL: ' postgresql://runtime@db/x\n' }).databaseUrl).toBe('postgresql://runtime@db/x');
    const signingKey = `${'k'.repeat(40)} `;
    expect(readConfig({ WEBHOOK_SIGNING_KEY: signingKey }).webhooks.signingKey).toBe(signingKey);
  });

  it('may have spaces inside a key, which a header carries', () => {
    const key = 'the key of the gateway';
    const keys = { METRICS_TOKEN: key, TELEMETRY_KEY: key, SUBSCRIPTION_KEY: `${key},the-old-one` };
    expect(readConfig({ ...PRODUCTION, ...keys })).toMatchObject({
      metricsToken: key,
      telemetryKey: key,
      subscriptionKey: key,
      formerSubscriptionKeys: ['the-old-one'],
    });
  });

  it('may be a folder below the one of the process', () => {
    const { webRoot, webAssetsDir } = readConfig({ WEB_ROOT: 'apps/web/dist', WEB_ASSETS_DIR: 'shared' });
    expect([webRoot, webAssetsDir]).toEqual([resolve('apps/web/dist'), resolve('shared')]);
  });
});
