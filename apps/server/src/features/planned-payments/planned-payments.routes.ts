import {
  addAutopayRule,
  approvePayment,
  countPlannedPayments,
  declinePayment,
  getApprovalLimit,
  listAutopayRules,
  listPlannedPayments,
  requestPaymentApproval,
  schedulePayment,
  setApprovalLimit,
  stopAutopayRule,
  stopPlannedPayment,
} from '@yardage/contract/planned-payments';
import { listSavedMethods, removeSavedMethod, renameSavedMethod, saveMethod, verifySavedMethod } from '@yardage/contract/saved-methods';
import type { Area } from '#server/features/area';
import { plannedPaymentsService } from './planned-payments.service.ts';

/** Saved payment methods, payments that are made later, and their approval. */
export const plannedPaymentsArea: Area = (bind, services) => {
  const planned = plannedPaymentsService(services);
  const methods = services.savedMethods;
  bind(listSavedMethods, ({ scope }) => methods.list(scope));
  bind(saveMethod, ({ scope, body, caller, requestId }) => methods.save(scope, body, caller.email, requestId));
  bind(renameSavedMethod, ({ scope, params, body, requestId }) => methods.rename(scope, params.id, body.name, requestId));
  bind(verifySavedMethod, ({ scope, params, body, requestId }) => methods.verify(scope, params.id, body, requestId));
  bind(removeSavedMethod, (input) => planned.removeMethod(input, input.params.id));
  bind(listPlannedPayments, ({ scope, query }) => planned.list(scope, query.view ?? 'open'));
  bind(countPlannedPayments, ({ scope }) => planned.counts(scope));
  bind(schedulePayment, (input) => planned.schedule(input, input.body));
  bind(requestPaymentApproval, (input) => planned.requestApproval(input, input.body));
  bind(stopPlannedPayment, (input) => planned.stop(input, input.params.id));
  bind(approvePayment, (input) => planned.approve(input, input.params.id));
  bind(declinePayment, (input) => planned.decline(input, input.params.id, input.body.reason));
  bind(getApprovalLimit, ({ scope }) => planned.limit(scope));
  bind(setApprovalLimit, (input) => planned.setLimit(input, input.body.amount));
  bind(listAutopayRules, ({ scope }) => planned.rules(scope));
  bind(addAutopayRule, (input) => planned.addRule(input, input.body));
  bind(stopAutopayRule, (input) => planned.stopRule(input, input.params.id));
};
