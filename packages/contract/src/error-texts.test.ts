import { AUDIT_ACTION_NAMES } from '@yardage/domain/audit.messages';
import { runInLanguage } from '@yardage/messages/language';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { deskBrandingSettings } from './desk-branding.ts';
import { ENDPOINTS } from './endpoints.ts';
import { listMembers } from './members.ts';
import { percent, supplyPhone } from './supply-fields.ts';
import { webhookName, webhookUrl } from './webhooks.ts';

const faults = (schema: z.ZodType | undefined, value: unknown): string[] | undefined =>
  schema?.safeParse(value).error?.issues.map(({ message }) => message);

describe('the texts of the contract', () => {
  it('LNG-02 say what is wrong with a webhook in the reader’s language', () => {
    expect(runInLanguage('es', () => [webhookName, webhookUrl].map((schema) => faults(schema, ' ')))).toEqual([
      ['Póngale un nombre al webhook.'],
      ['Escriba una dirección.'],
    ]);
  });

  it('LNG-02 say what is wrong with a supply record in the reader’s language', () => {
    expect(runInLanguage('es', () => [faults(percent, 9.12345), faults(supplyPhone, '555')])).toEqual([
      ['Use cuatro decimales como máximo.'],
      ['Use entre 10 y 14 dígitos.'],
    ]);
  });

  it('API-55 name every value that a list takes', () => {
    const ofStatus = (StatusId: string) => faults(listMembers.query, { StatusId });
    expect(['', '0', '1', '2', '3'].map(ofStatus)).toEqual(Array(5).fill(undefined));
    expect(ofStatus('4')).toEqual(['Use 0, 1, 2, 3 or nothing.']);
  });

  it('STF-08 name every mail of a document in the audit log, by the id of its endpoint', () => {
    const mails = ENDPOINTS.map(({ id }) => id).filter((id) => /\.send-emails?$/.test(id));
    expect(mails.length).toBeGreaterThan(5);
    expect(mails.filter((id) => !(id in AUDIT_ACTION_NAMES))).toEqual([]);
    const names = Object.values(AUDIT_ACTION_NAMES);
    expect(new Set(names).size).toBe(names.length);
  });

  it('SHL-24 takes only an address with https for the privacy policy', () => {
    const ofPolicy = (url: string) => faults(deskBrandingSettings.shape.privacyPolicyUrl, url);
    expect([ofPolicy(''), ofPolicy('https://example.com/privacy')]).toEqual([undefined, undefined]);
    expect(ofPolicy('http://example.com/privacy')).toBeDefined();
  });
});
