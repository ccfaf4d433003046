import { runInLanguage } from '@yardage/messages/language';
import { expect, it } from 'vitest';
import {
  COUNTRY_NAMES,
  MEMBER_ROLE_NAMES,
  MEMBER_STATUS_NAMES,
  REQUEST_TYPE_NAMES,
  STAFF_ROLE_NAMES,
  SUPPORT_CATEGORY_NAMES,
  SUPPORT_TYPE_NAMES,
  TICKET_STATUS_NAMES,
} from './names.messages.ts';
import { shownName } from './names.ts';

it('LNG-01 USR-04 PAY-12 names of roles, categories and types are in the language of the reader; those of the installation stay as they are', () => {
  const all = () => [
    shownName(MEMBER_ROLE_NAMES, 'Owner'),
    shownName(STAFF_ROLE_NAMES, 'Dispatcher'),
    shownName(SUPPORT_CATEGORY_NAMES, 'Billing and payments'),
    shownName(SUPPORT_TYPE_NAMES, 'Problem'),
    shownName(REQUEST_TYPE_NAMES, 'Additional account'),
    shownName(COUNTRY_NAMES, 'US'),
    shownName(MEMBER_ROLE_NAMES, 'Clerk'),
    shownName(MEMBER_ROLE_NAMES, 'toString'),
  ];
  expect(all()).toEqual([
    'Owner',
    'Dispatcher',
    'Billing and payments',
    'Problem',
    'Additional account',
    'United States',
    'Clerk',
    'toString',
  ]);
  expect(runInLanguage('es', all)).toEqual([
    'Propietario',
    'Despachador',
    'Facturación y pagos',
    'Problema',
    'Cuenta adicional',
    'Estados Unidos',
    'Clerk',
    'toString',
  ]);
});

it('TRK-07 USR-02 statuses of tickets and members have the names of the specification', () => {
  expect({ ...TICKET_STATUS_NAMES }).toEqual({
    1: 'Ticketed',
    2: 'Loaded',
    3: 'To Job',
    4: 'On Job',
    5: 'Start Unloading',
    6: 'Finish Unloading',
  });
  expect({ ...MEMBER_STATUS_NAMES }).toEqual({ 0: 'None', 1: 'Requested', 2: 'Approved', 3: 'Rejected' });
});
