import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { runInLanguage } from '@yardage/messages/language';
import type { DrawingReply, DrawingRequest } from './drawing-protocol.ts';
import type { Letterhead } from './letterhead.ts';
import { MergedPdf, renderDocument } from './render-document.ts';

// Draws documents in a worker thread, so that the main thread stays free for requests.

/** Lower priority than the main thread. Only Linux sets it per thread; elsewhere it would apply to the whole process. */
const PRIORITY = 5;
if (process.platform === 'linux') setPriority(PRIORITY);

const given = workerData as Letterhead;
// A Buffer arrives here as a plain Uint8Array.
const branding: Letterhead = { ...given, paperLogo: given.paperLogo && Buffer.from(given.paperLogo) };
const merged = new Map<number, MergedPdf>();

async function draw(request: DrawingRequest): Promise<Buffer | undefined> {
  switch (request.kind) {
    case 'document':
      return renderDocument(branding, request.definition);
    case 'open':
      merged.set(request.file, new MergedPdf(branding, request.title));
      return undefined;
    case 'add':
      return merged.get(request.file)?.add(request.definition);
    case 'end':
      return merged.get(request.file)?.end();
    case 'drop':
      merged.delete(request.file);
      return undefined;
  }
}

parentPort?.on('message', async (request: DrawingRequest) => {
  const reply = (answer: DrawingReply) => parentPort?.postMessage(answer);
  try {
    const bytes = await runInLanguage(request.language, () => draw(request));
    reply({ call: request.call, bytes: bytes ?? new Uint8Array() });
  } catch (error) {
    reply({ call: request.call, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
