import { addCannedReply, type CannedReply, changeCannedReply, listCannedReplies } from '@yardage/contract/canned-replies';
import { addAnnouncement, type DeskAnnouncementRow, listDeskAnnouncements, updateAnnouncement } from '@yardage/contract/desk-announcements';
import { type DeskBranding, getDeskBranding, updateDeskBranding } from '@yardage/contract/desk-branding';
import { listRequestRules, saveRequestRules } from '@yardage/contract/desk-requests';
import type { Answer } from '@yardage/contract/endpoint';
import { createWebhook, listWebhooks, updateWebhook, type WebhookRow } from '@yardage/contract/webhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const as = 'desk@example.com';
const ADDRESS = 'https://example.com/two-editors';
let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app?.close());

/** What two Administrators may have open at the same moment. */
interface Edited<Seen> {
  see: () => Promise<Seen>;
  /** Saves a change of what was seen. */
  save: (seen: Seen, text: string) => Promise<{ status: number; body: { detail?: string } }>;
  textOf: (seen: Seen) => string;
}

const announcement: Edited<DeskAnnouncementRow> = {
  see: async () => {
    const find = async () => (await app.call(listDeskAnnouncements, { as, query: { search: 'Two editors' } })).body.items[0];
    const body = { title: 'Two editors', body: 'First.', postedOn: '2026-01-05', expiresOn: null, dataSources: null };
    if (!(await find())) await app.call(addAnnouncement, { as, body });
    return find();
  },
  save: ({ id, title, postedOn, expiresOn, dataSources, updatedAt: replaces }, body) =>
    app.call(updateAnnouncement, { as, params: { id }, body: { title, postedOn, expiresOn, dataSources, body, replaces } }),
  textOf: ({ body }) => body,
};

const reply: Edited<CannedReply> = {
  see: async () => {
    const find = async () =>
      ((await app.call(listCannedReplies, { as })).body.items as CannedReply[]).find(({ title }) => title === 'Two editors');
    if (!(await find())) await app.call(addCannedReply, { as, body: { dataSource: 'CONE', title: 'Two editors', message: 'First.' } });
    return (await find()) as CannedReply;
  },
  save: ({ id, title, message: before }, message) =>
    app.call(changeCannedReply, { as, params: { id }, body: { title, message, replaces: { title, message: before } } }),
  textOf: ({ message }) => message,
};

const branding: Edited<DeskBranding> = {
  see: async () => (await app.call(getDeskBranding, { as })).body,
  save: ({ settings, updated }, supportPhone) =>
    app.call(updateDeskBranding, { as, body: { ...settings, supportPhone, replaces: updated?.at ?? null } }),
  textOf: ({ settings }) => settings.supportPhone,
};

type Rules = Answer<typeof listRequestRules>[number];
const ofMaterial = (orderType: 1 | 2): Edited<Rules> => ({
  see: async () =>
    ((await app.call(listRequestRules, { as })).body as Rules[]).find(
      (rules) => rules.dataSource === 'CONE' && rules.orderType === orderType,
    ) as Rules,
  save: ({ dataSource, rules }, text) =>
    app.call(saveRequestRules, {
      as,
      body: { dataSource, orderType, rules: { ...rules, horizonDays: 20 + text.length }, replaces: rules },
    }),
  textOf: ({ rules }) => String(rules.horizonDays),
});

const webhook: Edited<WebhookRow> = {
  see: async () => {
    const find = async () => ((await app.call(listWebhooks, { as })).body as WebhookRow[]).find(({ url }) => url === ADDRESS);
    if (!(await find()))
      await app.call(createWebhook, { as, body: { name: 'First', url: ADDRESS, types: ['member.added', 'member.removed'] } });
    return (await find()) as WebhookRow;
  },
  save: ({ id, name: before, url, types, dataSources }, name) =>
    app.call(updateWebhook, {
      as,
      params: { id },
      body: { name, url, types, replaces: { name: before, url, types: types.toReversed(), dataSources } },
    }),
  textOf: ({ name }) => name,
};

/** Expects that of two people who change the same version, the second is refused, also if both save at the same moment. */
async function expectSecondRefused<Seen>({ see, save, textOf }: Edited<Seen>): Promise<void> {
  const seen = await see();
  expect((await save(seen, 'One')).status).toBe(200);
  const first = textOf(await see());
  const refused = await save(seen, 'Three');
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('A colleague changed')]);
  expect(textOf(await see())).toBe(first);
  const newer = await see();
  const both = await Promise.all([save(newer, 'Fourth'), save(newer, 'Fifth..')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await save(await see(), 'Sixth...')).status).toBe(200);
}

describe('two people who change the same thing at the desk', () => {
  it.each<[string, () => Promise<void>]>([
    ['STF-04 an announcement', () => expectSecondRefused(announcement)],
    ['STF-09 a canned reply', () => expectSecondRefused(reply)],
    ['STF-05 the branding', () => expectSecondRefused(branding)],
    ['EVT-03 a webhook', () => expectSecondRefused(webhook)],
    ['REQ-01 the rules for concrete', () => expectSecondRefused(ofMaterial(1))],
    ['REQ-01 the rules for aggregates', () => expectSecondRefused(ofMaterial(2))],
  ])('%s: the second is refused, and does not undo what the first changed', async (_name, check) => {
    await check();
  });
});
