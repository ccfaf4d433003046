import { expect, it } from 'vitest';
import type { z } from 'zod';
import { ENDPOINTS } from './endpoints.ts';
import { hubCalls, hubEvents } from './hub.ts';

// Server and web app share the declarations, so no other test notices a changed path or name. It would break the clients of suppliers and
// customers.

const CUSTOMER = '/customers/:globalCustomerNumber';
const CHAT = '/chat/customers/client';
const PAGE = 'pageIndex pageSize search sortBy sortDesc';
const SELECTED = 'customerNumber datasourceId';
const MAIL = 'email message ccEmails';
const PERSON = 'stateId firstName lastName companyName customerNumber email phoneNumber address city zip';
const MEMBER = 'email firstName lastName phone address city state stateId zip country roleId';
const PLACES = 'jobLatitude jobLongitude truckLatitude truckLongitude plantLatitude plantLongitude';
const PAYMENT = 'totalAmount totalDiscountAmount totalAmountWithDiscount currency paymentMethod paymentDetails metadata';

/** The names of the specification in query and body. An endpoint may take more. */
interface Named {
  query?: string;
  body?: string;
}

const CALLS: readonly [ids: string, call: string, named: Named][] = [
  ['API-01', 'GET /users/global-customer-numbers', {}],
  ['API-02', 'GET /users/me/permissions', { query: SELECTED }],
  ['API-03', `GET ${CUSTOMER}/details`, { query: `${SELECTED} globalCustomerNumber` }],
  ['API-04', `GET ${CUSTOMER}/orders`, { query: `${SELECTED} ${PAGE} fromDate toDate` }],
  ['API-05', `GET ${CUSTOMER}/orders/:orderId`, { query: `dataset ${SELECTED}` }],
  ['API-06', `GET ${CUSTOMER}/orders/:orderId/view-pdf`, { query: 'dataset' }],
  ['API-07', `POST ${CUSTOMER}/orders/:orderId/send-email`, { query: `dataset ${SELECTED}`, body: MAIL }],
  ['API-08', `GET ${CUSTOMER}/tickets`, { query: `${SELECTED} ${PAGE} startDate endDate orderType` }],
  ['API-09', `GET ${CUSTOMER}/tickets/:ticketId`, { query: 'dataset' }],
  ['API-10', `GET ${CUSTOMER}/tickets/:ticketId/viewpdf`, { query: 'dataset' }],
  ['API-11 API-12', `POST ${CUSTOMER}/tickets/:ticketId/send-email`, { body: `${MAIL} customerNumber ticketId dataset documentNumber` }],
  ['API-13', `GET ${CUSTOMER}/quotes`, { query: `${PAGE} startDate endDate status` }],
  ['API-14', `GET ${CUSTOMER}/quotes/:id`, {}],
  ['API-15', `GET ${CUSTOMER}/quotes/:id/viewpdf`, {}],
  ['API-16', `POST ${CUSTOMER}/quotes/:id/send-email`, { body: MAIL }],
  ['API-17', 'GET /maps/address/search', { query: 'query' }],
  ['API-18', `POST ${CHAT}/start`, { body: 'category context routingMode source' }],
  ['API-19', `POST ${CHAT}/:sessionId/message`, { body: 'sessionId senderId message type' }],
  ['API-20', `POST ${CHAT}/:sessionId/end`, {}],
  ['API-21', `GET ${CHAT}/me`, { query: `status category ${SELECTED} cursor search` }],
  ['API-22', `GET ${CHAT}/:sessionId/messages`, {}],
  ['API-24', `GET ${CUSTOMER}/invoices`, { query: `${SELECTED} ${PAGE} fromDate toDate paymentResult` }],
  ['API-25', `GET ${CUSTOMER}/invoices/:documentNumber`, { query: 'orderId' }],
  ['API-26 API-28', `GET ${CUSTOMER}/invoices/:documentNumber/view-pdf`, { query: 'ticketId orderId' }],
  ['API-27', `POST ${CUSTOMER}/invoices/:documentNumber/send-email`, { body: `${MAIL} orderId ticketId` }],
  ['API-29', 'GET /carts/:globalCustomerNumber', {}],
  ['API-30', 'POST /carts/:globalCustomerNumber/add', { body: 'invoiceNumbers' }],
  ['API-31 API-32', 'POST /carts/:globalCustomerNumber/remove', { body: 'invoiceNumbers' }],
  ['API-33', 'GET /payments/:globalCustomerNumber/invoicehistory', { query: `${PAGE} invoiceDocumentNumber` }],
  ['API-34', 'POST /payments/initiate', { body: PAYMENT }],
  ['API-35', 'GET /payments/:globalCustomerNumber/carthistory', { query: `${PAGE} startDate endDate paymentResult` }],
  ['API-36', 'GET /payments/:globalCustomerNumber/carthistory/:cartId/viewpdf', {}],
  ['API-37', 'POST /payments/:globalCustomerNumber/carthistory/:cartId/send-email', { body: MAIL }],
  ['API-38', `GET ${CUSTOMER}/statements`, { query: `${SELECTED} ${PAGE} startDate endDate` }],
  ['API-39', `GET ${CUSTOMER}/statements/:statementDate`, { query: SELECTED }],
  ['API-40', `GET ${CUSTOMER}/statements/:statementDate/viewpdf`, { query: SELECTED }],
  ['API-41', `POST ${CUSTOMER}/statements/:statementDate/send-email`, { query: SELECTED, body: MAIL }],
  ['API-42', `GET ${CUSTOMER}/possible-discounts`, { query: SELECTED }],
  ['API-43', `GET ${CUSTOMER}/summary`, { query: SELECTED }],
  ['API-44', 'POST /members/requests', { body: PERSON }],
  ['API-45', 'PUT /members/requests', { body: PERSON }],
  ['API-46', 'DELETE /members/requests', { query: 'Email' }],
  ['API-47 API-48', 'POST /accounts/registration', { body: `${PERSON} confirmEmail` }],
  ['API-49', 'GET /accounts/address/search', { query: 'search' }],
  ['API-50', 'GET /accounts/states', {}],
  ['API-51', `GET ${CUSTOMER}/supporttickets`, { query: `${SELECTED} ${PAGE} status startDate endDate` }],
  ['API-52', `GET ${CUSTOMER}/supporttickets/:id`, {}],
  ['API-53', `GET ${CUSTOMER}/supporttickets/:id/attachments`, {}],
  [
    'API-54',
    `POST ${CUSTOMER}/supporttickets`,
    { body: 'customerNumber globalCustomerNumber dataSourceId title description category type' },
  ],
  ['API-55', 'GET /members', { query: `${PAGE} StatusId globalCustomerNumber ${SELECTED}` }],
  ['API-56', 'POST /members/requests/:id/status', { body: 'status' }],
  ['API-57', 'GET /members/roles', {}],
  ['API-58', 'POST /members', { body: MEMBER }],
  ['API-59', 'PUT /members/:id', { body: `${MEMBER} isEnabled` }],
  ['API-60', 'DELETE /members', { query: 'email' }],
  ['API-61', `GET ${CUSTOMER}/truck-tracking/active-trucks`, { query: SELECTED }],
  ['API-62', `GET ${CUSTOMER}/truck-tracking/:truckId`, { query: `${SELECTED} zonarAccount` }],
  ['API-63', `GET ${CUSTOMER}/truck-tracking/eta`, { query: `jobId jobAddress ${PLACES}` }],
  ['API-64', 'GET /maps/route', { query: 'fromLatitude fromLongitude toLatitude toLongitude' }],
];

