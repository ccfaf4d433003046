/** Options of `expect.poll` for what a loaded machine takes its time with. */
export const PATIENTLY = { timeout: 20_000, interval: 100 } as const;
