import type { JobAddress } from '@yardage/contract/chat';
import { MAX_STREET_LENGTH } from '@yardage/domain/chat';

/** Returns a record's address. Records have only address lines, so all lines go into `street`; nothing is parsed (CHT-08, API-18). */
export function recordAddress(...lines: (string | null)[]): JobAddress {
  const street = lines.filter(Boolean).join(', ').slice(0, MAX_STREET_LENGTH);
  return { street, city: '', state: '', zip: '', latitude: null, longitude: null };
}
