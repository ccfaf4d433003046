/** `(423) 555-0142` of a phone stored as ten digits; anything else as it is. */
export function formatPhone(phone: string | null | undefined): string {
  const [, area, exchange, line] = /^(\d{3})(\d{3})(\d{4})$/.exec(phone ?? '') ?? [];
  return area && exchange && line ? `(${area}) ${exchange}-${line}` : (phone ?? '');
}
