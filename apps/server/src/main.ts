import { parseArgs } from 'node:util';
import { chooseAddresses } from '#server/adapters/addresses/choose-addresses';
import { chooseAssistant } from '#server/adapters/assistant/choose-assistant';
import { openIdIdentity, outsideAccounts } from '#server/adapters/identity/openid.identity';
import { smtpMail } from '#server/adapters/mail/smtp.mail';
import { stripePayments } from '#server/adapters/payments/stripe/stripe.payments';
import { chooseRouting } from '#server/adapters/routing/choose-routing';
import { httpWebhooks } from '#server/adapters/webhooks/http.webhooks';
import { type Adapters, createApp } from '#server/app';
import { type Config, ConfigurationError, readConfig } from '#server/config';
import { Database } from '#server/database/database';
import { DirectoryInUseError } from '#server/database/directory-lock';
import { openEngine } from '#server/database/engine';
import { migrate } from '#server/database/migrate';
import { createLog } from '#server/http/observability';
import { stopOnSignal } from '#server/stop-on-signal';

/** Prints a line for the person who started the server; logs go to standard error. */
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values: options } = parseArgs({ options: { scale: { type: 'string' }, seed: { type: 'string' } } });
  const config = readConfig();
  const log = createLog(config.logLevel);

  say(config.databaseUrl ? 'Opening PostgreSQL …' : `Opening the embedded database in ${config.dataDir} …`);
  const engine = await openEngine({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, poolSize: config.databasePoolSize });
  const database = new Database(engine);
  const ran = await migrate(engine);
  if (ran.length > 0) say(`Migrated: ${ran.join(', ')}`);

  const demo = config.mode === 'demo' ? await import('#server/demo/demo') : undefined;
  if (demo)
    await demo.fillIfEmpty(
      database,
      { scale: Number(options.scale ?? 1), seed: Number(options.seed ?? 1), tiers: config.rewardTiers },
      say,
    );

  const adapters: Adapters = demo ? await demo.demoAdapters(config, database, log) : productionAdapters(config, database, log);
  const { http, jobs } = await createApp(config, adapters);
  await jobs.start();
  await http.listen({ host: config.host, port: config.port });
  stopOnSignal(log, [() => http.close(), () => jobs.stop(), async () => adapters.mail.close?.(), () => engine.close()]);

  const address = http.server.address();
  const port = typeof address === 'object' ? address?.port : config.port;
  say(`${config.branding.platformName} is listening on http://${config.host}:${port}`);
  demo?.sayAccounts(say);
}

function productionAdapters(config: Config, database: Database, log: Adapters['log']): Adapters {
  const { stripe } = config.payments;
  if (!config.oidc || !config.smtp || !stripe)
    throw new ConfigurationError('Production needs an OpenID provider, a mail server and a payment processor.');
  return {
    database,
    log,
    identity: openIdIdentity(config.oidc),
    accounts: outsideAccounts,
    addresses: chooseAddresses(config.addressSearch, database),
    assistant: chooseAssistant(config.assistant, log),
    mail: smtpMail(config.smtp),
    payments: stripePayments(stripe),
    routing: chooseRouting(config.routing, log),
    webhooks: httpWebhooks(config.webhooks),
    signIn: config.oidc,
  };
}

main().catch((error) => {
  const isForPeople = error instanceof ConfigurationError || error instanceof DirectoryInUseError || error?.code === 'EADDRINUSE';
  process.stderr.write(`${isForPeople ? error.message : (error?.stack ?? error)}\n`);
  process.exit(1);
});
