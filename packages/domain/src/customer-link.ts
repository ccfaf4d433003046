/** Returns a path of the portal that opens with the given customer selected, for links in mails and messages. */
export function withCustomer(path: string, globalCustomerNumber: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}customer=${encodeURIComponent(globalCustomerNumber)}`;
}
