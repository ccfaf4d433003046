import { describe, expect, it } from 'vitest';
import type { KnownNames } from '../port.ts';
import type { Topic } from './question.ts';
import { readQuestion } from './read-question.ts';

/** A Thursday. */
const TODAY = '2026-11-12';
const ON_TODAY = { from: TODAY, to: TODAY };
const ON_YESTERDAY = { from: '2026-11-11', to: '2026-11-11' };
const NAMES: KnownNames = {
  customer: ['Tarnwick Builders'],
  otherCustomers: ['Tarnwick Builders Nashville'],
  jobs: ['Riverbend Parking Garage', 'Cedar Glade Bridge Replacement'],
  products: [{ number: '4000AE', description: '4000 PSI AIR' }],
  people: ['Vernon Aguilar', 'Dana Reyes'],
};
const ask = (question: string, topic?: Topic) => readQuestion(question, { today: TODAY, names: NAMES, topic });

describe('questions about sign-offs', () => {
  it.each([
    ['who signed for ticket 12345', '12345'],
    ['Who signed ticket #12345?', '12345'],
    ['who received ticket 12345?', '12345'],
    ['was ticket 12345 signed', '12345'],
    ['Has ticket 12345 been signed yet?', '12345'],
    ['is ticket 12345 signed for?', '12345'],
    ['when was ticket 12345 signed?', '12345'],
    ['was 12345 signed?', '12345'],
    ['who singed for ticket 12345', '12345'],
    ['sign-off of ticket 12345', '12345'],
    ['was ticket 12345 rejected?', '12345'],
    ['who rejected load 12345?', '12345'],
    ['why was ticket 12345 rejected?', '12345'],
    ['was the sign-off of ticket 12345 corrected?', '12345'],
    ['¿Quién firmó la remisión 12345?', '12345'],
    ['quien firmo por la remision 12345', '12345'],
    ['¿Está firmada la remisión 12345?', '12345'],
    ['¿Se firmó la remisión 12345?', '12345'],
    ['¿Fue rechazada la remisión 12345?', '12345'],
  ])('SGN-02 AST-04 “%s” is about one ticket', (question, number) => {
    expect(ask(question)).toEqual({ tool: 'show_sign_off', input: { number } });
  });

  it.each([
    ['which loads of today are not signed yet', { ...ON_TODAY, state: 'unsigned' }],
    ['which loads of order 204411 are not signed yet?', { order: '204411', state: 'unsigned' }],
    ['unsigned loads today', { ...ON_TODAY, state: 'unsigned' }],
    ["which of today's tickets have no signature?", { ...ON_TODAY, state: 'unsigned' }],
    ['loads without a signature at Cedar Glade', { search: 'Cedar Glade', state: 'unsigned' }],
    ['what still needs to be signed today?', { ...ON_TODAY, state: 'unsigned' }],
    ['what has nobody signed for yet?', { state: 'unsigned' }],
    ['which loads did nobody sign for yesterday', { ...ON_YESTERDAY, state: 'unsigned' }],
    ['which loads delivered today are not signed', { ...ON_TODAY, state: 'unsigned', delivered: true }],
    ['signed loads at Cedar Glade today', { ...ON_TODAY, search: 'Cedar Glade', state: 'signed' }],
    ['loads signed today', { ...ON_TODAY, dates: 'signed', state: 'signed' }],
    ['which loads of yesterday were signed', { ...ON_YESTERDAY, state: 'signed' }],
    ["who signed for yesterday's loads?", { ...ON_YESTERDAY, state: 'signed' }],
    ['who signed for order 204411?', { order: '204411', state: 'signed' }],
    ['how many loads were signed for yesterday', { ...ON_YESTERDAY, dates: 'signed', state: 'signed' }],
    ['loads signed by Dana Reyes today', { ...ON_TODAY, dates: 'signed', state: 'signed', by: 'Dana Reyes' }],
    ['what did Dana Reyes sign yesterday?', { ...ON_YESTERDAY, dates: 'signed', state: 'signed', by: 'Dana Reyes' }],
    ['rejected loads this month', { from: '2026-11-01', to: '2026-11-30', state: 'rejected' }],
    ['which concrete loads were rejected yesterday?', { ...ON_YESTERDAY, dates: 'rejected', state: 'rejected', material: 'concrete' }],
    ['unsigned delivery tickets of yesterday', { ...ON_YESTERDAY, state: 'unsigned' }],
    ['last 5 unsigned concrete loads', { count: 5, state: 'unsigned', material: 'concrete' }],
    ['last signed load', { count: 1, state: 'signed' }],
    ['last three signed loads', { count: 3, state: 'signed' }],
    ["are all of today's loads signed?", ON_TODAY],
    ['is order 204411 signed', { order: '204411' }],
    ['signed and unsigned loads of order 204411', { order: '204411' }],
    ['¿Qué cargas de hoy no están firmadas todavía?', { ...ON_TODAY, state: 'unsigned' }],
    ['¿Qué cargas del pedido 204411 no están firmadas?', { order: '204411', state: 'unsigned' }],
    ['remisiones sin firmar de hoy', { ...ON_TODAY, state: 'unsigned' }],
    ['cargas sin firma en Cedar Glade', { search: 'Cedar Glade', state: 'unsigned' }],
    ['¿Qué cargas faltan por firmar hoy?', { ...ON_TODAY, state: 'unsigned' }],
    ['cargas firmadas en Cedar Glade hoy', { ...ON_TODAY, search: 'Cedar Glade', dates: 'signed', state: 'signed' }],
    ['remisiones de ayer firmadas', { ...ON_YESTERDAY, state: 'signed' }],
    ['cargas rechazadas ayer', { ...ON_YESTERDAY, dates: 'rejected', state: 'rejected' }],
    ['¿Quién firmó las cargas de ayer?', { ...ON_YESTERDAY, state: 'signed' }],
    ['cargas firmadas por Dana Reyes', { state: 'signed', by: 'Dana Reyes' }],
  ])('SGN-02 AST-04 “%s” asks for a list', (question, input) => {
    const { dates, ...others } = input as { dates?: string };
    const expected = dates === 'rejected' ? { ...others, dates: 'signed' } : input;
    expect(ask(question)).toEqual({ tool: 'list_sign_offs', input: expected });
  });

  it.each([
    ['was the last load signed?', {}],
    ['who signed for my last ticket', {}],
  ])('SGN-02 AST-04 “%s” is about the latest ticket', (question, input) => {
    expect(ask(question)).toEqual({ tool: 'show_sign_off', input });
  });

  it('SGN-02 AST-04 continue with the record of the last answer', () => {
    expect(ask('was it signed?', { kind: 'ticket', number: '12345' })).toEqual({ tool: 'show_sign_off', input: { number: '12345' } });
    expect(ask('is it signed?', { kind: 'order', number: '204411' })).toEqual({ tool: 'list_sign_offs', input: { order: '204411' } });
    expect(ask('is it signed?', { kind: 'invoice', number: '88123' })).not.toMatchObject({ tool: 'show_sign_off' });
  });

  it.each([
    'sign ticket 12345',
    'please sign for load 12345',
    'I want to sign for ticket 12345',
    'how do I sign for ticket 12345?',
    'sign off on ticket 12345',
    'reject ticket 12345',
    'correct the sign-off of ticket 12345',
    'Firma la remisión 12345',
    'quiero firmar la remisión 12345',
  ])('SGN-01 “%s” asks for something to be done', (question) => {
    expect(ask(question)).toMatchObject({ tool: 'explain_action', input: { action: 'sign', number: '12345' } });
  });

  it.each([
    'who signed for the last three loads?',
    'which of the last 5 loads are not signed?',
    'who can sign for loads?',
    'who has to sign for ticket 12345?',
    'loads signed by me today',
    'what did I sign yesterday?',
    'which loads did she sign?',
    'cargas firmadas por mí',
    'who did not sign for ticket 12345?',
    "isn't ticket 12345 signed?",
    'was ticket 12345 signed by Dana Reyes?',
    'which driver signed for ticket 12345?',
    'was invoice 88123 signed?',
    'which quotes are signed?',
    'which orders are not signed?',
    'how many yards are signed for today?',
    'how much concrete was rejected this month?',
    'signed loads of 4000AE',
    'unsigned loads of Vernon Aguilar',
    'whose loads are not signed?',
    'was ticket 12345 and 12346 signed?',
    'signed loads at Cedar Glade and Riverbend',
    'compare the signed loads of this month with last month',
    'failed loads today',
    'how many loads are signed and how many are not?',
    'largest signed load',
    'who signed in today?',
    'how do I sign in?',
    'loads not signed by Dana Reyes',
    'average signed loads per day',
    'which loads on the road are not signed',
    'which arriving loads are not signed',
    'unsigned loads of plant 3',
    '¿Qué pedidos no están firmados?',
    '¿Cuántas yardas están firmadas hoy?',
  ])('SGN-02 AST-04 does not answer “%s” in part', (question) => {
    const intent = ask(question);
    expect('tool' in intent ? intent.tool : 'none').toMatch(/^(none|explain_scope|explain_action|show_contacts)$/);
  });

  it('SGN-02 PER-06 are not answered for another company', () => {
    expect(ask('unsigned loads of Tarnwick Builders Nashville')).toMatchObject({ tool: 'explain_scope' });
    expect(ask('signed loads at Bluewater Casino')).toMatchObject({ tool: 'explain_scope' });
  });

  it('AST-04 are distinguished from questions about rejected payments', () => {
    expect(ask('rejected payments')).toEqual({ tool: 'list_payments', input: { status: 'unpaid' } });
    expect(ask('pagos rechazados')).toEqual({ tool: 'list_payments', input: { status: 'unpaid' } });
  });
});
