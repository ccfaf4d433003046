import type { Logger } from 'pino';
import type { Config } from '#server/config';
import type { Database } from '#server/database/database';
import type { Adapters } from './adapters.ts';
import { chooseAddresses } from './addresses/choose-addresses.ts';
import { chooseAssistant } from './assistant/choose-assistant.ts';
import { type ChosenIdentity, chooseIdentity } from './identity/choose-identity.ts';
import { chooseMail } from './mail/choose-mail.ts';
import { type ChosenPayments, choosePayments } from './payments/choose-payments.ts';
import { chooseRouting } from './routing/choose-routing.ts';
import { httpWebhooks } from './webhooks/http.webhooks.ts';

/** The adapters, and the parts of the demo that have more to do than their ports say. */
export type ChosenAdapters = Adapters & Pick<ChosenIdentity, 'builtIn'> & Pick<ChosenPayments, 'sandbox'>;

/** Chooses the implementation of each port by the configuration, which has what production requires. The sandbox's books are elsewhere. */
export async function chooseAdapters(config: Config, database: Database, sandboxDatabase: Database, log: Logger): Promise<ChosenAdapters> {
  return {
    database,
    log,
    ...(await chooseIdentity(config, database)),
    addresses: chooseAddresses(config.addressSearch, database),
    assistant: chooseAssistant(config.assistant, log),
    mail: chooseMail(config, database),
    ...(await choosePayments(config, sandboxDatabase)),
    routing: chooseRouting(config.routing),
    webhooks: httpWebhooks(config.webhooks),
  };
}
