/** Formats ten digits, with or without a leading country code 1, as `(423) 555-0142`. Returns anything else unchanged. */
export function formatPhone(phone: string | null | undefined): string {
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone ?? '') ?? [];
  return area && exchange && line ? `(${area}) ${exchange}-${line}` : (phone ?? '');
}
