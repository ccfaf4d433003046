#!/usr/bin/env node
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

// Keeps the portal in step with a folder of CSV files: sends what is new or changed since the last run. See README.md.

/** In this order a record rarely has to wait for another one. */
const RESOURCES = [
  'data-sources',
  'plants',
  'products',
  'price-lists',
  'trucks',
  'contacts',
  'announcements',
  'customers',
  'members',
  'quotes',
  'orders',
  'tickets',
  'invoices',
  'credits',
  'payments',
];
const BATCH_RECORDS = 1000;
const BATCH_BYTES = 8_000_000;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
/** A file that changed a moment ago may still be being written. */
const SETTLED_MS = 2000;
/** Without deliveries of tickets the portal says that its data is old. */
const HEARTBEAT_MS = 5 * 60_000;
const STATE_FILE = '.keep-in-step.json';
const REFUSED_FILE = 'refused.csv';

/**
 * @typedef {{ hash: string, errors?: Record<string, string[]>, isAskedAgain?: boolean }} Sent What was sent last of a record, and why it
 * was refused.
 * @typedef {{ mtimeMs: number, size: number, records: Record<string, Sent> }} FileState
 * @typedef {Record<string, FileState>} State What was sent to one data source of one portal, by resource.
 * @typedef {{ type?: string, anyOf?: Schema[], items?: Schema, properties?: Record<string, Schema> }} Schema
 * @typedef {{ key: string, updatedAt: string } & Record<string, unknown>} SupplyRecord
 * @typedef {{ index: number, key: string | null, outcome: string, errors?: Record<string, string[]> }} Result
 */

/** An error that no retry can help; its message is enough for the user. */
class PlainError extends Error {}

/** The portal does not answer, or does not accept the key, so that the next file would fail as well. */
class NoPortalError extends PlainError {}

/** Reads rows of a CSV file with comma, semicolon or tab, as the first line has it. Quoted cells may contain line breaks. @param {string} path */
async function* readRows(path) {
  /** @type {string | undefined} */
  let delimiter;
  let text = '';
  for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
    text = text === '' ? line.replace(/^\uFEFF/, '') : `${text}\n${line}`;
    if (endsInQuotes(text, delimiter ?? delimiterOf(text))) continue;
    if (text.trim() !== '') {
      delimiter ??= delimiterOf(text);
      yield cellsOf(text, delimiter);
    }
    text = '';
  }
  if (text.trim() !== '') throw new PlainError(`${path} ends within a quoted cell.`);
}

/** @param {string} head */
const delimiterOf = (head) => [';', '\t'].find((each) => head.split(each).length > head.split(',').length) ?? ',';

/** Whether a row ends within a quoted cell. A quote opens one only at its beginning: that of 4" is text. @param {string} row @param {string} delimiter */
const endsInQuotes = (row, delimiter) =>
  new RegExp(`^(?:(?:"(?:[^"]|"")*"(?!")|(?!"))[^${delimiter}]*${delimiter})*"(?:[^"]|"")*$`).test(row);

