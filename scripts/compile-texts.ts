import { readFileSync } from 'node:fs'
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

type Texts = Record<string, string>
type CompiledTexts = Record<string, MessageFormatElement[]>

const parser = '@formatjs/icu-messageformat-parser'

/** A file of texts (`web/i18n/texts/PART/LANGUAGE.json`). */
export const textFile = /\/web\/i18n\/texts\/(\w+)\/(\w+)\.json$/

/**
 * Compile the texts of the built app, so that it needs no parser of ICU messages. In development and in tests the files
 * are taken as they are, and parsed in the page.
 */
export function compileTexts(): Plugin {
  return {
    name: 'compile-texts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      // Use the variant that its authors provide for texts compiled beforehand.
      resolve: {
        alias: [{ find: new RegExp(`^${parser}$`), replacement: `${parser}/no-parser.js` }],
      },
    }),
    load(id) {
      if (!textFile.test(id)) return null
      const texts = JSON.parse(readFileSync(id, 'utf8')) as Texts
      return { code: JSON.stringify(compileAll(texts)), moduleType: 'json' }
    },
  }
}

/** Compile every text to its syntax tree. Throws with the key of a text that is no ICU message. */
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
