import { sha256Hex } from './secret.ts'

/** A uuid that depends on an owner and a word alone, so that a repeat makes the same record. */
export function derivedUuid(owner: string, word: string): string {
  const hex = sha256Hex(`${owner}:${word}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
