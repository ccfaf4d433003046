import { defineMessages, text } from '@yardage/messages/messages';

/** UI text of the document viewer. */
export const PDF_VIEWER_MESSAGES = defineMessages('pdf-viewer', {
  failed: 'The document could not be loaded.',
  retry: 'Retry',
  close: 'Close',
  loading: 'Loading document',
  tools: 'Document tools',
  pages: 'Document pages',
  page: text('Page {page} of {count}', 'page', 'count'),
  previousPage: 'Previous page',
  nextPage: 'Next page',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fitWidth: 'Fit width',
  download: 'Download',
  print: 'Print',
  printFailed: 'The document could not be printed.',
});
