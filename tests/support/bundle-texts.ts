import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { textFolders } from './text-folders.ts'

const texts = resolve('web/i18n/texts')
const moduleId = '\0english-texts'

/**
 * Serve the table of the English texts as one module with the texts in it. Each file of the browser tests begins on an
 * empty page with all parts (all-texts.ts), for which it made 40 requests to Vite.
 */
export function bundleTexts(): Plugin {
  return {
    name: 'bundle-texts',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('/languages/en.ts') ? moduleId : null),
    load(id) {
      if (id !== moduleId) return null
      const files = textFolders
        .filter((part) => part !== 'first')
        .map((part) => [part, join(texts, part, 'en.json')] as const)
      const parts = files.map(([part, file]) => {
        this.addWatchFile(file)
        return `${part}: () => Promise.resolve({ default: ${readFileSync(file, 'utf8')} })`
      })
      return `export const en = { ${parts.join(', ')} }`
    },
  }
}
