/** Bytes of a megabyte, as limits of files count them. */
export const MEGABYTE = 1024 * 1024;
