import type { PDFPageProxy } from './pdf-engine.ts';

/** Phones do not support canvases much larger than this. */
const MAX_CANVAS_PIXELS = 16_000_000;

/** A page being rendered into a canvas, with a way to cancel it. */
export interface PageDrawing {
  done: Promise<HTMLCanvasElement>;
  cancel(): void;
}

/** Renders a page at a scale. `density` is the number of canvas pixels per CSS pixel, reduced if the canvas would be too large. */
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
