import { defineMessages, text } from '@yardage/messages/messages';

/** Messages about service keys. */
export const SERVICE_KEYS_MESSAGES = defineMessages('server.service-keys', {
  nameTaken: 'There is a key with this name already. Revoke that one first, or choose another name.',
  tooMany: text('An account can have {limit} keys at a time. Revoke one first.', 'limit'),
  expiryPassed: 'This time has passed already.',
});
