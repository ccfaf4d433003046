/** UI text of the document viewer. */
export const PDF_VIEWER_MESSAGES = {
  failed: 'The document could not be loaded.',
  retry: 'Retry',
  close: 'Close',
  loading: 'Loading document',
  tools: 'Document tools',
  pages: 'Document pages',
  page: (page: number, count: number) => `Page ${page} of ${count}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fitWidth: 'Fit width',
  download: 'Download',
  print: 'Print',
  printing: 'Preparing to print',
  printFailed: 'The document could not be printed.',
} as const;
