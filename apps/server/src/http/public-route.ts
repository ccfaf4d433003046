/** Returns the options of a route that anybody may call, with the reason. Its calls are neither counted nor logged. */
export const publicRoute = (publicBecause: string) => ({ config: { publicBecause, isUnlimited: true, isUnlogged: true } });
