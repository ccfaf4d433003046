/** `(423) 555-0142` of ten digits, with or without the country's 1 before them; anything else as it is. */
export function formatPhone(phone: string | null | undefined): string {
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone ?? '') ?? [];
  return area && exchange && line ? `(${area}) ${exchange}-${line}` : (phone ?? '');
}
