import type { Config } from '#server/config';
import type { Database } from '#server/database/database';
import { builtInAccounts } from './built-in/accounts.ts';
import { BUILT_IN_AUDIENCE, BUILT_IN_CLIENT_ID, type BuiltInProvider, createBuiltInProvider } from './built-in/provider.ts';
import { localIdentity, openIdIdentity, outsideAccounts } from './openid.identity.ts';
import type { AccountsPort, IdentityPort } from './port.ts';

/** How users sign in. The built-in provider is also returned as such, because the demo serves its pages. */
export interface ChosenIdentity {
  identity: IdentityPort;
  accounts: AccountsPort;
  /** What the web app has to know. */
  signIn: { issuer: string; clientId: string; audience: string; scope: string };
  builtIn: BuiltInProvider | undefined;
}

/** Returns the configured provider, or the demo's built-in one. Production does not start without a provider. */
export async function chooseIdentity(
  { oidc, publicUrl, branding }: Pick<Config, 'oidc' | 'publicUrl' | 'branding'>,
  database: Database,
): Promise<ChosenIdentity> {
  if (oidc) return { identity: openIdIdentity(oidc), accounts: outsideAccounts, signIn: oidc, builtIn: undefined };
  const builtIn = await createBuiltInProvider(database, publicUrl, branding.platformName);
  return {
    identity: localIdentity(builtIn.issuer, BUILT_IN_AUDIENCE, BUILT_IN_CLIENT_ID, builtIn.publicKeys),
    accounts: builtInAccounts(database),
    signIn: {
      issuer: builtIn.issuer,
      clientId: BUILT_IN_CLIENT_ID,
      audience: BUILT_IN_AUDIENCE,
      scope: 'openid profile email offline_access',
    },
    builtIn,
  };
}
