import { parseArgs } from 'node:util';
import {
  MAX_GRACE_HOURS,
  type ServiceKeyRow,
  serviceKeyDataSources,
  serviceKeyName,
  serviceKeyScopes,
} from '@yardage/contract/service-keys';
import { GRANTABLE_SCOPES } from '@yardage/contract/service-scopes';
import { STAFF_ROLES, type StaffRole } from '@yardage/contract/staff-roles';
import { z } from 'zod';
import type { AccountsPort } from '#server/adapters/identity/port';
import type { Database } from '#server/database/database';
import { recordAudit } from '#server/features/audit/audit.queries';
import { lockPortalUser } from '#server/features/desk/desk-customers.queries';
import { allowSignInOf, detachSignInOf } from '#server/features/desk/desk-customers.service';
import { deskMailsService } from '#server/features/desk/desk-mails.service';
import { countAccounts, listAllStaff, lockStaffUser } from '#server/features/desk/desk-staff.queries';
import { giveStaffRole, withdrawStaffRole } from '#server/features/desk/desk-staff.service';
import { outgoingHoldService } from '#server/features/outgoing/outgoing-hold.service';
import { enforceRetention, findNotedRetention } from '#server/features/retention/retention.service';
import { type NewKey, SUPPLIER_KEYS, serviceKeysService } from '#server/features/service-keys/service-keys.service';
import { purgeTestData } from '#server/features/supply/purge-test-data.service';
import { listSources } from '#server/features/supply/supply.queries';
import { ApiError } from '#server/http/api-error';
import { RETENTION_NAMES, RETENTION_SETTINGS, type RetentionDays } from '#server/operations-config';
import { ADMIN_MESSAGES } from './admin.messages.ts';

/** An error whose message is enough for the person at the terminal. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** How the command talks to its user. */
export interface Terminal {
  say(line: string): void;
  /** Asks a question that is answered with yes or no. */
  confirm(question: string): Promise<boolean>;
}

