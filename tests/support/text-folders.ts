import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from '../../domain/catalog/languages.ts'

const folder = new URL('../../web/i18n/texts/', import.meta.url)

/** Parts of the texts, by their folders. */
export const textFolders: readonly string[] = readdirSync(folder).sort()

/** Read one file of texts, as it is in the tree. */
export const readTextFile = (part: string, code: Language): string =>
  readFileSync(new URL(`${part}/${code}.json`, folder), 'utf8')

/** Read the texts of one part in a language. */
export const readTexts = (part: string, code: Language): Record<string, string> =>
  JSON.parse(readTextFile(part, code)) as Record<string, string>

const partsByKey = new Map(
  textFolders.flatMap((part) => Object.keys(readTexts(part, 'en')).map((key) => [key, part])),
)

/** Return the part that a text is in; undefined when there is no such text. */
export const textPart = (key: string): string | undefined => partsByKey.get(key)
