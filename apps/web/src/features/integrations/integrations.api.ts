import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { listDeskDifferences } from '@yardage/contract/control-totals';
import {
  forgetDeskRecord,
  getDeskFreshness,
  getIntegrationOptions,
  listDeskRefused,
  listDeskWaiting,
} from '@yardage/contract/desk-integration';
import type { Input } from '@yardage/contract/endpoint';
import {
  API_KEY_PERMISSIONS,
  createApiKey,
  createCustomerWebhook,
  deleteCustomerWebhook,
  listApiKeys,
  listCustomerDeliveries,
  listCustomerWebhooks,
  replayCustomerDelivery,
  replayCustomerWebhook,
  resumeCustomerWebhook,
  revokeApiKey,
  rotateCustomerWebhook,
} from '@yardage/contract/integrations';
import {
  createServiceKey,
  listServiceKeys,
  revokeServiceKey,
  rotateServiceKey,
  type ServiceKeyRow,
  type ShownServiceKey,
} from '@yardage/contract/service-keys';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  replayWebhook,
  replayWebhookDelivery,
  resumeWebhook,
  rotateWebhookSecret,
  type ShownWebhook,
  updateWebhook,
  type WebhookDeliveryRow,
  type WebhookRow,
} from '@yardage/contract/webhooks';
import { addDays, momentAt } from '@yardage/domain/dates';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { INTEGRATIONS_MESSAGES as MESSAGES } from './integrations.messages.ts';

const failure = () => ({ failureText: MESSAGES.loadFailed });
/** The rows of a page. */
export const OPEN_RECORDS = 100;
/** One more than is shown, to know whether there are more. */
const LATEST = { limit: OPEN_RECORDS + 1 };

/** What the form for a new key collects. */
export interface NewKey {
  name: string;
  grants: string[];
  dataSources: string[];
  expiresAt?: string;
}
/** What the form for a webhook collects. */
export interface WebhookFields {
  name: string;
  url: string;
  types: string[];
  dataSources: string[];
  hasPrices: boolean;
}

/** The calls about the keys of one owner. Customers cannot rotate. */
export interface KeyCalls {
  create: (key: NewKey, attempt: Attempt) => Promise<ShownServiceKey>;
  revoke: (id: number, attempt: Attempt) => Promise<ServiceKeyRow>;
  rotate?: (id: number, graceHours: number, attempt: Attempt) => Promise<ShownServiceKey>;
  /** The id of the endpoint that lists them, to read them again. */
  listId: string;
}

/** The calls about the webhooks of one owner. Only the desk can change and pause. */
export interface WebhookCalls {
  create: (fields: WebhookFields, attempt: Attempt) => Promise<ShownWebhook>;
  resume: (id: number, attempt: Attempt) => Promise<WebhookRow>;
  rotate: (id: number, graceHours: number, attempt: Attempt) => Promise<ShownWebhook>;
  remove: (id: number, attempt: Attempt) => Promise<unknown>;
  deliveries: (id: number, signal: AbortSignal) => Promise<WebhookDeliveryRow[]>;
  replay: (id: number, since: string, attempt: Attempt) => Promise<{ replayed: number }>;
  replayDelivery: (id: number, deliveryId: number, attempt: Attempt) => Promise<unknown>;
  /** Changes a webhook as it was seen. */
  update?: (webhook: WebhookRow, fields: WebhookFields, attempt: Attempt) => Promise<WebhookRow>;
  pause?: (id: number, attempt: Attempt) => Promise<WebhookRow>;
  listId: string;
}

export const deskKeysQuery = () => ({ ...endpointQuery(listServiceKeys, {}, failure()), staleTime: 0 });
export const deskWebhooksQuery = () => ({ ...endpointQuery(listWebhooks, {}, failure()), staleTime: 0 });
export const integrationOptionsQuery = () => endpointQuery(getIntegrationOptions, {}, failure());
export const freshnessQuery = () => ({ ...endpointQuery(getDeskFreshness, {}, failure()), staleTime: 0 });

/** Which records are shown; empty for all. */
export interface SupplyFilter {
  dataSource: string;
  resource: string;
}

/** A page of records, and the cursor of the next page. */
interface RecordsPage<Item, Place> {
  items: Item[];
  total: number;
  next: Place | null;
}

/** All pages of a list up to the one that was asked for last. */
function pagesQuery<Item, Place extends string | number>(
  queryKey: readonly unknown[],
  fetchPage: (after: Place | undefined, signal: AbortSignal) => Promise<RecordsPage<Item, Place>>,
) {
  type Page = RecordsPage<Item, Place>;
  return infiniteQueryOptions<Page, Error, InfiniteData<Page>, readonly unknown[], Place | undefined>({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam as Place | undefined, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: failure(),
  });
}

/** A page of the records that the filter selects. */
const pageOf = <Place>({ dataSource, resource }: Partial<SupplyFilter>, after: Place | undefined) => ({
  query: {
    limit: OPEN_RECORDS,
    ...(dataSource && { dataSource }),
    ...(resource && { resource: resource as OpenRecordName['resource'] }),
    ...(after !== undefined && { after }),
  },
});

export const waitingQuery = (filter: SupplyFilter) =>
  pagesQuery([listDeskWaiting.id, filter], (after: string | undefined, signal) =>
    api.call(listDeskWaiting, pageOf(filter, after), { signal }),
  );
export const refusedQuery = (filter: SupplyFilter) =>
  pagesQuery([listDeskRefused.id, filter], (after: string | undefined, signal) =>
    api.call(listDeskRefused, pageOf(filter, after), { signal }),
  );
