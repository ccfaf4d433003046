/** Options of `expect.poll` for things that take long on a busy machine. */
export const PATIENTLY = { timeout: 20_000, interval: 100 } as const;
