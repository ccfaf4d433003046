/** Returns the options of a route that anybody may call, with the reason. No rate limit counts its calls, and they are not logged. */
export const publicRoute = (publicBecause: string) => ({ config: { publicBecause, isUnlimited: true, isUnlogged: true } });
