import { randomUUID } from 'node:crypto';
import { inviteDeskOwner } from '@yardage/contract/desk-account';
import {
  type DeskBranding,
  getDeskBranding,
  removeDeskLogo,
  resetDeskBranding,
  updateDeskBranding,
  uploadDeskLogo,
} from '@yardage/contract/desk-branding';
import { HEADERS } from '@yardage/contract/headers';
import { getOrderPdf } from '@yardage/contract/orders';
import { publicConfigSchema } from '@yardage/contract/public-config';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { photo } from '#server/features/pictures/testing/pictures';
import { createLog } from '#server/http/observability';
import { prepareSample } from '#server/testing/prepare-sample';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { LiveBranding } from './live-branding.ts';

const as = 'desk@example.com';
let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
});
afterAll(() => app?.close());

const configOf = async () => publicConfigSchema.parse((await app.http.inject({ url: '/config.json' })).json()).branding;
const settings = async () => ((await app.call(getDeskBranding, { as })).body as DeskBranding).settings;

describe('branding at the desk', () => {
  it('STF-05 takes effect without a restart in the portal and in other processes, and can be reset', async () => {
    const before = await configOf();
    const other = new LiveBranding(app.database, { ...app.config.branding }, createLog('silent'));
    expect((await other.current()).platformName).toBe(before.platformName);
    const body = { ...(await settings()), platformName: 'Tarnwick Materials', accentColor: '#7a2e00', addressLines: ['1 Plant Road'] };
    expect((await app.call(updateDeskBranding, { as, body })).body.updated).toMatchObject({ by: as });
    expect(await configOf()).toMatchObject({ platformName: 'Tarnwick Materials', accentColor: '#7a2e00', addressLines: ['1 Plant Road'] });
    await expect.poll(async () => (await other.current()).platformName, { timeout: 10_000 }).toBe('Tarnwick Materials');
    await app.call(resetDeskBranding, { as });
    expect(await configOf()).toEqual(before);
    await expect.poll(async () => (await other.current()).platformName, { timeout: 10_000 }).toBe(before.platformName);
  });

  it('STF-05 is used once it is saved, even if a check for changes was under way', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { database } = app;
    const slow: Pick<Database, 'read' | 'transaction'> = {
      read: (actor, statement) => database.read<never>(actor, statement).then((found) => held.then(() => found)),
      transaction: (actor, work) => database.transaction(actor, work),
    };
    const other = new LiveBranding(slow as Database, { ...app.config.branding }, createLog('silent'));
    const earlier = other.current();
    await app.database.read('system', sql`select 1 as answer`);
    await app.call(updateDeskBranding, { as, body: { ...(await settings()), platformName: 'Saved Materials' } });
    other.checkAgain();
    const shown = other.current();
    letGo();
    await earlier;
    expect((await shown).platformName).toBe('Saved Materials');
    await app.call(resetDeskBranding, { as });
  });

  it('STF-05 takes effect in another process although its clock was set back', async () => {
    const other = new LiveBranding(app.database, { ...app.config.branding }, createLog('silent'));
    const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    await other.current().finally(() => ahead.mockRestore());
    await app.call(updateDeskBranding, { as, body: { ...(await settings()), platformName: 'Punctual Materials' } });
    await expect.poll(async () => (await other.current()).platformName, { timeout: 10_000 }).toBe('Punctual Materials');
    await app.call(resetDeskBranding, { as });
  });

  it('STF-05 is in mails', async () => {
    await app.call(updateDeskBranding, {
      as,
      body: { ...(await settings()), platformName: 'Mailed Materials', supportPhone: '(555) 010-0000' },
    });
    const { params } = await prepareSample(app.database, 'desk.invite-owner', 0, as);
    const person = { email: 'branded@example.com', firstName: 'Bea', lastName: 'Stone', phone: '4235550188' };
    await app.call(inviteDeskOwner, { as, params: params ?? {}, body: person });
    const mail = sql`select json_build_array(subject, body) as answer from demo_mailbox where 'branded@example.com' = any(recipients)`;
    await app.eventually('mails', async () => expect(await app.database.read<string[]>('system', mail)).toBeDefined());
    const [subject, text] = (await app.database.read<string[]>('system', mail)) ?? [];
    expect(subject).toBe('Mailed Materials: your account is ready');
    expect(text).toContain('Mailed Materials\n(555) 010-0000');
    await app.call(resetDeskBranding, { as });
  });

  it('STF-05 is on documents that are drawn from then on', async () => {
    const [own] = (await customersOf(app.database, 'owner@example.com')) as [TestCustomer];
    const { globalCustomerNumber } = own;
    const newest = sql`select max(id) as answer from orders where customer_id = ${own.customerId}`;
    const orderId = Number(await app.database.read('system', newest));
    const words = async (): Promise<string> => {
      const { status, body } = await app.call(getOrderPdf, { as: 'owner@example.com', params: { globalCustomerNumber, orderId } });
      expect(status).toBe(200);
      return wordsOfPdf(Buffer.from(body.data, 'base64'));
    };
    const { platformName } = await configOf();
    expect(await words()).toContain(platformName);
    const body = { ...(await settings()), platformName: 'Printed Materials', addressLines: ['7 Letterhead Road'] };
    await app.call(updateDeskBranding, { as, body });
    const printed = await words();
    await app.call(resetDeskBranding, { as });
    expect(printed).toMatch(/Printed Materials[\s\S]*7 Letterhead Road/);
    expect(printed).not.toContain(platformName);
    expect(await words()).toContain(platformName);
  });

  it('OFF-01 makes the portal installable under its own name, colour and icons', async () => {
    const manifestOf = async () => (await app.http.inject({ url: '/manifest.webmanifest' })).json();
    const pixelOf = async (src: string) => {
      const answer = await app.http.inject({ url: src });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
      const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
      const middle = (info.width * (info.height / 2 - 2) + info.width / 8) * info.channels;
      return { size: `${info.width}x${info.height}`, color: [...data.subarray(middle, middle + 3)] };
    };
    await app.call(updateDeskBranding, { as, body: { ...(await settings()), platformName: 'Tarnwick', accentColor: '#7a2e00' } });
    const manifest = await manifestOf();
    expect(manifest).toMatchObject({ name: 'Tarnwick', short_name: 'Tarnwick', display: 'standalone', theme_color: '#7a2e00' });
    for (const { src, sizes } of manifest.icons) expect(await pixelOf(src)).toEqual({ size: sizes, color: [0x7a, 0x2e, 0] });
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
    expect((await app.http.inject({ url: '/branding/icon/7.png' })).statusCode).toBe(404);

    // With a logo, the icons show it on white, under a new address.
    await app.call(uploadDeskLogo, { as, body: {}, files: [{ fileName: 'logo.jpg', bytes: await photo(200, 200) }] });
    const [, , maskable] = (await manifestOf()).icons;
    expect(manifest.icons.map(({ src }: { src: string }) => src)).not.toContain(maskable.src);
    expect(await pixelOf(maskable.src)).toEqual({ size: '512x512', color: [255, 255, 255] });
    await app.call(removeDeskLogo, { as });
    await app.call(resetDeskBranding, { as });
  });

  it('STF-05 has a logo that goes through the pipeline of pictures, for the portal and for paper', async () => {
    const refused = await app.call(uploadDeskLogo, {
      as,
      body: {},
      files: [{ fileName: 'logo.png', bytes: Buffer.from('<svg onload=alert(1)>') }],
    });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['logo']]);
    const uploaded = await app.call(uploadDeskLogo, { as, body: {}, files: [{ fileName: 'logo.jpg', bytes: await photo(2000, 1000) }] });
    const { logoUrl, hasOwnLogo } = uploaded.body as DeskBranding;
    expect(hasOwnLogo).toBe(true);
    expect((await configOf()).logoUrl).toBe(logoUrl);
    const served = await app.http.inject({ url: logoUrl ?? '' });
    expect([served.statusCode, served.headers['content-type'], served.headers['x-content-type-options']]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
    ]);
    const letterhead = await new LiveBranding(app.database, { ...app.config.branding }, createLog('silent')).current();
    expect(letterhead.paperLogo?.equals(served.rawPayload)).toBe(true);
    expect((await app.call(removeDeskLogo, { as })).body).toMatchObject({ hasOwnLogo: false, logoUrl: null });
    expect((await app.call(removeDeskLogo, { as })).status).toBe(409);
    expect((await app.http.inject({ url: logoUrl ?? '' })).statusCode).toBe(404);
  });

  it('STF-05 refuses for its reason again when the removal of no logo is repeated with its key', async () => {
    await app.call(updateDeskBranding, { as, body: await settings() });
    const headers = { [HEADERS.idempotencyKey]: randomUUID() };
    const codes: unknown[] = [];
    const realTime = performance.now.bind(performance);
    for (const aheadMs of [3_000, 6_000]) {
      // Another process changes the branding, so that this one reads it first.
      await app.database.transaction('system', ({ client }) => client.query('update desk_branding set version = gen_random_uuid()'));
      const ahead = vi.spyOn(performance, 'now').mockImplementation(() => realTime() + aheadMs);
      codes.push((await app.call(removeDeskLogo, { as, headers }).finally(() => ahead.mockRestore())).body.code);
    }
    expect(codes).toEqual(['conflict', 'conflict']);
    await app.call(resetDeskBranding, { as });
  });

  it('STF-05 can be saved by a supplier without a support phone or address, and with a policy on the own host', async () => {
    const without = { supportPhone: ' ', supportEmail: '', privacyPolicyUrl: '/privacy.pdf' };
    const saved = await app.call(updateDeskBranding, { as, body: { ...(await settings()), ...without } });
    expect([saved.status, saved.body.errors]).toEqual([200, undefined]);
    expect(await configOf()).toMatchObject({ ...without, supportPhone: '' });
    await app.call(resetDeskBranding, { as });
  });

  it.each([
    ['accentColor', '#ffe600'],
    ['accentColor', 'red'],
    ['privacyPolicyUrl', 'javascript:alert(1)'],
    ['privacyPolicyUrl', '//example.com'],
    ['supportEmail', 'nobody'],
    ['privacyPolicyUrl', '/\\example.com'],
    ['platformName', ''],
    ['addressLines', ['']],
  ])('STF-05 refuses %s %s', async (field, value) => {
    const answer = await app.call(updateDeskBranding, { as, body: { ...(await settings()), [field]: value } });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)[0]).toContain(field);
  });
});
