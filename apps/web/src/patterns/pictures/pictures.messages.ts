import { defineMessages, text } from '@yardage/messages/messages';

/** UI text of attached pictures. */
export const PICTURES_MESSAGES = defineMessages('pictures', {
  open: text('Open {fileName}', 'fileName'),
  download: text('Download {fileName}', 'fileName'),
  failed: 'The file could not be loaded.',
});
