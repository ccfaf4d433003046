import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';

/** A document, as every PDF endpoint returns it. */
export interface PdfFile {
  fileName: string;
  contentType: 'application/pdf';
  data: string;
}

/** The query of an open document. It is fetched when it opens and then stays: a new copy would open at its first page again. */
export function openDocument<Key extends QueryKey>(load: UseQueryOptions<PdfFile, Error, PdfFile, Key>) {
  return { ...load, refetchOnWindowFocus: false, refetchOnReconnect: false };
}

/** Returns 'Cotización 1042' for the title 'Cotización' and the file `Quote_1042.pdf`: file names are English in every language. */
export function documentTitle(title: string, { fileName }: Pick<PdfFile, 'fileName'>): string {
  return `${title} ${fileName.replace(/^[A-Za-z]+_/, '').replace(/\.pdf$/, '')}`;
}
