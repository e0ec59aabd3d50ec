import { cutName } from '../domain/rules/plain-text.ts'

/** A record's name as a file system takes it: letters, digits and what is safe everywhere. */
export function plainName(name: string): string {
  return cutName(name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_'), 80)
}

/** Name of a file that is made of a record, for a header: what is not ASCII is percent-encoded. */
export function fileName(stem: string, ending: string): string {
  return encodeURIComponent(`${plainName(stem)}${ending}`)
}
