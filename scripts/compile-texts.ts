import { readFileSync } from 'node:fs'
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { textPart, type TextPart } from '../web/i18n/text-parts.ts'

type Texts = Record<string, string>
type CompiledTexts = Record<string, MessageFormatElement[]>

const parser = '@formatjs/icu-messageformat-parser'

/**
 * Compiles the texts of the built app, so that it needs no parser of ICU messages, and splits the English ones:
 * `en.json` holds what the login page says, `en.json?rest` and `en.json?analysis` the others. In development and in tests the
 * files are taken as they are, and parsed in the page.
 */
export function compileTexts(): Plugin {
  return {
    name: 'compile-texts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      // The variant that its authors provide for texts compiled beforehand.
      resolve: {
        alias: [{ find: new RegExp(`^${parser}$`), replacement: `${parser}/no-parser.js` }],
      },
    }),
    load(id) {
      const [path = '', query] = id.split('?')
      if (!/\/web\/i18n\/lang\/\w+\.json$/.test(path)) return null
      const texts = JSON.parse(readFileSync(path, 'utf8')) as Texts
      const part = (query ?? 'first') as TextPart
      const wanted = path.endsWith('/en.json') ? pickEnglish(texts, part) : texts
      return { code: JSON.stringify(compileAll(wanted)), moduleType: 'json' }
    },
  }
}

/** The English texts of one part. */
export function pickEnglish(texts: Texts, part: TextPart): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => textPart(key) === part))
}

/** Every text as its syntax tree. Throws with the key of a text that is no ICU message. */
export function compileAll(texts: Texts): CompiledTexts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      try {
        return [key, parse(text)]
      } catch (error) {
        throw new Error(`The text ${key} cannot be read: ${(error as Error).message}`)
      }
    }),
  )
}
