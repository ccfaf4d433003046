import type { PDFPageProxy } from './pdf-engine.ts';

/** Phones refuse canvases much larger than this. */
const MAX_CANVAS_PIXELS = 16_000_000;

/** A page drawn into a canvas, and the way to give the drawing up. */
export interface PageDrawing {
  done: Promise<HTMLCanvasElement>;
  cancel(): void;
}

/** Draws a page at a scale, with as many pixels to each of them as the screen or printer has. */
export function drawPage(page: PDFPageProxy, scale: number, density: number, intent: 'display' | 'print' = 'display'): PageDrawing {
  const { width, height } = page.getViewport({ scale });
  const affordable = Math.min(density, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale: scale * affordable });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport, intent });
  return { done: task.promise.then(() => canvas), cancel: () => task.cancel() };
}
