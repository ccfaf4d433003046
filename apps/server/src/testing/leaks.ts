import type { Database } from '#server/database/database';
import { customersOf, foreignCustomersOf } from './sample-call.ts';

/** Returns texts that identify other customers in a response: their company names and global numbers. */
export async function foreignMarks(database: Database, email: string): Promise<string[]> {
  const own = new Set((await customersOf(database, email)).map((customer) => customer.companyName));
  const foreign = (await foreignCustomersOf(database, email)).filter((customer) => !own.has(customer.companyName));
  return foreign.flatMap((customer) => [customer.companyName, customer.globalCustomerNumber].map((mark) => JSON.stringify(mark)));
}

/** Returns the marks of other customers that a response contains. */
export function leaksIn(answerText: string, marks: readonly string[]): string[] {
  return marks.filter((mark) => answerText.includes(mark));
}
