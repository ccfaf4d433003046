import { getCredit, getCreditPdf, listCredits, sendCreditEmail } from '@yardage/contract/credits';
import type { Area } from '#server/features/area';
import { creditsService } from './credits.service.ts';

/** Credit memos (APY-01). */
export const creditsArea: Area = (bind, services) => {
  const credits = creditsService(services);
  bind(listCredits, ({ scope, query }) => credits.list(scope, query));
  bind(getCredit, ({ scope, params }) => credits.detail(scope, params.documentNumber));
  bind(getCreditPdf, ({ scope, params, signal }) => credits.pdf(scope, params.documentNumber, signal));
  bind(sendCreditEmail, ({ scope, params, body, requestId }) => credits.sendEmail(scope, params.documentNumber, body, requestId));
};
