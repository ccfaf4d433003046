/** Formats ten digits, with or without a leading country code 1, as `(423) 555-0142`. Returns anything else unchanged. */
export function formatPhone(phone: string | null | undefined): string {
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone ?? '') ?? [];
  return area && exchange && line ? `(${area}) ${exchange}-${line}` : (phone ?? '');
}

/** Returns the address that dials a number. Ten digits are a number of this country; one with a plus is dialled as it is. */
export function telHref(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const isInternational = phone.trim().startsWith('+') || /^1\d{10}$/.test(digits);
  return `tel:${isInternational ? '+' : digits.length === 10 ? '+1' : ''}${digits}`;
}
