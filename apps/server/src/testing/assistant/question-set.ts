import { plainText, withEvent } from '@yardage/contract/assistant-blocks';
import { builtInAssistant } from '#server/adapters/assistant/built-in/built-in.assistant';
import { sql } from '#server/database/drizzle';
import type { AreaServices } from '#server/features/area';
import { assistantContext } from '#server/features/assistant/assistant-context';
import type { Scope } from '#server/http/scope';
import { findGrant } from '#server/http/scope.queries';
import { addSignOffs } from './add-sign-offs.ts';
import { type AnswerGiven, classifyAnswer, type Verdict } from './classify-answer.ts';
import type { Asker, Question } from './question.ts';
import { questionsAboutInvoices } from './questions-about-invoices.ts';
import { questionsAboutOrders } from './questions-about-orders.ts';
import { questionsAboutSignOffs } from './questions-about-sign-offs.ts';
import { questionsAboutTheAccount } from './questions-about-the-account.ts';
import { questionsInSpanish } from './questions-in-spanish.ts';
import { questionsToRefuse } from './questions-to-refuse.ts';
import { truthOf } from './truth.ts';

/** A question with its answer and verdict. */
export interface Judged extends Question {
  verdict: Verdict;
  said: string;
}

/** Asks the built-in assistant every question of the set, for the demo's first customer number. */
export async function askQuestionSet(services: AreaServices): Promise<Judged[]> {
  const { database } = services;
  const scopes = new Map<Asker, Scope>();
  for (const as of ['owner', 'payables', 'manager', 'field'] as const) scopes.set(as, await scopeOf(services, `${as}@example.com`));
  const owner = scopes.get('owner') as Scope;
  await addSignOffs(database, owner.customerId);
  const truth = truthOf(database, owner.customerId, owner.timeZone);
  const english = [
    ...(await questionsAboutInvoices(truth)),
    ...(await questionsAboutOrders(truth)),
    ...(await questionsAboutSignOffs(truth, owner.timeZone)),
    ...(await questionsAboutTheAccount(truth)),
    ...(await questionsToRefuse(truth)),
  ];
  const questions = [...english, ...questionsInSpanish(english)];
  const contextOf = assistantContext(services);
  const judged: Judged[] = [];
  for (const question of questions) {
    const scope = scopes.get(question.as) as Scope;
    const answer: AnswerGiven = { blocks: [], records: [] };
    for await (const part of builtInAssistant.answer({
      text: question.text,
      history: [],
      ...contextOf(scope),
      signal: new AbortController().signal,
    })) {
      answer.blocks = withEvent(answer.blocks, part);
      if (part.type === 'records') answer.records = [...answer.records, ...part.records];
    }
    judged.push({ ...question, verdict: classifyAnswer(answer, question.expected), said: plainText(answer.blocks) });
  }
  return judged;
}

async function scopeOf({ database }: AreaServices, email: string): Promise<Scope> {
  const ids = await database.read<{ userId: number; customerId: number }>(
    'system',
    sql`select json_build_object('userId', u.id, 'customerId', c.id) as answer from users u, customers c where u.email = ${email} and c.customer_number = '10418'`,
  );
  const grant = ids && (await findGrant(database, ids.userId, ids.customerId));
  if (!grant) throw new Error(`${email} has no grant`);
  return grant.scope;
}
