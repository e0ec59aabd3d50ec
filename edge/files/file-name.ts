import { cutName } from '../../domain/rules/plain-text.ts'

/** Turn the name of a record into a file name that every system takes: letters, digits and `._-`. */
export function plainName(name: string): string {
  return cutName(name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_'), 80)
}

/** Name of a file that is made of a record, for a header: what is not ASCII is percent-encoded. */
export function fileName(stem: string, ending: string): string {
  return encodeURIComponent(`${plainName(stem)}${ending}`)
}
