import { describe, expect, it } from 'vitest';
import { secretOf, signedHeaders } from './webhook-secrets.ts';

describe('the signature of a webhook', () => {
  it('EVT-03 is the one of the Standard Webhooks specification', () => {
    // The example of the specification's reference libraries.
    const headers = signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', new Date(1_614_265_330_000), '{"test": 2432232314}', [
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ]);
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('EVT-03 is there twice while two secrets are valid', () => {
    const secrets = [secretOf('key', 'id', 2), secretOf('key', 'id', 1)];
    expect(new Set(secrets).size).toBe(2);
    const signatures = signedHeaders('id', new Date(0), '{}', secrets)['webhook-signature']?.split(' ');
    expect(signatures).toHaveLength(2);
    expect(new Set(signatures).size).toBe(2);
  });

  it('EVT-03 has a secret of its own for each endpoint, version and installation', () => {
    const secrets = [secretOf('key', 'a', 1), secretOf('key', 'a', 2), secretOf('key', 'b', 1), secretOf('other', 'a', 1)];
    expect(new Set(secrets).size).toBe(4);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });
});
