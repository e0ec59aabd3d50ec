import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { textPart, textParts, type TextPart } from '../web/i18n/text-parts.ts'

type Texts = Record<string, string>
type CompiledTexts = Record<string, MessageFormatElement[]>

const parser = '@formatjs/icu-messageformat-parser'

const languageFile = /\/web\/i18n\/lang\/\w+\.json$/
const virtual = '\0texts of '

/**
 * Compiles the texts of the built app, so that it needs no parser of ICU messages, and splits them by their parts
 * (web/i18n/text-parts.ts): `en.json` holds what the login page says, `en.json?rest` and the like the others. Another
 * language's file becomes a module of its first texts, with a loader of each other part beside them. In development
 * and in tests the files are taken as they are, and parsed in the page.
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
    resolveId(source, importer) {
      if (!importer || !/\/lang\/(?!en)\w+\.json$/.test(source)) return null
      // Under a name of its own: what ends in .json is read as JSON.
      return `${virtual}${resolve(dirname(importer), source)}.js`
    },
    load(id) {
      if (id.startsWith(virtual))
        return { code: writeLanguage(id.slice(virtual.length, -'.js'.length)), moduleType: 'js' }
      const [path = '', query = 'first'] = id.split('?')
      if (!languageFile.test(path)) return null
      return { code: writePart(path, query as TextPart), moduleType: 'json' }
    },
  }
}
function writePart(path: string, part: TextPart): string {
  const texts = JSON.parse(readFileSync(path, 'utf8')) as Texts
  return JSON.stringify(compileAll(pickPart(texts, part)))
}

function writeLanguage(path: string): string {
  const loaders = textParts
    .filter((part) => part !== 'first')
    .map((part) => `${part}: () => import(${JSON.stringify(`${path}?${part}`)})`)
  return `export default ${writePart(path, 'first')}\nexport const parts = {${loaders.join(', ')}}`
}

/** The texts of one part. */
export function pickPart(texts: Texts, part: TextPart): Texts {
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
