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
