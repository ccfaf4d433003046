const CODES = { unique: '23505', 'foreign-key': '23503' } as const;

/** Whether a statement failed because it would have broken a key. */
export function isViolation(error: unknown, kind: keyof typeof CODES): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return code === CODES[kind] || cause?.code === CODES[kind];
}
