import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addOwner, startPostgres } from '../apps/server/src/testing/postgres-server.ts';
import { addressOf } from '../apps/server/src/testing/templates.ts';
import { startTestIssuer } from '../apps/server/src/testing/test-issuer.ts';
import { PARTS } from '../apps/server/src/testing/torture/parts.ts';
import type { Report, TortureOptions } from '../apps/server/src/testing/torture/torture.ts';
import { ROOT } from './lib/project.mjs';

// `npm run torture`: kills processes and takes the database away under load, on this machine only. Ends with an error at one loss.
// `npm run torture -- NAME…` runs some parts. Each part first has to find a planted fault, then runs for long. `--short` runs the short
// form, `--faults` only the planted faults.

const PREFIX = 'torture';
/** A part that takes longer hangs. That ends the whole run, because its processes would slow the others. */
const MAX_MINUTES = { short: 10, long: 40 };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, faults: { type: 'boolean', default: false } },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);

const unknown = positionals.filter((name) => !PARTS[name]);
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(1);
}

const postgres = await startPostgres(undefined, true);
const adminUrl = await addOwner(postgres.superuserUrl);
const issuer = await startTestIssuer();
let failures = 0;
let leftOut = 0;
try {
  say('Making the demo world …');
  const options = JSON.stringify({ engine: 'postgresql', adminUrl, prefix: PREFIX });
  const args = [join(ROOT, 'apps/server/src/testing/prepare-template.ts'), options];
  await once(spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit');
  for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) await runPart(name);
} finally {
  issuer.stop();
  await postgres.stop();
}
say(failures === 0 ? '\nNothing was lost.' : `\n${failures} parts failed.`);
if (leftOut > 0) say(`${leftOut} parts were not run.`);
// Whatever a part left open would keep this process alive.
process.exit(failures === 0 ? 0 : 1);

/** Runs a part with its fault, then without. */
async function runPart(name: string): Promise<void> {
  const part = PARTS[name];
  if (!part) return;
  say(`\n${name}: ${part.title}`);
  const planted = await run(name, { isLong: false, fault: part.fault });
  if (planted.notRun) {
    say(`  not run: ${planted.notRun}`);
    leftOut += 1;
    return;
  }
  const found = planted.losses.find((loss) => part.fault.finds.test(loss));
  const isFound = found !== undefined;
  say(isFound ? `  The planted fault was found: ${found}` : `  THE PLANTED FAULT WAS NOT FOUND ${planted.losses.join('\n')}`);
  if (!isFound) failures += 1;
  if (values.faults) return;
  const startedAt = Date.now();
  const { figures, losses } = await run(name, { isLong: !values.short });
  say(`  ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  for (const [figure, value] of Object.entries(figures)) say(`  ${figure.padEnd(28)} ${value}`);
  for (const loss of losses) say(`  LOST: ${loss}`);
  if (losses.length > 0) failures += 1;
  else say('  nothing lost');
}

/** Runs a part on a database of its own. A part that breaks counts as lost. */
async function run(name: string, options: TortureOptions): Promise<Report> {
  const database = `torture_${name}_${options.fault ? 'fault' : 'run'}`.replaceAll('-', '_');
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${database} template ${PREFIX}_demo strategy file_copy`);
  await admin.end();
  try {
    const outage = { begin: postgres.crash, end: postgres.restart };
    const ground = { databaseUrl: addressOf(adminUrl, database), superuserUrl: postgres.superuserUrl, issuer, outage };
    const minutes = options.isLong ? MAX_MINUTES.long : MAX_MINUTES.short;
    const timer = setTimeout(() => {
      say(`  LOST: ${name} has not ended after ${minutes} minutes`);
      process.exit(1);
    }, minutes * 60_000);
    const report = await PARTS[name]?.run(ground, options).finally(() => clearTimeout(timer));
    return report ?? { figures: {}, losses: [] };
  } catch (error) {
    return { figures: {}, losses: [`it broke: ${error instanceof Error ? error.stack : String(error)}`] };
  }
}
