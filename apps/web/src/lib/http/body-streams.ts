/** Sends a form. `onProgress` receives the part that has been sent, from 0 to 1. Rejects if there was no response. */
export type UploadForm = (
  url: string,
  method: string,
  headers: Headers,
  form: FormData,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
) => Promise<Response>;

/** Uses XMLHttpRequest, because fetch cannot report upload progress. */
export const uploadForm: UploadForm = (url, method, headers, form, onProgress, signal) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => {
      const isEmpty = request.status === 204;
      resolve(new Response(isEmpty ? null : (request.response as Blob), { status: request.status }));
    };
    request.onerror = () => reject(new TypeError('The form was not sent.'));
    request.onabort = request.onerror;
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });

/** Reads a body with one JSON object per line, and calls `onLine` as soon as a line is complete. */
export async function readLines(body: ReadableStream<Uint8Array<ArrayBuffer>> | null, onLine: (value: unknown) => void): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let held = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = `${held}${value ?? ''}`.split('\n');
    held = done ? '' : (lines.pop() ?? '');
    for (const line of lines) if (line.trim()) onLine(JSON.parse(line));
    if (done) return;
  }
}

/** Returns the body as a blob. The browser collects it and may keep a large one on disk. */
export function receive(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  let bytes = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counting) ?? null).blob();
}
