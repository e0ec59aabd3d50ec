import { momentOf } from '../../domain/ordered-uuid.ts'
import { sha256Hex } from './secret.ts'

/**
 * Make a uuid that depends on an owner and a word alone, so that a repeat makes the same record. If the word is an
 * operation id that begins with its time, keep that time: the record is stored beside those made at the same time.
 */
export function derivedUuid(owner: string, word: string): string {
  const hex = sha256Hex(`${owner}:${word}`)
  const begin = momentOf(word) ?? `${hex.slice(0, 8)}-${hex.slice(8, 12)}`
  return `${begin}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
