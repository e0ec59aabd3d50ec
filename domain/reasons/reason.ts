import type { DeviceReason } from './device.ts'
import type { FileReason } from './file.ts'
import type { InputReason } from './input.ts'
import type { PersonReason } from './person.ts'
import type { RecordReason } from './record.ts'

/**
 * Reasons for refusals, narrower than the code of the failure: a closed list, so that no reason is without a text. The
 * interface has a text for each in every language, or does not compile (web/i18n/catalogs.ts).
 */
export type Reason = DeviceReason | FileReason | InputReason | PersonReason | RecordReason

/**
 * Take a word for a reason that the compiler cannot look up: of an answer of another version, of a device, of the check of a
 * schema. Where it has no text, the page shows that of the code.
 */
export function asReason(word: string): Reason {
  return word as Reason
}
