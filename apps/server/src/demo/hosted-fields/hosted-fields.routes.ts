import { SANDBOX_FIELDS_PATH } from '@yardage/contract/public-config';
import { readExpiry } from '@yardage/domain/expiry';
import * as rules from '@yardage/domain/payment-rules';
import { METHOD_OF_KIND, type MethodKind } from '@yardage/domain/saved-methods';
import { offeredLanguages } from '@yardage/messages/catalogues';
import { runInLanguage } from '@yardage/messages/language';
import { SOURCE_LANGUAGE } from '@yardage/messages/negotiate';
import type { FastifyInstance } from 'fastify';
import type { TypedMeans } from '#server/adapters/payments/port';
import type { Sandbox } from '#server/adapters/payments/sandbox/sandbox.payments';
import { FIELDS_POLICY, fieldsPage, type HostedField } from './hosted-fields.page.ts';

const MAX_LETTERS = 254;
/** The sandbox asks for no address. */
const NO_ADDRESS = { street: '', country: 'US', state: '', city: '', zipCode: '' };

type Typed = Partial<Record<HostedField, string>>;
type Query = { kind?: unknown; lang?: unknown; theme?: unknown };

/**
 * The sandbox processor's own fields, as a real processor serves them from its own servers: a page for a frame, and where it sends what
 * was typed. The portal shows the page in a frame with an origin of its own and gets a reference; it never sees a number.
 */
export function registerHostedFields(app: FastifyInstance, sandbox: Pick<Sandbox, 'makeReference'>): void {
  const open = {
    config: { publicBecause: 'it plays the payment processor, which knows no users of the portal; production has no such page' },
  };

  app.get<{ Querystring: Query }>(SANDBOX_FIELDS_PATH, open, (request, reply) => {
    const language = languageOf(request.query);
    const page = runInLanguage(language, () => fieldsPage(kindOf(request.query), { language, isDark: request.query.theme === 'dark' }));
    return reply
      .header('content-security-policy', FIELDS_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page);
  });

  app.post<{ Querystring: Query }>(SANDBOX_FIELDS_PATH, open, async (request, reply) => {
    const kind = kindOf(request.query);
    const typed = readTyped(request.body);
    const faults = runInLanguage(languageOf(request.query), () => faultsOf(kind, typed));
    // The frame has no origin, so its request comes from nowhere. It carries no cookie and no token.
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store');
    return Object.keys(faults).length > 0 ? { faults } : { reference: await sandbox.makeReference(meansOf(kind, typed)) };
  });
}

const isKind = (kind: unknown): kind is MethodKind => typeof kind === 'string' && Object.hasOwn(METHOD_OF_KIND, kind);
const kindOf = ({ kind }: Query): MethodKind => (isKind(kind) ? kind : 'card');
const languageOf = ({ lang }: Query): string => offeredLanguages().find((language) => language === lang) ?? SOURCE_LANGUAGE;

/** Returns what was typed: nothing, if the body is not JSON. */
function readTyped(body: unknown): Typed {
  let fields: unknown;
  try {
    fields = JSON.parse(String(body));
  } catch {
    return {};
  }
  if (typeof fields !== 'object' || fields === null) return {};
  const texts = Object.entries(fields).filter(([, value]) => typeof value === 'string' && value.length <= MAX_LETTERS);
  return Object.fromEntries(texts) as Typed;
}

function faultsOf(kind: MethodKind, typed: Typed): Typed {
  const today = new Date().toISOString().slice(0, 10);
  const text = (field: HostedField): string => typed[field] ?? '';
  const found: Partial<Record<HostedField, rules.Fault>> =
    kind === 'card'
      ? {
          cardNumber: rules.cardNumberFault(text('cardNumber')),
          expiry: rules.expiryFault(text('expiry'), today),
          cvc: rules.cvcFault(text('cvc')),
          cardHolderName: rules.cardHolderFault(text('cardHolderName')),
        }
      : {
          bankAccountNumber: rules.accountNumberFault(text('bankAccountNumber')),
          bankRoutingNumber: rules.routingNumberFault(text('bankRoutingNumber')),
          avsName: rules.accountHolderFault(text('avsName')),
        };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault)) as Typed;
}

function meansOf(kind: MethodKind, typed: Typed): TypedMeans {
  const text = (field: HostedField): string => (typed[field] ?? '').trim();
  if (kind === 'check') {
    const details = {
      avsName: text('avsName'),
      bankAccountNumber: text('bankAccountNumber'),
      bankRoutingNumber: text('bankRoutingNumber'),
    };
    return { kind, details: { ...details, billingAddress: NO_ADDRESS } };
  }
  const expiry = readExpiry(text('expiry'));
  const details = {
    cardNumber: text('cardNumber').replace(/\D/g, ''),
    expiryMonth: expiry?.month ?? '',
    expiryYear: `20${expiry?.year ?? ''}`,
    cvv: text('cvc'),
    cardHolderName: text('cardHolderName'),
  };
  return { kind, details: { ...details, billingAddress: NO_ADDRESS } };
}
