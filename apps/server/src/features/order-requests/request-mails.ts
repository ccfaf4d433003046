import { getRequest } from '@yardage/contract/order-requests';
import { alertText } from '@yardage/domain/alerts';
import { withCustomer } from '@yardage/domain/customer-link';
import { formatDateMinute, formatDay } from '@yardage/domain/dates';
import { formatNumber } from '@yardage/domain/quantities';
import { z } from 'zod';
import type { AreaServices } from '#server/features/area';
import { orNotFound } from '#server/http/api-error';
import { REQUEST_MAIL_MESSAGES as MESSAGES } from './order-requests.messages.ts';
import { ANSWER_MAIL_KIND, type AnsweredStep, findAnsweredStep } from './request-mails.queries.ts';

/** Declares how the mail about an answer of dispatch is written: to the person who asked, whether or not they follow anything (REQ-02). */
export function declareAnswerMails({
  database,
  mail,
  branding,
  publicUrl,
}: Pick<AreaServices, 'database' | 'mail' | 'branding' | 'publicUrl'>): void {
  const write = async ({ stepId }: { stepId: number }) => {
    const step = orNotFound(await findAnsweredStep(database, stepId));
    const subject = alertText('request-answered', { answer: step.answer, requestNumber: step.number, job: step.job }, formatDay);
    const link = `${publicUrl}${withCustomer(`/requests?request=${step.requestId}`, step.globalCustomerNumber)}`;
    const { platformName } = await branding.current();
    const paragraphs = [MESSAGES.hello(step.firstName), `${subject}.`, ...detailsOf(step), MESSAGES.link(link), platformName];
    return { subject, text: paragraphs.join('\n\n') };
  };
  mail.declareNotice(ANSWER_MAIL_KIND, z.strictObject({ stepId: z.int() }), write, { codes: getRequest.access.anyOf });
}

function detailsOf({ answer, proposal, note, timeZone, unitOfMeasure }: AnsweredStep): string[] {
  const details: string[] = [];
  if (proposal) {
    const { startsAt, quantity, plant } = proposal;
    details.push(
      MESSAGES.proposal(formatDateMinute(startsAt, timeZone), formatNumber(quantity), unitOfMeasure, plant),
      MESSAGES.answerUntil,
    );
  }
  if (note) details.push(MESSAGES.note(note));
  if (answer === 'expire') details.push(MESSAGES.expired);
  return details;
}
