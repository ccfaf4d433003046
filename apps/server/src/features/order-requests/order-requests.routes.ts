import {
  confirmRequest,
  declineRequest,
  getDeskRequest,
  getPlantLoad,
  listDeskRequests,
  listRequestRules,
  proposeRequest,
  saveRequestRules,
} from '@yardage/contract/desk-requests';
import {
  answerProposal,
  getOrderChanges,
  getRequest,
  getRequestOptions,
  listRequests,
  requestChange,
  requestPour,
  withdrawRequest,
} from '@yardage/contract/order-requests';
import type { Area } from '#server/features/area';
import { deskRequestsService } from './desk-requests.service.ts';
import { orderChangesService } from './order-changes.service.ts';
import { orderRequestsService } from './order-requests.service.ts';
import { declareAnswerMails } from './request-mails.ts';

/** Requests for pours and changes of orders, for customers and for dispatch (REQ-01 to REQ-05). */
export const orderRequestsArea: Area = (bind, services) => {
  declareAnswerMails(services);
  const requests = orderRequestsService(services);
  const changes = orderChangesService(services);
  const desk = deskRequestsService(services);
  bind(listRequests, ({ scope, query }) => requests.list(scope, query));
  bind(getRequestOptions, ({ scope, query }) => requests.options(scope, query));
  bind(getRequest, ({ scope, params }) => requests.detail(scope, params.requestId));
  bind(requestPour, ({ body, ...asking }) => requests.request(asking, body));
  bind(withdrawRequest, ({ params, body, ...asking }) => requests.withdraw(asking, params.requestId, body.note));
  bind(answerProposal, ({ params, body, ...asking }) => requests.answer(asking, params.requestId, body));
  bind(getOrderChanges, ({ scope, params }) => changes.find(scope, params.orderId));
  bind(requestChange, ({ params, body, ...asking }) => changes.request(asking, params.orderId, body));

  bind(listDeskRequests, ({ query }) => desk.list(query));
  bind(getDeskRequest, ({ params }) => desk.detail(params.id));
  bind(confirmRequest, ({ caller, requestId, params, body }) => desk.confirm(caller, requestId, params.id, body));
  bind(proposeRequest, ({ caller, requestId, params, body }) => desk.propose(caller, requestId, params.id, body));
  bind(declineRequest, ({ caller, requestId, params, body }) => desk.decline(caller, requestId, params.id, body));
  bind(getPlantLoad, ({ query }) => desk.plantLoad(query));
  bind(listRequestRules, () => desk.rules());
  bind(saveRequestRules, ({ caller, requestId, body }) => desk.saveRules(caller, requestId, body));
};
