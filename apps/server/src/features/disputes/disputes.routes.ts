import { answerDispute, closeDispute, getDeskDispute, getDeskDisputeFile, listDeskDisputes } from '@yardage/contract/desk-disputes';
import {
  getDispute,
  getDisputeFile,
  getInvoiceReview,
  getReviewOverview,
  openDispute,
  replyToDispute,
  withdrawDispute,
} from '@yardage/contract/disputes';
import type { Area } from '#server/features/area';
import { deskDisputesService } from './desk-disputes.service.ts';
import { disputesService } from './disputes.service.ts';

/** Disputes of customers and their answers at the desk (APY-03), and the comparison of invoices (APY-08). */
export const disputesArea: Area = (bind, services) => {
  const disputes = disputesService(services);
  bind(getInvoiceReview, ({ scope, params }) => disputes.review(scope, params.documentNumber));
  bind(getReviewOverview, ({ scope }) => disputes.overview(scope));
  bind(getDispute, ({ scope, params }) => disputes.detail(scope, params.id));
  bind(getDisputeFile, ({ scope, params }) => disputes.file(scope, params.id, params.fileId));
  bind(openDispute, ({ scope, body, files, caller, requestId }) => disputes.open(scope, body, files, { caller, requestId }));
  bind(replyToDispute, ({ scope, params, body, files, caller, requestId }) =>
    disputes.reply(scope, params.id, body.message, files, { caller, requestId }),
  );
  bind(withdrawDispute, ({ scope, params, body, caller, requestId }) =>
    disputes.withdraw(scope, params.id, body.version, { caller, requestId }),
  );

  const desk = deskDisputesService(services);
  bind(listDeskDisputes, ({ query }) => desk.list(query));
  bind(getDeskDispute, ({ params }) => desk.detail(params.id));
  bind(getDeskDisputeFile, ({ params }) => desk.file(params.id, params.fileId));
  bind(closeDispute, ({ caller, params, body, requestId }) => desk.close(caller, params.id, body, requestId));
  bind(answerDispute, ({ caller, params, body, requestId }) => desk.answer(caller, params.id, body, requestId));
};