const OPTIONS = {
  scopes: { type: 'string' },
  'data-sources': { type: 'string' },
  expires: { type: 'string' },
  'grace-hours': { type: 'string', default: '24' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  role: { type: 'string' },
  all: { type: 'boolean', default: false },
  'drop-mail': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;
/** Marks the audit entries of the command. */
const BY_COMMAND = { userId: null, requestId: 'admin-command' } as const;

interface CommandLine {
  subject: string;
  options: ReturnType<typeof parse>['values'];
}
export interface Tools {
  database: Database;
  accounts: AccountsPort;
  terminal: Terminal;
  /** How long things are kept, as far as the environment of the command says so. */
  retention: Partial<RetentionDays>;
}
export interface ReadCommand {
  command: { run: Command };
  commandLine: CommandLine;
}
type Command = (tools: Tools, commandLine: CommandLine) => Promise<void>;

const COMMANDS: Readonly<Record<string, { run: Command; takesSubject: boolean | 'maybe' }>> = {
  'key add': { run: addKey, takesSubject: true },
  'key list': { run: listKeys, takesSubject: false },
  'key rotate': { run: rotateKey, takesSubject: true },
  'key revoke': { run: revokeKey, takesSubject: true },
  'staff add': { run: addStaff, takesSubject: true },
  'staff list': { run: listStaff, takesSubject: false },
  'staff remove': { run: removeStaff, takesSubject: true },
  'retention run': { run: runRetention, takesSubject: false },
  'sign-in detach': { run: detachSignIn, takesSubject: true },
  'sign-in allow': { run: allowSignIn, takesSubject: true },
  'mail requeue': { run: requeueMail, takesSubject: 'maybe' },
  'mail give-up': { run: giveUpMail, takesSubject: true },
  'outgoing show': { run: showOutgoing, takesSubject: false },
  'outgoing hold': { run: holdOutgoing, takesSubject: false },
  'outgoing release': { run: releaseOutgoing, takesSubject: false },
  'data-source purge': { run: purgeDataSource, takesSubject: true },
};

/** Runs one command on an open database. */
export async function runCommand({ command, commandLine }: ReadCommand, tools: Tools): Promise<void> {
  await command.run(tools, commandLine).catch((error) => {
    throw error instanceof ApiError ? new CommandError(describe(error)) : error;
  });
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${ADMIN_MESSAGES.usage}`);
  }
}

/** Reads a command. Throws if there is no such command, so that no database is opened for it. */
export function readCommand(args: readonly string[]): ReadCommand {
  const { values: options, positionals } = parse(args);
  const [area, verb, subject = '', ...rest] = positionals;
  const command = COMMANDS[`${area} ${verb}`];
  if (!command || rest.length > 0 || (command.takesSubject !== 'maybe' && command.takesSubject !== (subject !== '')))
    throw new CommandError(ADMIN_MESSAGES.usage);
  return { command, commandLine: { subject, options } };
}

function describe({ message, fieldErrors = {} }: ApiError): string {
  return [message, ...Object.values(fieldErrors).flat()].join(' ');
}

const KNOWN_SCOPES: readonly string[] = GRANTABLE_SCOPES;

async function addKey({ database, terminal }: Tools, { subject, options }: CommandLine): Promise<void> {
  const list = (text: string) => text.split(',').map((part) => part.trim());
  const unknownScopes = options.scopes ? list(options.scopes).filter((scope) => !KNOWN_SCOPES.includes(scope)) : [];
  if (unknownScopes.length > 0) throw new CommandError(ADMIN_MESSAGES.unknownScopes(unknownScopes, KNOWN_SCOPES));
  const key: NewKey = {
    name: checked(serviceKeyName, subject),
    scopes: checked(serviceKeyScopes, options.scopes ? list(options.scopes) : []),
    ...(options['data-sources'] ? { dataSources: checked(serviceKeyDataSources, list(options['data-sources'])) } : {}),
    ...(options.expires ? { expiresAt: expiryOf(options.expires) } : {}),
  };
  const { secret } = await serviceKeysService(database, SUPPLIER_KEYS).create(key, BY_COMMAND);
  // A key may be made before its data source is sent, but the code may also be mistyped.
  const codes = (await listSources(database)).map(({ code }) => code);
  for (const code of key.dataSources ?? []) if (!codes.includes(code)) terminal.say(ADMIN_MESSAGES.unknownDataSource(code));
  terminal.say(ADMIN_MESSAGES.secretShownOnce);
  terminal.say(secret);
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new CommandError([...new Set(result.error.issues.map(({ message }) => message))].join(' '));
}

/** A day means its end in UTC. */
function expiryOf(text: string): string {
  if (!z.iso.date().safeParse(text).success) throw new CommandError(ADMIN_MESSAGES.badExpiry(text));
  return `${text}T23:59:59Z`;
}

async function listKeys({ database, terminal }: Tools): Promise<void> {
  const keys = await serviceKeysService(database, SUPPLIER_KEYS).list();
  if (keys.length === 0) terminal.say(ADMIN_MESSAGES.noKeys);
  for (const key of keys) terminal.say(lineOf(key));
}

function lineOf({ name, prefix, state, scopes, dataSources, expiresAt, lastUsedAt }: ServiceKeyRow): string {
  const facts = [
    scopes.join(','),
    dataSources ? `data sources ${dataSources.join(',')}` : 'all data sources',
    expiresAt ? `expires ${expiresAt.slice(0, 10)}` : 'no expiry',
    lastUsedAt ? `last used ${lastUsedAt.slice(0, 16)}Z` : 'never used',
  ];
  return `${name}  ${prefix}…  ${state}  ${facts.join('; ')}`;
}

async function rotateKey({ database, terminal }: Tools, { subject, options }: CommandLine): Promise<void> {
  const hours = Number(options['grace-hours']);
  if (!Number.isInteger(hours) || hours < 0 || hours > MAX_GRACE_HOURS) throw new CommandError(ADMIN_MESSAGES.badHours);
  await assertKeyInUse(database, subject);
  if (!(await isAgreed(terminal, options.yes, ADMIN_MESSAGES.askRotate(subject, hours)))) return;
  const { secret } = await serviceKeysService(database, SUPPLIER_KEYS).rotate({ name: subject }, hours, BY_COMMAND);
  terminal.say(ADMIN_MESSAGES.secretShownOnce);
  terminal.say(secret);
}

async function revokeKey({ database, terminal }: Tools, { subject, options }: CommandLine): Promise<void> {
  await assertKeyInUse(database, subject);
  if (!(await isAgreed(terminal, options.yes, ADMIN_MESSAGES.askRevoke(subject)))) return;
  await serviceKeysService(database, SUPPLIER_KEYS).revoke({ name: subject }, BY_COMMAND);
  terminal.say(ADMIN_MESSAGES.revoked(subject));
}

/** Check first, so that the command does not ask for confirmation about a key that does not exist. */
async function assertKeyInUse(database: Database, name: string): Promise<void> {
  const keys = await serviceKeysService(database, SUPPLIER_KEYS).list();
  if (!keys.some((key) => key.name === name && key.state !== 'revoked')) throw new CommandError(ADMIN_MESSAGES.unknownKey(name));
}

async function isAgreed(terminal: Terminal, isAgreedBefore: boolean, question: string): Promise<boolean> {
  if (isAgreedBefore || (await terminal.confirm(question))) return true;
  terminal.say(ADMIN_MESSAGES.nothingChanged);
  return false;
}

async function addStaff({ database, accounts, terminal }: Tools, { subject, options }: CommandLine): Promise<void> {
  const email = addressOf(subject);
  const role = roleOf(options.role);
  const names = { firstName: options['first-name'] ?? '', lastName: options['last-name'] ?? '' };
  const { outcome, customerAccounts } = await database.transaction('system', async (transaction) => ({
    outcome: await giveStaffRole(transaction, { email, ...names, role: role ?? 'Administrator' }, BY_COMMAND, role !== undefined),
    customerAccounts: await countAccounts(transaction, email),
  }));
  if (outcome === 'unchanged') return terminal.say(ADMIN_MESSAGES.alreadyStaff(email));
  if (outcome === 'changed' && role) return terminal.say(ADMIN_MESSAGES.roleChanged(email, role));
  terminal.say(ADMIN_MESSAGES.added(email, role ?? 'Administrator'));
  if (customerAccounts > 0) terminal.say(ADMIN_MESSAGES.alsoCustomer(email, customerAccounts));
  const invitation = await accounts.invite(email);
  if (invitation.kind === 'temporary-password') terminal.say(ADMIN_MESSAGES.signInPassword(invitation.password, invitation.validDays));
  else terminal.say(invitation.kind === 'known' ? ADMIN_MESSAGES.signInKnown : ADMIN_MESSAGES.signInOutside);
}

async function listStaff({ database, terminal }: Tools): Promise<void> {
  const staff = await listAllStaff(database);
  if (staff.length === 0) terminal.say(ADMIN_MESSAGES.noStaff);
  for (const { email, name, role, isEnabled } of staff) {
    terminal.say(`${email}  ${name}  ${role ?? ADMIN_MESSAGES.noRole}${isEnabled ? '' : '  (disabled)'}`);
  }
}

async function removeStaff({ database, terminal }: Tools, { subject, options }: CommandLine): Promise<void> {
  const email = addressOf(subject);
  const isStaff = (await listAllStaff(database)).some((person) => person.email === email);
  if (!isStaff) throw new CommandError(ADMIN_MESSAGES.notStaff(email));
  if (!(await isAgreed(terminal, options.yes, ADMIN_MESSAGES.askRemove(email)))) return;
  await database.transaction('system', async (transaction) => {
    const user = await lockStaffUser(transaction, { email });
    if (user) await withdrawStaffRole(transaction, user, BY_COMMAND);
  });
  terminal.say(ADMIN_MESSAGES.removed(email));
}

async function detachSignIn({ database, terminal }: Tools, { subject, options }: CommandLine): Promise<void> {
  const email = addressOf(subject);
  if (!(await isAgreed(terminal, options.yes, ADMIN_MESSAGES.askDetach(email)))) return;
  await database.transaction('system', async (transaction) => {
    const user = await lockPortalUser(transaction, { email });
    if (!user) throw new CommandError(ADMIN_MESSAGES.unknownUser(email));
    if (!(await detachSignInOf(transaction, user, BY_COMMAND))) throw new CommandError(ADMIN_MESSAGES.noSignIn(email));
  });
  terminal.say(ADMIN_MESSAGES.detached(email));
}

async function allowSignIn({ database, terminal }: Tools, { subject }: CommandLine): Promise<void> {
  const email = addressOf(subject);
  await database.transaction('system', async (transaction) => {
    const user = await lockPortalUser(transaction, { email });
    if (!user) throw new CommandError(ADMIN_MESSAGES.unknownUser(email));
    if (!(await allowSignInOf(transaction, user, BY_COMMAND))) throw new CommandError(ADMIN_MESSAGES.nothingDetached(email));
  });
  terminal.say(ADMIN_MESSAGES.allowed(email));
}

/** Sends one failed mail again, or all with `--all`. */
async function requeueMail({ database, terminal }: Tools, { subject, options }: CommandLine): Promise<void> {
  const id = Number(subject);
  if (options.all === (subject !== '') || (!options.all && !(Number.isSafeInteger(id) && id > 0)))
    throw new CommandError(ADMIN_MESSAGES.badMail);
  const count = await deskMailsService(database).sendAgain(options.all ? 'all' : id, BY_COMMAND);
  terminal.say(ADMIN_MESSAGES.requeued(count));
}

/** Ends a mail that waits. The desk lists it and can send it again. */
async function giveUpMail({ database, terminal }: Tools, { subject, options }: CommandLine): Promise<void> {
  const id = Number(subject);
  if (!Number.isSafeInteger(id) || id <= 0) throw new CommandError(ADMIN_MESSAGES.badMailNumber);
  if (!(await isAgreed(terminal, options.yes, ADMIN_MESSAGES.askGiveUp(id)))) return;
  await deskMailsService(database).giveUp(id, ADMIN_MESSAGES.givenUpReason, BY_COMMAND);
  terminal.say(ADMIN_MESSAGES.givenUp(id));
}

/** Says whether mails, webhooks and planned payments are held. */
async function showOutgoing({ database, terminal }: Tools): Promise<void> {
  const known = await outgoingHoldService(database).find();
  if (!known?.heldSince || !known.heldReason) return terminal.say(ADMIN_MESSAGES.nothingHeld);
  terminal.say(ADMIN_MESSAGES.held(known.heldSince, ADMIN_MESSAGES.holdReasons[known.heldReason]));
}

async function holdOutgoing({ database, terminal }: Tools): Promise<void> {
  await outgoingHoldService(database).hold(BY_COMMAND);
  terminal.say(ADMIN_MESSAGES.holds);
}

/** Lets everything go out again; with `--drop-mail` without the mails that were queued before. */
async function releaseOutgoing({ database, terminal }: Tools, { options }: CommandLine): Promise<void> {
  if (!(await isAgreed(terminal, options.yes, ADMIN_MESSAGES.askRelease))) return;
  const toDrop = options['drop-mail'] ? { reason: ADMIN_MESSAGES.droppedMail } : undefined;
  const dropped = await outgoingHoldService(database).release(BY_COMMAND, toDrop);
  terminal.say(dropped === undefined ? ADMIN_MESSAGES.nothingHeld : ADMIN_MESSAGES.released(dropped));
}

async function purgeDataSource({ database, terminal }: Tools, { subject, options }: CommandLine): Promise<void> {
  if (!(await isAgreed(terminal, options.yes, ADMIN_MESSAGES.askPurge(subject)))) return;
  const purged = await purgeTestData(database, subject, BY_COMMAND);
  if (purged.outcome !== 'purged') {
    throw new CommandError(purged.outcome === 'not-a-test' ? ADMIN_MESSAGES.notATest(subject) : ADMIN_MESSAGES.unknownSource(subject));
  }
  for (const [table, count] of Object.entries(purged.deleted)) if (count > 0) terminal.say(`${table}  ${count}`);
  terminal.say(ADMIN_MESSAGES.purged(subject, purged.keptCustomers));
}

function addressOf(text: string): string {
  const email = text.trim().toLowerCase();
  if (!z.email().safeParse(email).success) throw new CommandError(ADMIN_MESSAGES.badEmail(text));
  return email;
}

/** Returns the role that was given, in any case of letters. */
function roleOf(text: string | undefined): StaffRole | undefined {
  if (text === undefined) return undefined;
  const role = STAFF_ROLES.find((name) => name.toLowerCase() === text.trim().toLowerCase());
  if (!role) throw new CommandError(ADMIN_MESSAGES.badRole(text));
  return role;
}

async function runRetention({ database, terminal, retention }: Tools, { options }: CommandLine): Promise<void> {
  const noted = (await findNotedRetention(database)) ?? {};
  const days = { ...noted, ...retention };
  const unknown = RETENTION_NAMES.filter((name) => days[name] === undefined).map((name) => RETENTION_SETTINGS[name]);
  if (unknown.length > 0) throw new CommandError(ADMIN_MESSAGES.retentionUnknown(unknown));
  const times = RETENTION_NAMES.map((name) => ADMIN_MESSAGES.retentionLine(RETENTION_SETTINGS[name], days[name] ?? 0, noted[name]));
  if (!(await isAgreed(terminal, options.yes, ADMIN_MESSAGES.askRetention(times)))) return;
  const deleted = await enforceRetention(database, days as RetentionDays, { now: new Date() });
  const entry = { ...BY_COMMAND, customerId: null, action: 'retention.run', subject: 'command', detail: deleted } as const;
  await database.transaction('system', (transaction) => recordAudit(transaction, entry));
  const lines = Object.entries(deleted).map(([name, count]) => `${count} ${name}`);
  terminal.say(lines.length === 0 ? ADMIN_MESSAGES.nothingOld : ADMIN_MESSAGES.deleted(lines));
}
