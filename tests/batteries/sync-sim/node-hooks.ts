import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const own = (file: string) => new URL(`platform/${file}`, import.meta.url).href

/** What is not run here, by the end of its address. */
const stands: readonly [string, string][] = [
  ['/edge/session/password.ts', own('password.ts')],
  ['/web/i18n/faults.ts', own('fault-texts.ts')],
]

/** Text of a file of the product that is another one in this process: a planted bug. */
export interface Mutation {
  file: string
  find: string
  put: string
}

const mutations: Mutation[] = []

/** Before the file is loaded. */
export function mutate(mutation: Mutation): void {
  mutations.push(mutation)
}

function mutated(url: string, source: string): string {
  const own = mutations.filter(({ file }) => url.endsWith(`/${file}`))
  return own.reduce((text, { file, find, put }) => {
    if (!text.includes(find)) throw new Error(`${file} has changed: this bug cannot be planted`)
    return text.replace(find, () => put)
  }, source)
}

/** Lets plain Node load the edge and the parts of the page that replicate. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'cloudflare:workers') {
      return { url: own('cloudflare-workers.ts'), shortCircuit: true }
    }
    const found = next(specifier, context)
    const stand = stands.find(([end]) => found.url.endsWith(end))
    return stand ? { ...found, url: stand[1] } : found
  },
  load(url, context, next) {
    const raw = url.endsWith('?raw')
    if (!raw && !url.endsWith('.json')) {
      const loaded = next(url, context)
      const { source } = loaded
      if (mutations.length === 0 || !source) return loaded
      return { ...loaded, source: mutated(url, Buffer.from(source as Uint8Array).toString()) }
    }
    const text = readFileSync(fileURLToPath(raw ? url.slice(0, -'?raw'.length) : url), 'utf8')
    const value = raw ? JSON.stringify(text) : text
    return {
      format: 'module',
      source: raw
        ? `export default ${value}`
        : `const it = ${value}\nexport default it\nexport const version = it.version`,
      shortCircuit: true,
    }
  },
})
