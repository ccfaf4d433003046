import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '#server/config';
import { DirectoryInUseError } from '#server/database/directory-lock';
import { SchemaError } from '#server/database/migrate';
import { START_MESSAGES } from '#server/start.messages';

/** The step of the start that failed, with the settings that it used. */
export interface StartStep {
  kind: 'database' | 'folder' | 'port' | 'other';
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The setting that the database's address comes from. */
  databaseSetting?: 'DATABASE_URL' | 'DATABASE_OWNER_URL';
}

/** Returns one sentence for the person who started the server, which names the setting to look at. */
export function describeStartFault(error: unknown, step: StartStep | undefined): string {
  if (error instanceof ConfigurationError || error instanceof DirectoryInUseError || error instanceof SchemaError) return error.message;
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  const reason = reasonOf(error);
  if (!step || (step.kind === 'other' && !isOfServer(code, step))) return START_MESSAGES.other(reason);
  if (step.kind === 'port') return portFault(code, reason, step);
  if (step.kind === 'folder') return START_MESSAGES.dataDir(step.dataDir, FOLDER_REASONS[code] ?? FOLDER_REASONS[reason] ?? reason);
  const { databaseUrl = '', databaseSetting = 'DATABASE_URL' } = step;
  return START_MESSAGES.databaseUrl(databaseSetting, whereIs(databaseUrl), databaseReason(code, loginOf(databaseUrl)) ?? reason);
}

/** Whether the database server itself answered with this error: its codes have five characters and begin with a digit. */
const isOfServer = (code: string, { databaseUrl }: StartStep): boolean => databaseUrl !== undefined && /^\d[\dA-Z]{4}$/.test(code);

/** Throws if this process cannot add files to the folder that web processes share. */
export function assertSharable(webAssetsDir: string): void {
  try {
    mkdirSync(join(webAssetsDir, 'assets'), { recursive: true });
    accessSync(join(webAssetsDir, 'assets'), constants.W_OK);
  } catch (error) {
    const reason = FOLDER_REASONS[String((error as NodeJS.ErrnoException).code)] ?? reasonOf(error);
    throw new ConfigurationError(START_MESSAGES.webAssetsDir(webAssetsDir, reason));
  }
}

function portFault(code: string, reason: string, { host, port }: StartStep): string {
  if (code === 'EADDRINUSE') return START_MESSAGES.portTaken(host, port);
  if (code === 'EACCES') return START_MESSAGES.portForbidden(port);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return START_MESSAGES.hostUnknown(host);
  return START_MESSAGES.other(reason);
}

/** The embedded engine reports the operating system's errors by number, in the numbering of WebAssembly. */
const FOLDER_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: START_MESSAGES.diskFull,
  EDQUOT: START_MESSAGES.diskFull,
  'errno 51': START_MESSAGES.diskFull,
  EACCES: START_MESSAGES.notWritable,
  EPERM: START_MESSAGES.notWritable,
  EROFS: START_MESSAGES.notWritable,
  'errno 2': START_MESSAGES.notWritable,
  'errno 63': START_MESSAGES.notWritable,
  'errno 69': START_MESSAGES.notWritable,
  ENOTDIR: START_MESSAGES.notAFolder,
  EEXIST: START_MESSAGES.notAFolder,
  ENOENT: START_MESSAGES.notAFolder,
};

function databaseReason(code: string, login: string): string | undefined {
  if (code === '28P01' || code === '28000') return START_MESSAGES.loginRefused(login);
  if (code === '3D000') return START_MESSAGES.noSuchDatabase;
  if (code === '42501') return START_MESSAGES.loginTooWeak(login);
  if (code === '53100') return START_MESSAGES.diskFull;
  if (code === 'ECONNREFUSED') return START_MESSAGES.refused;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return START_MESSAGES.unknownHost;
  if (code === 'ETIMEDOUT') return START_MESSAGES.silent;
  return undefined;
}

/** Host and name of the database, never its password. */
function whereIs(databaseUrl: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
    return `${searchParams.get('host') ?? hostname}${port ? `:${port}` : ''}${pathname}`;
  } catch {
    return 'the address';
  }
}

/** The name of the login, never its password. */
function loginOf(databaseUrl: string): string {
  try {
    return decodeURIComponent(new URL(databaseUrl).username);
  } catch {
    return '';
  }
}

/** Returns the first line of the reason. Libraries throw objects of all kinds; an AggregateError has the reasons in its parts. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const { message, errno, name } = (error ?? {}) as { message?: unknown; errno?: unknown; name?: unknown };
  if (typeof message === 'string' && message !== '' && message !== 'FS error') return message.split('\n')[0] ?? message;
  if (typeof errno === 'number') return `errno ${errno}`;
  return typeof name === 'string' ? name : typeof error === 'string' ? error : START_MESSAGES.unknown;
}
