import { z } from 'zod';

/** A PDF as JSON; with `Accept: application/pdf` the same call returns the bytes. */
export const pdfAnswer = z.strictObject({
  fileName: z.string(),
  contentType: z.literal('application/pdf'),
  data: z.base64(),
});
