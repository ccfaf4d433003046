import { PERMISSIONS, type PermissionCode } from '@yardage/contract/permissions';
import type { Action, ToolInput } from '#server/adapters/assistant/port';
import type { Scope } from '#server/http/scope';
import { ACTION_WORDS, ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import { findRecordKey } from '../assistant.queries.ts';
import { ANY_DAY, links, listAddress, onlyText, recordOf } from '../tool-result.ts';
import type { MakeTools } from './tool.ts';

type Asked = ToolInput<'explain_action'>;
type Kind = NonNullable<Asked['kind']>;

/** A page where users can do what they ask for, with all permissions that they need there. */
interface Way {
  allOf: readonly PermissionCode[];
  path: string;
  words: { where: string; link: string };
  /** The kind of record to open there, if its number is known. */
  kind?: Kind;
}

const PAGE_OF_KIND: Readonly<Record<Kind, { path: string; permission: PermissionCode }>> = {
  order: { path: '/orders', permission: PERMISSIONS.ORDERS_VIEW },
  ticket: { path: '/tickets', permission: PERMISSIONS.TICKETS_VIEW },
  invoice: { path: '/invoices?status=All', permission: PERMISSIONS.INVOICES_VIEW },
  payment: { path: '/paymentHistory', permission: PERMISSIONS.PAYMENT_HISTORY_VIEW },
  statement: { path: '/statements', permission: PERMISSIONS.STATEMENTS_VIEW },
  quote: { path: '/quotes?status=All', permission: PERMISSIONS.QUOTES_VIEW },
};
const CHAT = { allOf: [PERMISSIONS.DISPATCHER_CHAT_VIEW], path: '/newOrderChat' } as const;
const SUPPORT = { allOf: [PERMISSIONS.SUPPORT_VIEW], path: '/support' } as const;

const chat = (): Way => ({ ...CHAT, words: ACTION_WORDS.chat });
const support = (): Way => ({ ...SUPPORT, words: ACTION_WORDS.support });
const at = (path: string, permission: PermissionCode, words: Way['words']): Way => ({ allOf: [permission], path, words });
const record = (kind: Kind, words: Way['words'], ...others: PermissionCode[]): Way => ({
  kind,
  allOf: [PAGE_OF_KIND[kind].permission, ...others],
  path: PAGE_OF_KIND[kind].path,
  words,
});
/** Changes of an order are asked for in its panel. Of other records, only support can change something. */
const ofOrder = (kind: Kind | undefined, words: Way['words']): Way[] =>
  kind === undefined || kind === 'order'
    ? [record('order', words, PERMISSIONS.ORDERS_REQUEST), chat()]
    : kind === 'ticket'
      ? [chat()]
      : [support()];

/** The ways to do something, the best one first. Users get the first that their permissions allow. */
const WAYS: Readonly<Record<Action, (kind: Kind | undefined) => Way[]>> = {
  order: () => [at('/requests?new=1', PERMISSIONS.ORDERS_REQUEST, ACTION_WORDS.order), chat()],
  change: (kind) => ofOrder(kind, ACTION_WORDS.change),
  cancel: (kind) => ofOrder(kind, ACTION_WORDS.cancel),
  tell: () => [chat()],
  pay: () => [at('/invoices', PERMISSIONS.INVOICES_PAY_INVOICES, ACTION_WORDS.pay)],
  schedule: () => [
    at('/payments/scheduled', PERMISSIONS.PAYMENTS_SCHEDULE, ACTION_WORDS.schedule),
    at('/invoices', PERMISSIONS.INVOICES_PAY_INVOICES, ACTION_WORDS.pay),
  ],
  sign: () => [
    {
      allOf: [PERMISSIONS.TICKETS_SIGN, PERMISSIONS.TICKETS_VIEW],
      kind: 'ticket',
      path: PAGE_OF_KIND.ticket.path,
      words: ACTION_WORDS.sign,
    },
  ],
  refund: () => [support()],
  dispute: () => [record('invoice', ACTION_WORDS.dispute, PERMISSIONS.INVOICES_DISPUTE), support()],
  support: () => [support()],
  members: () => [at('/user-accounts', PERMISSIONS.USER_ACCOUNTS_VIEW, ACTION_WORDS.members)],
  send: (kind = 'invoice') => [record(kind, ACTION_WORDS.send)],
};

/** Tools that say what the assistant cannot do or does not know, and where users can do it themselves. */
export const guideTools: MakeTools<'explain_action' | 'explain_scope'> = ({ database }) => {
  async function pathOf(scope: Scope, { kind, path }: Way, number: string | undefined): Promise<string> {
    if (!kind || !number) return path;
    const key = await findRecordKey(database, scope, kind, number);
    if (key) return recordOf(kind, number, key).href;
    return kind === 'statement' ? path : listAddress(path, { search: number, ...(kind === 'quote' ? {} : ANY_DAY) });
  }

  return {
    explain_action: {
      subject: 'records',
      async run(scope, { action, kind, number }) {
        const { cannot } = ACTION_WORDS[action];
        const way = WAYS[action](kind).find(({ allOf }) => allOf.every((code) => scope.permissions.has(code)));
        if (!way) return onlyText(`${cannot} ${ACTION_WORDS.without}`);
        const { where, link } = way.words;
        const href = await pathOf(scope, way, number);
        return { text: `${cannot} ${where}`, blocks: [links({ kind: 'list', label: link, href })], records: [] };
      },
    },

    explain_scope: {
      subject: 'records',
      run: async (scope: Scope, { name }) => onlyText(MESSAGES.scope(name, `${scope.companyName} (${scope.customerNumber})`)),
    },
  };
};
