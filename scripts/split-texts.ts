import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { isFirstText } from '../web/i18n/first-texts.ts'

/**
 * Splits the English texts in the built app: `en.json` holds what the login page says, `en.json?rest` the
 * others. In development and in tests both are the whole file.
 */
export function splitTexts(): Plugin {
  return {
    name: 'split-texts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const [path = '', query] = id.split('?')
      if (!path.endsWith('/web/i18n/lang/en.json')) return null
      const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
      const wanted = Object.entries(texts).filter(
        ([key]) => isFirstText(key) !== (query === 'rest'),
      )
      return { code: JSON.stringify(Object.fromEntries(wanted)), moduleType: 'json' }
    },
  }
}
