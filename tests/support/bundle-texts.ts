import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const texts = resolve('web/i18n/texts')
const moduleId = '\0texts-of-all-parts'

/**
 * Serve the tables of all parts of the texts as one module, with the English texts in it. Each file of the browser tests
 * begins on an empty page with all parts (all-texts.ts), for which it made 80 requests to Vite.
 */
export function bundleTexts(): Plugin {
  return {
    name: 'bundle-texts',
    enforce: 'pre',
    resolveId: (source) => (/\/texts\/\w+\/files\.ts$/.test(source) ? moduleId : null),
    load(id) {
      if (id !== moduleId) return null
      const parts = readdirSync(texts)
      for (const part of parts) this.addWatchFile(join(texts, part, 'en.json'))
      return parts.map(writePart).join('\n')
    },
  }
}

/** Write what `texts/PART/files.ts` exports: the English texts are there, those of other languages are fetched. */
function writePart(part: string): string {
  const files = readdirSync(join(texts, part)).filter((name) => name.endsWith('.json'))
  const languages = files.map((name) => {
    const load =
      name === 'en.json'
        ? `Promise.resolve({ default: ${JSON.stringify(readEnglish(part))} })`
        : `import('/web/i18n/texts/${part}/${name}')`
    return `${name.replace('.json', '')}: () => ${load}`
  })
  return `export const ${part} = { ${languages.join(', ')} }`
}

const readEnglish = (part: string) =>
  JSON.parse(readFileSync(join(texts, part, 'en.json'), 'utf8')) as Record<string, string>
