/** UI text of attached pictures. */
export const PICTURES_MESSAGES = {
  open: (fileName: string) => `Open ${fileName}`,
  download: (fileName: string) => `Download ${fileName}`,
  failed: 'The file could not be loaded.',
  loading: 'Loading the picture',
} as const;
