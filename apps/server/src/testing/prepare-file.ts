import { sql } from '#server/database/drizzle';
import { orderAddress, orderJobKey } from '#server/features/orders/job-key.queries';
import type { Prepare } from './prepared-sample.ts';

/** An uploaded file, with a run in a state. */
const importedFile =
  (state: string, mode: string | null = null): Prepare =>
  async (database) => {
    const content = 'key,number\nP1,1\n';
    const { rows } = await database.transaction('system', ({ client }) =>
      client.query<{ id: string }>(
        `with file as (
           insert into imports (resource, data_source, file_name, total_bytes, received_bytes, modified_at, state, mode, format, mapping)
           values ('plants', 'CONE', 'plants.csv', $1, $2, now(), $3, $4, '{}', '{}') returning id),
         part as (insert into import_parts (import_id, start_byte, content) select id, 0, $5 from file where $3 <> 'uploading')
         select id from file`,
        [content.length, state === 'uploading' ? 0 : content.length, state, mode, Buffer.from(content)],
      ),
    );
    return { params: { id: Number(rows[0]?.id) } };
  };

/** Ends the caller's packs that are not made yet. */
const endPacks: Prepare = async (database, customerId, email) => {
  await database.transaction('system', ({ client }) =>
    client.query(
      `update close_out_packs set state = 'cancelled' where customer_id = $1 and state in ('queued', 'running')
         and user_id = (select id from users where email = $2)`,
      [customerId, email],
    ),
  );
  return {};
};

/** A close-out pack of the caller in a state. */
const closeOutPack =
  (state: string): Prepare =>
  async (database, customerId, email) => {
    const { rows } = await database.transaction('system', ({ client }) =>
      client.query<{ id: string }>(
        `insert into close_out_packs (customer_id, user_id, kind, job, with_amounts, with_invoices, total_count, state, beat_at)
         select $1, u.id, 'job', 'Sample', false, false, 1, $3, now() from users u where u.email = $2 returning id`,
        [customerId, email, state],
      ),
    );
    return { params: { packId: Number(rows[0]?.id) } };
  };

/** Sample calls of the endpoints of imports and close-out packs. */
export const FILE_SAMPLES: Readonly<Record<string, Prepare>> = {
  'desk.import-template': async () => ({ params: { resource: 'plants' } }),
  'desk.import': importedFile('ready'),
  'desk.create-import': async () => ({
    body: { resource: 'data-sources', dataSource: undefined, fileName: 'sources.csv', totalBytes: 10, modifiedAt: '2026-01-05T12:00:00Z' },
  }),
  'desk.add-import-part': async (database, customerId, email) => ({
    ...(await importedFile('uploading')(database, customerId, email)),
    body: { offset: 0 },
  }),
  'desk.preview-import': importedFile('ready'),
  'desk.start-import': async (database, customerId, email) => ({
    ...(await importedFile('ready')(database, customerId, email)),
    body: { mapping: { key: 'key' } },
  }),
  'desk.cancel-import': importedFile('running', 'import'),
  'desk.resume-import': importedFile('cancelled', 'import'),
  'desk.import-report': importedFile('done', 'import'),
  // The smallest job, because the pack is made in the background. A person may make a few at a time, so earlier samples end here.
  'close-out-packs.create': async (database, customerId, email) => {
    await endPacks(database, customerId, email);
    const place = await database.read<object>(
      'system',
      sql`select json_build_object('job', min(o.job), 'jobNumber', coalesce(min(o.job_number), ''), 'jobAddress', min(${orderAddress})) as answer
          from orders o join tickets t on t.order_id = o.id where o.customer_id = ${customerId}
          group by ${orderJobKey} order by count(*), min(o.job) limit 1`,
    );
    return { body: { kind: 'job', ...place } };
  },
  'close-out-packs.cancel': closeOutPack('running'),
  'close-out-packs.retry': closeOutPack('failed'),
  'close-out-packs.delete': closeOutPack('failed'),
  'close-out-packs.download': closeOutPack('done'),
};
