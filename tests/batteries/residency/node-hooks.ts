import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const stand = new URL('cloudflare-test.ts', import.meta.url).href

/** Let plain Node load the preparations of the edge tests. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'cloudflare:test') return { url: stand, shortCircuit: true }
    return next(specifier, context)
  },
  load(url, context, next) {
    if (!url.endsWith('?raw')) return next(url, context)
    const text = readFileSync(fileURLToPath(url.slice(0, -'?raw'.length)), 'utf8')
    return {
      format: 'module',
      source: `export default ${JSON.stringify(text)}`,
      shortCircuit: true,
    }
  },
})
