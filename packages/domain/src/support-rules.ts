import { type Faults, faultsOf, requiredFault } from './faults.ts';
import { MEGABYTE } from './file-sizes.ts';
import { SUPPORT_MESSAGES } from './rules.messages.ts';

/** Statuses of a support request (SUP-02). */
export const SUPPORT_STATUS = { open: 1, inProgress: 2, resolved: 3, closed: 4 } as const;

export type SupportStatusLabel = 'Active' | 'Pending' | 'Resolved' | 'Closed';

/** SUP-03: returns the label of a status code; Pending for unknown codes. */
export function supportStatusLabel(status: number): SupportStatusLabel {
  if (status === SUPPORT_STATUS.open) return 'Active';
  if (status === SUPPORT_STATUS.resolved) return 'Resolved';
  return status === SUPPORT_STATUS.closed ? 'Closed' : 'Pending';
}

export const MAX_ATTACHMENTS = 3;
export const MAX_ATTACHMENT_BYTES = 2 * MEGABYTE;
/** Side limit: a phone's panorama is about 16,000 pixels wide. Pixel limit: a photo of 6,000 by 4,000. */
export const MAX_PICTURE_SIDE = 16_384;
export const MAX_PICTURE_PIXELS = 24_000_000;
export const MAX_TITLE_LENGTH = 200;
export const MAX_DESCRIPTION_LENGTH = 4000;
/** The types offered by the file dialog; the server checks the content. */
export const ATTACHMENT_TYPES = ['image/jpeg', 'image/png'] as const;
const ATTACHMENT_NAME = /\.(jpe?g|png)$/i;

/** Returns why a file cannot be attached, judging by name and size; null if it can. */
export function attachmentFault(file: { name: string; size: number }): string | null {
  if (!ATTACHMENT_NAME.test(file.name)) return SUPPORT_MESSAGES.wrongFileType;
  return file.size > MAX_ATTACHMENT_BYTES ? SUPPORT_MESSAGES.fileTooLarge : null;
}

/** The request form's fields. */
export interface SupportFields {
  title: string;
  description: string;
  category: number | null;
  type: number | null;
}

/** Returns why a request cannot be sent, by field. */
export function supportFaults({ title, description, category, type }: SupportFields): Faults<keyof SupportFields> {
  return faultsOf({
    title:
      requiredFault(title, SUPPORT_MESSAGES.titleRequired) ??
      tooLong(title, MAX_TITLE_LENGTH, SUPPORT_MESSAGES.titleTooLong(MAX_TITLE_LENGTH)),
    description:
      requiredFault(description, SUPPORT_MESSAGES.descriptionRequired) ??
      tooLong(description, MAX_DESCRIPTION_LENGTH, SUPPORT_MESSAGES.descriptionTooLong(MAX_DESCRIPTION_LENGTH)),
    category: category === null ? SUPPORT_MESSAGES.categoryRequired : null,
    type: type === null ? SUPPORT_MESSAGES.typeRequired : null,
  });
}

function tooLong(text: string, max: number, message: string): string | null {
  return text.trim().length > max ? message : null;
}
