import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const own = (file: string) => new URL(`platform/${file}`, import.meta.url).href

/** Modules that are replaced here, by the end of their address. */
const stands: readonly [string, string][] = [
  ['/edge/session/password.ts', own('password.ts')],
  ['/web/i18n/faults.ts', own('fault-texts.ts')],
]

/** Text of a file of the product that is another one in this process: a planted bug. */
export interface Mutation {
  file: string
  find: string
  put: string
  /** Only in this version of the product; without, in every one. */
  as?: string
}

const mutations: Mutation[] = []

/** Set a mutation of a file, before it is loaded. */
export function mutate(mutation: Mutation): void {
  mutations.push(mutation)
}

/**
 * Return the address of a module as a version: several versions of the product run in one process, and a module loaded
 * as `x.ts?as=V` loads all its imports as that version, each with its own state.
 */
export function asVersion(url: URL | string, version: string | null): string {
  const whole = new URL(url)
  if (version !== null) whole.searchParams.set('as', version)
  return whole.href
}

function versionOf(url: string | undefined): string | null {
  return url?.startsWith('file:') ? new URL(url).searchParams.get('as') : null
}

const product = /^(domain|edge|web|workers|package\.json)\b/

function isProduct(url: string): boolean {
  return url.startsWith(root) && product.test(url.slice(root.length))
}

const root = new URL('../../../', import.meta.url).href

/** `version` in package.json, of what has one of its own. */
const packageVersions = new Map<string, string>()

export function numberVersion(version: string, number: string): void {
  packageVersions.set(version, number)
}

function mutated(url: string, source: string): string {
  const version = versionOf(url)
  const [path = ''] = url.split('?')
  const own = mutations.filter(
    ({ file, as }) => path.endsWith(`/${file}`) && (as === undefined || as === version),
  )
  return own.reduce((text, { file, find, put }) => {
    if (!text.includes(find)) throw new Error(`${file} has changed: this bug cannot be planted`)
    return text.replace(find, () => put)
  }, source)
}

/** Let plain Node load the edge and the parts of the page that replicate. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'cloudflare:workers') {
      return { url: own('cloudflare-workers.ts'), shortCircuit: true }
    }
    const found = next(specifier, context)
    const stand = stands.find(([end]) => found.url.endsWith(end))
    if (stand) return { ...found, url: stand[1] }
    const version = versionOf(context.parentURL)
    if (version === null || !isProduct(found.url) || found.url.includes('?')) return found
    return { ...found, url: asVersion(found.url, version) }
  },
  load(url, context, next) {
    const raw = url.endsWith('?raw')
    const [path = ''] = url.split('?')
    if (!raw && !path.endsWith('.json')) {
      const loaded = next(url, context)
      const { source } = loaded
      if (mutations.length === 0 || !source) return loaded
      return { ...loaded, source: mutated(url, Buffer.from(source as Uint8Array).toString()) }
    }
    const text = readFileSync(fileURLToPath(path), 'utf8')
    const number = packageVersions.get(versionOf(url) ?? '')
    const json = number === undefined ? text : text.replace(/("version": )"[^"]*"/, `$1"${number}"`)
    const value = raw ? JSON.stringify(text) : json
    return {
      format: 'module',
      source: raw
        ? `export default ${value}`
        : `const it = ${value}\nexport default it\nexport const version = it.version`,
      shortCircuit: true,
    }
  },
})
