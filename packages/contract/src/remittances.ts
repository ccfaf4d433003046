import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { day } from './scalars.ts';

export const getRemittance = defineEndpoint({
  id: 'supply.remittance',
  requirement: 'EVT-06',
  summary:
    "What customers paid through the portal on a day of their data source, and what came back, by invoice, with control totals. A day's file is there once the day is over, and never changes",
  method: 'GET',
  path: '/supply/remittances/:day.csv',
  access: { service: 'remittances:read' },
  scope: 'none',
  params: z.object({ day }),
  answer: z.undefined(),
  answersFile: 'text/csv',
});

export const getDeskRemittance = defineEndpoint({
  id: 'desk.remittance',
  requirement: 'EVT-06',
  summary: 'The same file for staff who post the cash receipts, of all data sources',
  method: 'GET',
  path: '/desk/remittances/:day.csv',
  access: { staff: ['payments'] },
  scope: 'user',
  params: z.object({ day }),
  answer: z.undefined(),
  answersFile: 'text/csv',
});
