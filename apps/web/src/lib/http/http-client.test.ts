import { getOrder, listOrders, sendOrderEmail } from '@yardage/contract/orders';
import { createSupportTicket } from '@yardage/contract/support';
import { getProfile } from '@yardage/contract/users';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';
import { Cancelled, HttpProblem, NetworkFailure, SessionLost } from './http-errors.ts';
import { createAttempt } from './request-parts.ts';

const readOpen = { ...getProfile, access: { public: 'test' } };

const customer = { customerNumber: '104233', globalCustomerNumber: 'G20011', datasourceId: 7 };
const order = { params: { globalCustomerNumber: 'G20011', orderId: 5 } };
const mail = { ...order, body: { email: 'a@example.com', message: 'Hello' } };

interface Sent {
  url: string;
  init: RequestInit;
  answer(response: Response): void;
  fail(cause: unknown): void;
}

/** A fake network: records requests and responds when the test says so. */
class Network {
  readonly sent: Sent[] = [];

  readonly fetch = ((url: string, init: RequestInit) =>
    new Promise<Response>((answer, fail) => {
      this.sent.push({ url, init, answer, fail });
      init.signal?.addEventListener('abort', () => fail(init.signal?.reason));
    })) as typeof fetch;

  /** Returns the nth request once it has been sent. */
  async request(index: number): Promise<Sent> {
    await vi.waitFor(() => expect(this.sent.length).toBeGreaterThan(index), 20_000);
    return this.sent[index] as Sent;
  }
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

describe('the http client', () => {
  let network: Network;
  let unauthorized: number;
  const make = (options: Partial<HttpClientOptions> = {}) =>
    createHttpClient({
      baseUrl: '/api',
      fetch: network.fetch,
      subscriptionKey: () => 'key-1',
      accessToken: () => Promise.resolve('token-1'),
      customer: () => customer,
      onUnauthorized: () => {
        unauthorized += 1;
      },
      ...options,
    });

  beforeEach(() => {
    network = new Network();
    unauthorized = 0;
  });
  afterEach(() => {
    // A request without a response would fail at its time limit, during another test.
    for (const { answer } of network.sent) answer(json({}));
    vi.restoreAllMocks();
  });

  it('ERR-01 sends subscription key, bearer token and the selected customer, and fills path and query', async () => {
    const answer = make().call(listOrders, { params: { globalCustomerNumber: 'G20011' }, query: { search: 'a&b', sortDesc: false } });
    const { url, init, answer: respond } = await network.request(0);
    const headers = new Headers(init.headers);
    expect(url).toBe('/api/customers/G20011/orders?search=a%26b&sortDesc=false');
    expect(headers.get('Ocp-Apim-Subscription-Key')).toBe('key-1');
    expect(headers.get('Authorization')).toBe('Bearer token-1');
    expect(headers.get('X-Customer-Number')).toBe('104233');
    expect(headers.get('X-Global-Customer-Number')).toBe('G20011');
    expect(headers.get('X-Datasource-Id')).toBe('7');
    respond(json({ name: 'slab' }));
    await expect(answer).resolves.toEqual({ name: 'slab' });
  });

  it('ERR-01 sends the customer that a call names, even if another one has been selected since', async () => {
    const query = { customerNumber: '20034', datasourceId: 2 };
    void make().call(listOrders, { params: { globalCustomerNumber: 'G-20034' }, query });
    const headers = new Headers((await network.request(0)).init.headers);
    expect(headers.get('X-Customer-Number')).toBe('20034');
    expect(headers.get('X-Global-Customer-Number')).toBe('G-20034');
    expect(headers.get('X-Datasource-Id')).toBe('2');
  });

  it('ERR-01 sends customer numbers of any letters, percent-encoded where a header could not carry them', async () => {
    const query = { customerNumber: '1001–A', datasourceId: 2 };
    void make().call(listOrders, { params: { globalCustomerNumber: 'Ł-10%' }, query });
    const headers = new Headers((await network.request(0)).init.headers);
    expect(headers.get('X-Customer-Number')).toBe('1001%E2%80%93A');
    expect(headers.get('X-Global-Customer-Number')).toBe('%C5%81-10%25');
  });

  it.each([
    ['chat service', '/chat/customers/client/start', '/api/chat/customers/client/start'],
    ['assistant', '/assistant/messages', '/api/assistant/messages'],
  ] as const)('ERR-02 calls the %s like the gateway, by path', async (_kind, path, url) => {
    const endpoint = { ...sendOrderEmail, path, params: undefined };
    const answer = make().call(endpoint, { body: mail.body });
    const { url: sentTo, init, answer: respond } = await network.request(0);
    expect(sentTo).toBe(url);
    expect(new Headers(init.headers).get('Authorization')).toBe('Bearer token-1');
    expect(new Headers(init.headers).get('X-Customer-Number')).toBe('104233');
    respond(json({ message: 'sent' }));
    await expect(answer).resolves.toEqual({ message: 'sent' });
  });

  it('ERR-02 calls a mock API by its address', async () => {
    void make({ baseUrl: 'https://mock.example.com/v1' }).call(getProfile, {});
    expect((await network.request(0)).url).toBe('https://mock.example.com/v1/users/me');
  });

  it('sends no customer before one is selected, and no token to public endpoints', async () => {
    void make({ customer: () => null, accessToken: () => Promise.reject(new Error('none')) }).call(readOpen, {});
    const headers = new Headers((await network.request(0)).init.headers);
    expect(headers.has('X-Customer-Number')).toBe(false);
    expect(headers.has('Authorization')).toBe(false);
  });

  it('a parameter cannot leave its path segment', async () => {
    void make().call(getOrder, { params: { globalCustomerNumber: '../users', orderId: 1 } });
    expect((await network.request(0)).url).toBe('/api/customers/..%2Fusers/orders/1');
  });

  it('ERR-03 CHT-29 two callers of the same read both get an answer: which read replaces another is decided by the query cache', async () => {
    const client = make();
    const bell = client.call(getOrder, order);
    const list = client.call(getOrder, order);
    (await network.request(0)).answer(json({ name: 'first' }));
    (await network.request(1)).answer(json({ name: 'second' }));
    await expect(Promise.all([bell, list])).resolves.toEqual([{ name: 'first' }, { name: 'second' }]);
  });

  it('ERR-03 different reads do not affect each other', async () => {
    const client = make();
    const first = client.call(getOrder, order);
    const second = client.call(getOrder, { ...order, query: { dataset: 'east' } });
    (await network.request(0)).answer(json({ name: 'one' }));
    (await network.request(1)).answer(json({ name: 'two' }));
    await expect(Promise.all([first, second])).resolves.toEqual([{ name: 'one' }, { name: 'two' }]);
  });

  describe('a write of an attempt', () => {
    const keyOf = ({ init }: Sent) => new Headers(init.headers).get('Idempotency-Key');

    it('MAIL-09 is sent once while it is open, with a key', async () => {
      const client = make();
      const attempt = createAttempt();
      const write = () => client.call(sendOrderEmail, mail, { attempt });
      const both = Promise.all([write(), write()]);
      (await network.request(0)).answer(json({ name: 'a' }));
      await expect(both).resolves.toEqual([{ name: 'a' }, { name: 'a' }]);
      expect(network.sent).toHaveLength(1);
      expect(network.sent[0]?.init.body).toBe(JSON.stringify(mail.body));
      expect(keyOf(network.sent[0] as Sent)).toMatch(/^[\w-]{36}$/);
    });

    it('MAIL-09 keeps its key while it fails, and has a new one for other content, for another record and after success', async () => {
      const client = make();
      const attempt = createAttempt();
      const failing = [new TypeError('Failed to fetch'), new TypeError('Failed to fetch')];
      const send = async (args: typeof mail) => {
        const answer = client.call(sendOrderEmail, args, { attempt });
        const sent = await network.request(network.sent.length);
        const failure = failing.shift();
        if (failure) sent.fail(failure);
        else sent.answer(json({ message: 'sent' }));
        await answer.catch(() => undefined);
        return keyOf(sent);
      };
      const [first, retry, third] = [await send(mail), await send(mail), await send(mail)];
      expect([retry, third]).toEqual([first, first]);
      const afterSuccess = await send(mail);
      failing.push(new TypeError('Failed to fetch'));
      const beforeChange = await send(mail);
      const changed = await send({ ...mail, body: { ...mail.body, message: 'Hello again' } });
      const ofAnother = await send({ ...mail, params: { ...mail.params, orderId: 6 } });
      expect(new Set([first, afterSuccess, beforeChange, changed, ofAnother]).size).toBe(5);
    });

    it('with the same content as one of another form is another write', async () => {
      const client = make();
      const both = Promise.all([1, 2].map(() => client.call(sendOrderEmail, mail, { attempt: createAttempt() })));
      (await network.request(0)).answer(json({ name: 'a' }));
      (await network.request(1)).answer(json({ name: 'b' }));
      await expect(both).resolves.toEqual([{ name: 'a' }, { name: 'b' }]);
      expect(keyOf(network.sent[0] as Sent)).not.toBe(keyOf(network.sent[1] as Sent));
    });

    it('SUP-08 an upload that is sent again has the key of the first, and another one with another file', async () => {
      const keys: (string | null)[] = [];
      const attempt = createAttempt();
      const client = make({
        upload: (_url, _method, headers) => {
          keys.push(headers.get('Idempotency-Key'));
          return Promise.reject(new TypeError('The form was not sent.'));
        },
      });
      const send = async (name: string) => {
        const body = new FormData();
        body.append('title', 'Cracks');
        body.append('attachments', new File(['picture'], name, { lastModified: 1 }), name);
        const args = { params: { globalCustomerNumber: 'G20011' }, query: {}, body };
        await client.upload(createSupportTicket, args as never, () => undefined, { attempt }).catch(() => undefined);
      };
      for (const name of ['a.jpg', 'a.jpg', 'b.jpg']) await send(name);
      expect(keys[1]).toBe(keys[0]);
      expect(keys[2]).not.toBe(keys[0]);
    });
  });

  it('the caller can cancel a read', async () => {
    const giveUp = new AbortController();
    const answer = make().call(getOrder, order, { signal: giveUp.signal });
    await network.request(0);
    giveUp.abort();
    await expect(answer).rejects.toBeInstanceOf(Cancelled);
  });

  it('throws the status and the problem document', async () => {
    const answer = make().call(getOrder, order);
    (await network.request(0)).answer(json({ title: 'Not valid', status: 400, errors: { email: ['is required'] } }, 400));
    const error = await answer.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(HttpProblem);
    expect(error).toMatchObject({ status: 400, problem: { title: 'Not valid', errors: { email: ['is required'] } } });
    expect(unauthorized).toBe(0);
  });

  it("treats a proxy's own error page as a problem without a message", async () => {
    const answer = make().call(getOrder, order);
    (await network.request(0)).answer(new Response('<html>Bad gateway</html>', { status: 500 }));
    await expect(answer).rejects.toMatchObject({ status: 500, problem: {} });
  });

  it('ERR-04 calls the injected handler on a 401', async () => {
    const answer = make().call(getOrder, order);
    (await network.request(0)).answer(json({ title: 'Please sign in.' }, 401));
    await expect(answer).rejects.toMatchObject({ status: 401 });
    expect(unauthorized).toBe(1);
  });

  it('SHL-21 a missing token sends nothing and calls the handler', async () => {
    const answer = make({ accessToken: () => Promise.reject(new Error('expired')) }).call(getOrder, order);
    await expect(answer).rejects.toBeInstanceOf(SessionLost);
    expect(unauthorized).toBe(1);
    expect(network.sent).toHaveLength(0);
  });

  it('ERR-11 a token that could not be checked is a network failure, and ends no session', async () => {
    const answer = make({ accessToken: () => Promise.reject(new NetworkFailure('no script')) }).call(getOrder, order);
    await expect(answer).rejects.toBeInstanceOf(NetworkFailure);
    expect(unauthorized).toBe(0);
    expect(network.sent).toHaveLength(0);
  });

  it('ERR-11 no response and a broken answer are network failures, also after the retry', async () => {
    const client = make();
    const refused = client.call(getOrder, order);
    (await network.request(0)).fail(new TypeError('Failed to fetch'));
    (await network.request(1)).fail(new TypeError('Failed to fetch'));
    await expect(refused).rejects.toBeInstanceOf(NetworkFailure);

    const broken = client.call(getOrder, order);
    (await network.request(2)).answer(new Response('{"name":', { status: 200 }));
    (await network.request(3)).answer(new Response('{"name":', { status: 200 }));
    await expect(broken).rejects.toBeInstanceOf(NetworkFailure);
    expect(network.sent).toHaveLength(4);
  });
});
