import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addChaosPeople, runChatChaos } from '#server/testing/chat-chaos';
import { findFreePorts } from '#server/testing/free-ports';
import { customersOf } from '#server/testing/sample-call';
import { openServerWorld, type ServerWorld } from '#server/testing/server-process';
import { startTestIssuer, type TestIssuer } from '#server/testing/test-issuer';

/** `npm run bench -- chat` is the long version: 200 clients, 20 kills. */
const SESSIONS = 2;

let issuer: TestIssuer;
let world: ServerWorld;
let globalCustomerNumber: string;

beforeAll(async () => {
  [issuer, world] = await Promise.all([startTestIssuer(), openServerWorld()]);
  globalCustomerNumber = await world.inspect(async (database) => {
    const number = (await customersOf(database, 'owner@example.com'))[0]?.globalCustomerNumber ?? '';
    await addChaosPeople(database, SESSIONS, number);
    return number;
  });
});
afterAll(async () => {
  issuer?.stop();
  await world?.remove();
});

describe('two nodes on one database', () => {
  it('API-19 API-22 API-23 CHT-27 lose, duplicate and reorder nothing at any client while they are killed and answers get lost', async () => {
    const report = await runChatChaos({
      sessions: SESSIONS,
      kills: 2,
      nodes: 2,
      lossShare: 0.5,
      writeEveryMs: 300,
      livesMs: [300, 900],
      token: (email) => issuer.token(email),
      start: (port) => world.start({ ...issuer.env, PORT: String(port), LOG_LEVEL: 'error' }),
      ports: await findFreePorts(2),
      globalCustomerNumber,
    });
    expect(report.faults).toEqual([]);
    expect(report.written).toBeGreaterThan(30);
    expect(report.lostAnswers).toBeGreaterThan(5);
    expect(report.reconnects).toBeGreaterThan(5);
  });
});