export const differencesQuery = ({ dataSource }: Pick<SupplyFilter, 'dataSource'>) =>
  pagesQuery([listDeskDifferences.id, { dataSource }], (after: number | undefined, signal) =>
    api.call(listDeskDifferences, pageOf({ dataSource }, after), { signal }),
  );

/** A record that waits or was refused. */
export type OpenRecordName = Input<typeof forgetDeskRecord>['query'];

/** Withdraws the version that the list shows; another one that came meanwhile stays. */
export function forgetRecord({ resource, dataSource, key, updatedAt }: OpenRecordName, attempt: Attempt) {
  return api.call(forgetDeskRecord, { query: { resource, dataSource, key, updatedAt } }, { attempt });
}

/** The lists that change when a record is withdrawn. */
export const OPEN_RECORD_KEYS = [listDeskWaiting.id, listDeskRefused.id, getDeskFreshness.id];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns the last second of a day in a time zone, until which a key can be used. Null for a year of more than four digits: date fields take
 * them, but they are no date here.
 */
export function endOfDay(day: string, timeZone: string): string | null {
  if (!DAY.test(day)) return null;
  return new Date(momentAt(addDays(day, 1), '00:00', timeZone).getTime() - 1000).toISOString();
}

const deskBody = ({ name, grants, dataSources, expiresAt }: NewKey) => ({
  name,
  scopes: grants as never,
  ...(dataSources.length > 0 && { dataSources }),
  ...(expiresAt && { expiresAt }),
});
const webhookBody = ({ name, url, types, dataSources }: WebhookFields) => ({
  name,
  url,
  types: types as never,
  ...(dataSources.length > 0 && { dataSources }),
});

/** The supplier's own keys. */
export const DESK_KEYS: KeyCalls = {
  listId: listServiceKeys.id,
  create: (key, attempt) => api.call(createServiceKey, { body: deskBody(key) }, { attempt }),
  rotate: (id, graceHours, attempt) => api.call(rotateServiceKey, { params: { id }, body: { graceHours } }, { attempt }),
  revoke: (id, attempt) => api.call(revokeServiceKey, { params: { id } }, { attempt }),
};

/** The supplier's own webhooks. */
export const DESK_WEBHOOKS: WebhookCalls = {
  listId: listWebhooks.id,
  create: (fields, attempt) => api.call(createWebhook, { body: webhookBody(fields) }, { attempt }),
  update: ({ id, name, url, types, dataSources }, fields, attempt) => {
    const replaces = { name, url, types, dataSources };
    return api.call(updateWebhook, { params: { id }, body: { ...webhookBody(fields), replaces } }, { attempt });
  },
  pause: (id, attempt) => api.call(pauseWebhook, { params: { id } }, { attempt }),
  resume: (id, attempt) => api.call(resumeWebhook, { params: { id } }, { attempt }),
  rotate: (id, graceHours, attempt) => api.call(rotateWebhookSecret, { params: { id }, body: { graceHours } }, { attempt }),
  remove: (id, attempt) => api.call(deleteWebhook, { params: { id } }, { attempt }),
  deliveries: (id, signal) => api.call(listWebhookDeliveries, { params: { id }, query: LATEST }, { signal }),
  replay: (id, since, attempt) => api.call(replayWebhook, { params: { id }, body: { since } }, { attempt }),
  replayDelivery: (id, deliveryId, attempt) => api.call(replayWebhookDelivery, { params: { id, deliveryId } }, { attempt }),
};

const ofAccount = ({ globalCustomerNumber }: CustomerKey) => ({ globalCustomerNumber });

export const customerKeysQuery = (customer: CustomerKey) => ({
  ...endpointQuery(listApiKeys, { params: ofAccount(customer) }, failure()),
  staleTime: 0,
});
export const customerWebhooksQuery = (customer: CustomerKey) => ({
  ...endpointQuery(listCustomerWebhooks, { params: ofAccount(customer) }, failure()),
  staleTime: 0,
});

type ApiPermission = (typeof API_KEY_PERMISSIONS)[number];

/** The keys of a customer's own systems. */
export function customerKeys(customer: CustomerKey): KeyCalls {
  const params = ofAccount(customer);
  return {
    listId: listApiKeys.id,
    create: ({ name, grants, expiresAt }, attempt) => {
      const permissions = API_KEY_PERMISSIONS.filter((code) => grants.includes(code)) as [ApiPermission, ...ApiPermission[]];
      return api.call(createApiKey, { params, body: { name, permissions, ...(expiresAt && { expiresAt }) } }, { attempt });
    },
    revoke: (id, attempt) => api.call(revokeApiKey, { params: { ...params, id } }, { attempt }),
  };
}

/** The webhooks of a customer's own systems. */
export function customerWebhooks(customer: CustomerKey): WebhookCalls {
  const params = ofAccount(customer);
  return {
    listId: listCustomerWebhooks.id,
    create: ({ name, url, types, hasPrices }, attempt) =>
      api.call(createCustomerWebhook, { params, body: { name, url, types: types as never, hasPrices } }, { attempt }),
    resume: (id, attempt) => api.call(resumeCustomerWebhook, { params: { ...params, id } }, { attempt }),
    rotate: (id, graceHours, attempt) => api.call(rotateCustomerWebhook, { params: { ...params, id }, body: { graceHours } }, { attempt }),
    remove: (id, attempt) => api.call(deleteCustomerWebhook, { params: { ...params, id } }, { attempt }),
    deliveries: (id, signal) => api.call(listCustomerDeliveries, { params: { ...params, id }, query: LATEST }, { signal }),
    replay: (id, since, attempt) => api.call(replayCustomerWebhook, { params: { ...params, id }, body: { since } }, { attempt }),
    replayDelivery: (id, deliveryId, attempt) => api.call(replayCustomerDelivery, { params: { ...params, id, deliveryId } }, { attempt }),
  };
}
