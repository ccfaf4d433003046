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
