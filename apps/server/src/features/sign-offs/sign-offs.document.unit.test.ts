import type { SignOff } from '@yardage/contract/sign-offs';
import { describe, expect, it } from 'vitest';
import { signOffSections } from './sign-offs.document.ts';

const ENTRY: SignOff = {
  id: 1,
  correctsId: null,
  isCorrected: false,
  isRejected: false,
  rejectReason: null,
  receivedBy: 'Rosa Delgado',
  waterGallons: null,
  slumpInches: null,
  airPercent: null,
  temperatureF: null,
  notes: null,
  signedAt: '2026-11-12T15:00:00Z',
  arrivedAt: '2026-11-12T15:00:20Z',
  signedBy: 'Rosa Delgado',
  signature: null,
  photos: [],
};

/** The labels and texts of the sign-off. */
function linesOf(entry: Partial<SignOff>): string[] {
  return signOffSections([{ ...ENTRY, ...entry }], 'America/New_York', new Map()).flatMap((section) => {
    if (section.kind === 'facts') return section.facts.flatMap(({ label, value }) => [label, value ?? '']);
    if (section.kind === 'text') return [section.heading ?? '', ...section.text.split('\n')];
    return section.kind === 'signature' ? [...section.labels, ...(section.signed?.texts ?? [])] : [];
  });
}

describe('the sign-off on the PDF of a ticket', () => {
  it('SGN-02 names who entered it, if that is another person than the receiver', () => {
    expect(linesOf({})).not.toContain('Entered by');
    expect(linesOf({ signedBy: 'Sam Field' })).toEqual(expect.arrayContaining(['Entered by', 'Sam Field', 'Rosa Delgado']));
  });

  it('SGN-02 SGN-03 says when it arrived, if that was later than it was signed', () => {
    expect(linesOf({})).not.toContain('Arrived at the portal');
    const late = linesOf({ arrivedAt: '2026-11-12T21:30:00Z' });
    expect(late).toEqual(expect.arrayContaining(['Arrived at the portal', '11/12/2026 16:30', '11/12/2026 10:00']));
  });

  it('SGN-02 has the notes in full, as a text that continues over pages', () => {
    const readings = Array.from({ length: 90 }, (_, index) => `Cylinder ${index + 1}`);
    const lines = linesOf({ notes: readings.join('\n') });
    expect(lines).toContain('Notes of the receiver');
    for (const reading of readings) expect(lines).toContain(reading);
    const sections = signOffSections([{ ...ENTRY, notes: readings.join('\n') }], 'America/New_York', new Map());
    expect(sections.find(({ kind }) => kind === 'text')).toMatchObject({ text: readings.join('\n') });
  });
});
