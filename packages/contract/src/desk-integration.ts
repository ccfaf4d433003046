import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { forgetOpenRecord, getFreshness, listRefused, listWaiting } from './supply.ts';

const desk = { access: { staff: ['integration'] }, scope: 'user' } as const;

export const getIntegrationOptions = defineEndpoint({
  id: 'desk.integration-options',
  requirement: 'FED-01',
  summary: 'The data sources that a key or webhook can be limited to',
  method: 'GET',
  path: '/desk/integration/options',
  ...desk,
  answer: z.strictObject({ dataSources: z.array(z.strictObject({ code: z.string(), name: z.string() })) }),
});

export const listDeskWaiting = defineEndpoint({
  id: 'desk.supply-waiting',
  requirement: 'FED-05',
  summary: 'Records that wait for records which have not arrived yet, oldest first',
  method: 'GET',
  path: '/desk/integration/waiting',
  ...desk,
  query: listWaiting.query,
  answer: listWaiting.answer,
});

export const listDeskRefused = defineEndpoint({
  id: 'desk.supply-refused',
  requirement: 'FED-06',
  summary: 'Records that were refused and not corrected yet, with the reasons, oldest first',
  method: 'GET',
  path: '/desk/integration/refused',
  ...desk,
  query: listRefused.query,
  answer: listRefused.answer,
});

export const forgetDeskRecord = defineEndpoint({
  id: 'desk.forget-open-record',
  requirement: 'FED-06',
  summary: forgetOpenRecord.summary,
  method: 'DELETE',
  path: '/desk/integration/open-records',
  ...desk,
  query: forgetOpenRecord.query,
  answer: forgetOpenRecord.answer,
});

export const getDeskFreshness = defineEndpoint({
  id: 'desk.supply-freshness',
  requirement: 'FED-13',
  summary: 'When each resource of each data source was last delivered',
  method: 'GET',
  path: '/desk/integration/freshness',
  ...desk,
  answer: getFreshness.answer,
});
