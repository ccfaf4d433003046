import type { Database } from '#server/database/database';
import { customersOf } from './sample-call.ts';

/** Marks by which a foreign customer would be recognised in an answer: its company and its global number. */
export async function foreignMarks(database: Database, email: string): Promise<string[]> {
  const own = new Set((await customersOf(database, email)).map((customer) => customer.companyName));
  const foreign = (await customersOf(database, email, true)).filter((customer) => !own.has(customer.companyName));
  return foreign.flatMap((customer) => [customer.companyName, customer.globalCustomerNumber].map((mark) => JSON.stringify(mark)));
}

/** The foreign marks that an answer shows. */
export function leaksIn(answerText: string, marks: readonly string[]): string[] {
  return marks.filter((mark) => answerText.includes(mark));
}