/** Returns the names of a schema's properties; of a union, such as the body of a payment, those of its first option. */
function namesIn(schema: z.ZodType | undefined): string[] {
  const { shape, options } = (schema ?? {}) as { shape?: object; options?: z.ZodType[] };
  return shape ? Object.keys(shape) : options ? namesIn(options[0]) : [];
}

it.each(CALLS)('%s is published as %s', (_ids, call, { query = '', body = '' }) => {
  const endpoint = ENDPOINTS.find(({ method, path }) => `${method} ${path}` === call);
  expect(endpoint, call).toBeDefined();
  const missing = (names: string, schema: z.ZodType | undefined) =>
    names.split(' ').filter((name) => name !== '' && !namesIn(schema).includes(name));
  expect(missing(query, endpoint?.query)).toEqual([]);
  expect(missing(body, endpoint?.body)).toEqual([]);
});

it('API-54 takes the pictures of a support request as attachments', () => {
  expect(ENDPOINTS.find(({ requirement }) => requirement === 'API-54')?.takesFiles?.field).toBe('attachments');
});

it('API-23 the hub raises MessageReceived and SessionStatusChanged, and takes JoinSession and CloseSession', () => {
  expect(Object.keys(hubEvents)).toEqual(expect.arrayContaining(['MessageReceived', 'SessionStatusChanged']));
  expect(Object.keys(hubCalls)).toEqual(expect.arrayContaining(['JoinSession', 'CloseSession']));
  for (const call of [hubCalls.JoinSession, hubCalls.CloseSession]) expect(Object.keys(call.shape)).toEqual(['sessionId']);
});