/** Splits a row into its cells. @param {string} row @param {string} delimiter */
function cellsOf(row, delimiter) {
  // A cell with the delimiter after it, so that an empty first cell is one, too.
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}]*))(${delimiter}|$)`, 'y');
  const cells = [];
  for (;;) {
    const [, inQuotes, bare = '', end = ''] = cell.exec(row) ?? [];
    cells.push((inQuotes?.replaceAll('""', '"') ?? bare).trim());
    if (end === '') return cells;
  }
}

/** The schema of a field without its nullability. @param {Schema | undefined} schema @returns {Schema} */
const plain = (schema) => schema?.anyOf?.find(({ type }) => type !== 'null') ?? schema ?? {};

/** Converts a cell to what the API expects. What cannot be converted is sent as it is, so that the portal says what is wrong with it.
 * @param {string} cell @param {Schema | undefined} schema */
function convert(cell, schema) {
  const { type } = plain(schema);
  // Takes back a time; an empty cell leaves it as it is.
  if (cell === 'NULL' && schema?.anyOf?.some((each) => each.type === 'null')) return null;
  if ((type === 'number' || type === 'integer') && Number.isFinite(Number(cell))) return Number(cell);
  if (type === 'boolean' && /^(true|yes|1|false|no|0)$/i.test(cell)) return /^(true|yes|1)$/i.test(cell);
  return cell;
}

/** Adds a row to a record. `lines.amount` is a field of an entry of `lines`; a list of keys gets one entry per row.
 * @param {SupplyRecord} record @param {string[]} columns @param {string[]} row @param {Record<string, Schema>} fields */
function addRow(record, columns, row, fields) {
  /** @type {Record<string, Record<string, unknown>>} */
  const entries = {};
  /** @param {string} list @param {unknown} entry */
  const push = (list, entry) => {
    record[list] = [.../** @type {unknown[]} */ (record[list] ?? []), entry];
  };
  columns.forEach((column, index) => {
    const cell = row[index] ?? '';
    if (cell === '') return;
    const [list = '', field] = column.split('.', 2);
    const schema = plain(fields[list]);
    if (field) entries[list] = { ...entries[list], [field]: convert(cell, schema.items?.properties?.[field]) };
    else if (schema.type === 'array') push(list, cell);
    else record[list] ??= convert(cell, schema);
  });
  for (const [list, entry] of Object.entries(entries)) push(list, entry);
}

/** Reads the records of a file. Consecutive rows with the same key are one record.
 * @param {string} path @param {Record<string, Schema>} fields @param {string} updatedAt */
async function* readRecords(path, fields, updatedAt) {
  /** @type {string[] | undefined} */
  let columns;
  /** @type {SupplyRecord | undefined} */
  let open;
  for await (const row of readRows(path)) {
    if (!columns) {
      columns = row;
      if (!columns.includes('key')) throw new PlainError(`${path} has no column 'key'.`);
      continue;
    }
    const key = row[columns.indexOf('key')] ?? '';
    if (open && open.key !== key) {
      yield finished(open, fields, updatedAt);
      open = undefined;
    }
    open ??= /** @type {SupplyRecord} */ ({ key });
    addRow(open, columns, row, fields);
  }
  if (open) yield finished(open, fields, updatedAt);
}

/** Adds what a file can leave out: the time of the version, and lists that are empty.
 * @param {SupplyRecord} record @param {Record<string, Schema>} fields @param {string} updatedAt */
function finished(record, fields, updatedAt) {
  for (const [name, schema] of Object.entries(fields)) if (plain(schema).type === 'array') record[name] ??= [];
  record.updatedAt ??= updatedAt;
  return record;
}

/** @param {SupplyRecord} record */
function hashOf({ updatedAt: _, ...content }) {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}

class Client {
  /** @param {{ folder: string, url: string, dataSource: string, key: string, tries: number, firstPauseMs: number }} settings */
  constructor(settings) {
    this.settings = settings;
    this.statePath = join(settings.folder, STATE_FILE);
    /** By address and data source, because each of them has received other records. @type {Record<string, State>} */
    this.targets = existsSync(this.statePath) ? (JSON.parse(readFileSync(this.statePath, 'utf8')).targets ?? {}) : {};
    /** @type {State} */
    this.state = this.targets[`${settings.url} ${settings.dataSource}`] ??= {};
    /** @type {Record<string, Record<string, Schema>>} */
    this.schemas = {};
    this.lastTicketsMs = 0;
    this.lastAskedMs = 0;
  }

  /** Sends what changed in any file. One that cannot be sent does not hold up the others. @param {boolean} isWatching */
  async run(isWatching) {
    const unsent = new Set();
    for (const resource of RESOURCES) {
      try {
        await this.sendIfChanged(resource, isWatching);
      } catch (error) {
        if (!(error instanceof PlainError) || error instanceof NoPortalError) throw error;
        console.error(error.message);
        unsent.add(resource);
      }
    }
    if (isWatching && !unsent.has('tickets')) await this.beat();
    await this.sendAgain(isWatching);
    return { isComplete: unsent.size === 0, refused: this.writeRefused() };
  }

  /** @param {string} resource @param {boolean} isWatching */
  async sendIfChanged(resource, isWatching) {
    const path = join(this.settings.folder, `${resource}.csv`);
    if (!existsSync(path)) return;
    const { mtimeMs, size } = statSync(path);
    const known = this.state[resource];
    const isUnchanged = known?.mtimeMs === mtimeMs && known.size === size;
    if (isUnchanged || (isWatching && Date.now() - mtimeMs < SETTLED_MS)) return;
    await this.sendFile(resource, path, mtimeMs);
    Object.assign(this.state[resource] ?? {}, { mtimeMs, size });
    this.save();
  }

  /** @param {string} resource @param {string} path @param {number} mtimeMs @param {ReadonlySet<string>} [again] Also sent if unchanged. */
  async sendFile(resource, path, mtimeMs, again = new Set()) {
    const fields = await this.fieldsOf(resource);
    this.state[resource] ??= { mtimeMs: 0, size: 0, records: {} };
    const { records: sent } = this.state[resource];
    const seen = new Set();
    /** @type {SupplyRecord[]} */
    let batch = [];
    let bytes = 0;
    let unchanged = 0;
    const counts = {};
    for await (const record of readRecords(path, fields, new Date(mtimeMs).toISOString())) {
      if (seen.has(record.key)) throw new PlainError(`${path}: the rows of key ${record.key} do not stand together.`);
      seen.add(record.key);
      if (sent[record.key]?.hash === hashOf(record) && !again.has(record.key)) {
        unchanged += 1;
        continue;
      }
      const length = JSON.stringify(record).length;
      if (batch.length === BATCH_RECORDS || (batch.length > 0 && bytes + length > BATCH_BYTES)) {
        await this.sendBatch(resource, batch, counts);
        [batch, bytes] = [[], 0];
      }
      batch.push(record);
      bytes += length;
    }
    if (batch.length > 0) await this.sendBatch(resource, batch, counts);
    const outcomes = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
    console.log(`${new Date().toISOString()} ${resource}: ${outcomes.join(', ') || 'nothing new'} (${unchanged} not sent, as before)`);
  }

  /** Sends a batch and notes what became of it. A crash before the note does no harm: the portal takes the batch again as unchanged.
   * @param {string} resource @param {SupplyRecord[]} records @param {Record<string, number>} counts */
  async sendBatch(resource, records, counts) {
    const dataSource = resource === 'data-sources' ? {} : { dataSource: this.settings.dataSource };
    const answer = await this.call('PUT', `/api/supply/${resource}`, { ...dataSource, records });
    const { results } = /** @type {{ results: Result[] }} */ (await answer.json());
    const sent = /** @type {FileState} */ (this.state[resource]).records;
    for (const { index, outcome, errors } of results) {
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      const record = /** @type {SupplyRecord} */ (records[index]);
      const faults = outcome === 'stale' ? { updatedAt: ['The portal has a later version of this record.'] } : errors;
      // The portal refused the time of this version. Without a hash, the next export is sent even if only the time has changed.
      const hash = faults?.updatedAt ? '' : hashOf(record);
      sent[record.key] = { hash, ...(faults ? { errors: faults } : {}) };
    }
    if (resource === 'tickets') this.lastTicketsMs = Date.now();
    this.save();
  }

  /** Sends an empty batch from time to time: there is nothing new. Not called while the file of the tickets cannot be sent. */
  async beat() {
    if (!this.state.tickets || Date.now() - this.lastTicketsMs < HEARTBEAT_MS) return;
    await this.sendBatch('tickets', [], {});
  }

  /** A refused record may have been applied with a later one. Sends those again that the portal no longer lists, to hear what became of them.
   * @param {boolean} isWatching */
  async sendAgain(isWatching) {
    if (Date.now() - this.lastAskedMs < HEARTBEAT_MS) return;
    for (const resource of RESOURCES) {
      const open = Object.entries(this.state[resource]?.records ?? {}).filter(
        ([, { hash, errors, isAskedAgain }]) => errors && hash !== '' && !isAskedAgain,
      );
      const path = join(this.settings.folder, `${resource}.csv`);
      if (open.length === 0 || !existsSync(path)) continue;
      this.lastAskedMs = Date.now();
      const refused = await this.refusedKeys(resource);
      const gone = new Set(open.map(([key]) => key).filter((key) => refused && !refused.has(key)));
      const { mtimeMs } = statSync(path);
      if (gone.size === 0 || (isWatching && Date.now() - mtimeMs < SETTLED_MS)) continue;
      try {
        await this.sendFile(resource, path, mtimeMs, gone);
      } catch (error) {
        // The regular pass over this file has already reported what is wrong with it.
        if (error instanceof NoPortalError || !(error instanceof PlainError)) throw error;
        continue;
      }
      // A record may be refused again without being listed. It is sent again only once, or it would be sent for ever.
      for (const key of gone) Object.assign(this.state[resource]?.records[key] ?? {}, { isAskedAgain: true });
      this.save();
    }
  }

  /** The keys of all records of a resource that the portal refuses; undefined if our key may not list them. @param {string} resource */
  async refusedKeys(resource) {
    const keys = new Set();
    let after = '';
    do {
      const dataSource = resource === 'data-sources' ? '' : `&dataSource=${encodeURIComponent(this.settings.dataSource)}`;
      const page = await this.call('GET', `/api/supply/refused?resource=${resource}${dataSource}&limit=1000${after}`).catch((error) => {
        if (error instanceof NoPortalError || !(error instanceof PlainError)) throw error;
      });
      if (!page) return undefined;
      const { items, next } = /** @type {{ items: { key: string }[], next: string | null }} */ (await page.json());
      for (const { key } of items) keys.add(key);
      after = next ? `&after=${encodeURIComponent(next)}` : '';
    } while (after);
    return keys;
  }

  /** The fields of a resource, as the portal documents them. @param {string} resource */
  async fieldsOf(resource) {
    if (!this.schemas[resource]) {
      const { paths } = /** @type {any} */ (await (await this.call('GET', '/openapi.json')).json());
      for (const name of RESOURCES) {
        const { schema } = paths[`/supply/${name}`].put.requestBody.content['application/json'];
        this.schemas[name] = schema.properties.records.items.properties;
      }
    }
    return /** @type {Record<string, Schema>} */ (this.schemas[resource]);
  }

  /** Calls the portal; tries again when it is away, busy, or limits the rate. @param {string} method @param {string} path @param {unknown} [body] */
  async call(method, path, body) {
    const { url, key, tries, firstPauseMs } = this.settings;
    for (let tried = 1; ; tried += 1) {
      let fault;
      let waitMs = Math.min(firstPauseMs * 2 ** (tried - 1), MAX_PAUSE_MS) * (0.5 + Math.random() / 2);
      try {
        const answer = await fetch(`${url}${path}`, {
          method,
          headers: { 'X-Service-Key': key, ...(body ? { 'Content-Type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: AbortSignal.timeout(120_000),
        });
        if (answer.ok) return answer;
        fault = `${method} ${path} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`;
        if (answer.status === 401) throw new NoPortalError(fault);
        if (answer.status < 500 && answer.status !== 429 && answer.status !== 408) throw new PlainError(fault);
        waitMs = Math.max(waitMs, (Number(answer.headers.get('retry-after')) || 0) * 1000);
      } catch (error) {
        if (error instanceof PlainError) throw error;
        fault = `${method} ${path}: ${/** @type {Error} */ (error).message}`;
      }
      if (tried >= tries) throw new NoPortalError(`${fault}\nGiven up after ${tried} tries. The next run goes on from here.`);
      console.error(`${fault}; next try in ${(waitMs / 1000).toFixed(1)} s`);
      await pause(waitMs);
    }
  }

  /** Replaces the file at once, so that a crash leaves the old or the new one. */
  save() {
    writeFileSync(`${this.statePath}.new`, JSON.stringify({ targets: this.targets }));
    renameSync(`${this.statePath}.new`, this.statePath);
  }

  /** Lists the records that are refused as they were sent last. Returns how many there are. */
  writeRefused() {
    const path = join(this.settings.folder, REFUSED_FILE);
    const lines = Object.entries(this.state).flatMap(([resource, { records }]) =>
      Object.entries(records).flatMap(([key, { errors = {} }]) =>
        Object.entries(errors).map(([field, messages]) => [resource, key, field, messages.join(' ')].map(quoted).join(',')),
      ),
    );
    if (lines.length === 0) rmSync(path, { force: true });
    else writeFileSync(path, ['resource,key,field,message', ...lines, ''].join('\n'));
    return lines.length;
  }
}

/** @param {string} text */
const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const USAGE = `Usage: YARDAGE_KEY=… node keep-in-step.mjs FOLDER --url https://portal.example --data-source EAST [--watch]
  --every SECONDS        how often the folder is looked at with --watch (30)
  --tries COUNT          how often a call is tried (8)
  --first-pause-ms MS    the pause after the first try; it doubles (1000)`;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      'data-source': { type: 'string' },
      watch: { type: 'boolean', default: false },
      every: { type: 'string', default: '30' },
      tries: { type: 'string', default: '8' },
      'first-pause-ms': { type: 'string', default: String(FIRST_PAUSE_MS) },
    },
  });
  const [folder] = positionals;
  const { url, 'data-source': dataSource } = values;
  const key = process.env.YARDAGE_KEY;
  if (!folder || !url || !dataSource || !key) throw new PlainError(USAGE);
  const client = new Client({
    folder,
    url: url.replace(/\/+$/, ''),
    dataSource,
    key,
    tries: Number(values.tries),
    firstPauseMs: Number(values['first-pause-ms']),
  });
  if (!values.watch) {
    const { isComplete, refused } = await client.run(false);
    // Refused records have an exit code of their own, so that a scheduler can notice them.
    process.exitCode = isComplete ? (refused === 0 ? 0 : 2) : 1;
    return;
  }
  for (;;) {
    await client.run(true).catch((error) => console.error(error instanceof PlainError ? error.message : error));
    await pause(Number(values.every) * 1000);
  }
}

main().catch((error) => {
  console.error(error instanceof PlainError ? error.message : error);
  process.exitCode = 1;
});
