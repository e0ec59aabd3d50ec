import { uuidForm } from '../../domain/fields.ts'

/*
 * Ids of samples in 22 letters. Each of them is in up to five tables and indexes of a run, where 36 letters took a tenth of its bytes.
 */

const isId = new RegExp(`^${uuidForm}$`)
const isShort = /^[\w-]{22}$/

/** Shorten an id as rows keep it; any other text stays as it is. */
export function shortId(id: string): string {
  return isId.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') : id
}

/** Read an id from a row, which may be of a version that shortened none. */
export function longId(kept: string): string {
  if (!isShort.test(kept)) return kept
  return spellId(Buffer.from(kept, 'base64url').toString('hex'))
}

/** Write an id from its 32 hexadecimal digits. */
export function spellId(hex: string): string {
  return [0, 8, 12, 16, 20].map((from, at) => hex.slice(from, [8, 12, 16, 20, 32][at])).join('-')
}
