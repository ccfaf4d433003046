import { holdsAny, PERMISSIONS, type PermissionCode } from '@yardage/contract/permissions';
import type { Action, ToolInput } from '#server/adapters/assistant/port';
import type { Scope } from '#server/http/scope';
import { ACTION_WORDS, ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import { links, listAddress, onlyText, recordOf } from '../tool-result.ts';
import type { Tools } from './tool.ts';

/** A page of the portal and the permissions that open it. */
interface Page {
  path: string;
  anyOf: readonly PermissionCode[];
}

const DISPATCH: Page = { path: '/newOrderChat', anyOf: [PERMISSIONS.DISPATCHER_CHAT_VIEW] };
const SUPPORT: Page = { path: '/support', anyOf: [PERMISSIONS.SUPPORT_VIEW] };
const PAGE_OF: Readonly<Record<Exclude<Action, 'send'>, Page>> = {
  order: DISPATCH,
  change: DISPATCH,
  cancel: DISPATCH,
  tell: DISPATCH,
  pay: { path: '/invoices', anyOf: [PERMISSIONS.INVOICES_PAY_INVOICES] },
  refund: SUPPORT,
  support: SUPPORT,
  members: { path: '/user-accounts', anyOf: [PERMISSIONS.USER_ACCOUNTS_VIEW] },
};
type Kind = NonNullable<ToolInput<'explain_action'>['kind']>;
const PAGE_OF_KIND: Readonly<Record<Kind, Page>> = {
  order: { path: '/orders', anyOf: [PERMISSIONS.ORDERS_VIEW] },
  ticket: { path: '/tickets', anyOf: [PERMISSIONS.TICKETS_VIEW] },
  invoice: { path: '/invoices?status=All', anyOf: [PERMISSIONS.INVOICES_VIEW] },
  payment: { path: '/paymentHistory', anyOf: [PERMISSIONS.PAYMENT_HISTORY_VIEW] },
  statement: { path: '/statements', anyOf: [PERMISSIONS.STATEMENTS_VIEW] },
  quote: { path: '/quotes?status=All', anyOf: [PERMISSIONS.QUOTES_VIEW] },
};

function pageOf({ action, kind = 'invoice', number }: ToolInput<'explain_action'>): Page {
  if (action !== 'send') return PAGE_OF[action];
  const page = PAGE_OF_KIND[kind];
  if (!number) return page;
  return { ...page, path: kind === 'invoice' ? recordOf('invoice', number, number).href : listAddress(page.path, { search: number }) };
}

/** Tools that say what the assistant cannot do or does not know, and where users can do it themselves. */
export const guideTools: Pick<Tools, 'explain_action' | 'explain_scope'> = {
  explain_action: {
    subject: 'records',
    async run({ permissions }, input) {
      const { cannot, where, link } = ACTION_WORDS[input.action];
      const { path, anyOf } = pageOf(input);
      if (!holdsAny(permissions, anyOf)) return onlyText(`${cannot} ${ACTION_WORDS.without}`);
      return { text: `${cannot} ${where}`, blocks: [links({ kind: 'list', label: link, href: path })], records: [] };
    },
  },

  explain_scope: {
    subject: 'records',
    run: async (scope: Scope, { name }) => onlyText(MESSAGES.scope(name, `${scope.companyName} (${scope.customerNumber})`)),
  },
};
