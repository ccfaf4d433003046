import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchToken } from '../../scripts/token.ts';
import { type Portal, startPortal } from './portal.ts';

const OWNER = 'owner@example.com';

/** Reads an order of the owner's first customer number with a fresh token. */
async function readFirstOrder(url: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${await fetchToken(url, OWNER)}` };
  const get = async (path: string) => (await fetch(`${url}/api${path}`, { headers })).json();
  const numbers = (await get('/users/global-customer-numbers')) as {
    globalCustomerNumber: string;
    customerNumber: string;
    datasourceId: number;
  }[];
  const { globalCustomerNumber, customerNumber, datasourceId } = numbers[0] ?? {};
  const orders = await get(
    `/customers/${globalCustomerNumber}/orders?customerNumber=${customerNumber}&datasourceId=${datasourceId}&pageSize=1`,
  );
  return (orders as { items: unknown[] }).items[0];
}

describe('the server on its embedded database', () => {
  let portal: Portal;

  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(async () => {
    expect(await portal?.stop(), 'a stopped server ends with 0').toBe(0);
  });

  it('refuses a second server on the same directory, and says why', async () => {
    await expect(startPortal({ dataDir: portal.dataDir })).rejects.toThrow(/is in use by another Yardage server \(process \d+\)/);
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  });

  it('opens after a kill -9 in the middle of work, with everything in it', async () => {
    const before = await readFirstOrder(portal.url);
    expect(before).toHaveProperty('orderNumber');
    // Signing in writes to the database. The kill happens while some of these are under way.
    const signIns = Array.from({ length: 6 }, () => fetchToken(portal.url, OWNER).catch(() => undefined));
    await new Promise((resolve) => setTimeout(resolve, 150));
    await portal.kill();
    await Promise.all(signIns);

    portal = await startPortal({ dataDir: portal.dataDir });
    expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
    expect(await readFirstOrder(portal.url)).toEqual(before);
  });
});

describe('npm run token', () => {
  it('says in one line that no server answers', async () => {
    await expect(fetchToken('http://127.0.0.1:1', OWNER)).rejects.toThrow(/^No Yardage demo server answers at .* 'npm start'/);
  });
});
