import { useEffect, useState } from 'react';
import { logFailure } from '#web/lib/log.ts';
import type { PDFDocumentProxy } from './pdf-engine.ts';

type Engine = typeof import('./pdf-engine.ts');

/** An open document. */
export interface OpenPdf {
  document: PDFDocumentProxy;
  layOutText: Engine['layOutText'];
}

export interface PdfState {
  pdf: OpenPdf | null;
  isFailed: boolean;
  retry(): void;
}

/** Loads pdf.js on demand, because it is bigger than the rest of the portal, and opens the document. */
export function usePdf(bytes: Uint8Array | null): PdfState {
  const [attempt, setAttempt] = useState(0);
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [isFailed, setIsFailed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry opens the same bytes again
  useEffect(() => {
    if (!bytes) return;
    let isCurrent = true;
    let close = (): void => undefined;
    setIsFailed(false);
    open(bytes, (task) => {
      close = () => void task.destroy();
      if (!isCurrent) close();
    }).then(
      (opened) => isCurrent && setPdf(opened),
      (cause: unknown) => {
        if (!isCurrent) return;
        logFailure('The document could not be opened.', cause);
        setIsFailed(true);
      },
    );
    return () => {
      isCurrent = false;
      setPdf(null);
      close();
    };
  }, [bytes, attempt]);

  return { pdf, isFailed, retry: () => setAttempt((count) => count + 1) };
}

async function open(bytes: Uint8Array, onTask: (task: ReturnType<Engine['openPdf']>) => void): Promise<OpenPdf> {
  const { openPdf, layOutText } = await import('./pdf-engine.ts');
  const task = openPdf(bytes);
  onTask(task);
  return { layOutText, document: await task.promise };
}
