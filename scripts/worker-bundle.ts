import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PluginOption, Rolldown } from 'vite'
import { projectRoot } from './run-tool.ts'

/** Files of the project that are changed in a bundle, by the end of their path. */
export type BundleChange = Record<string, (source: string) => string>

/** A worker as one script beside the WebAssembly modules that it imports. */
interface Bundle {
  contents: string
  compiled: { type: 'CompiledWasm'; path: string; contents: Buffer }[]
}

/** Bundles of this process, by the object of their changes and by entry: a worker that is started again is the same one. */
const bundled = new WeakMap<object, Map<string, Promise<Bundle>>>()

/**
 * Bundle a worker, once for each entry and change. A bundle takes seconds of the processor and dozens of processes of a test run
 * want the same one: those without a change are kept in `.cache`, with the hash of each file that they are made of.
 */
export function bundleWorker(entry: URL, change: BundleChange): Promise<Bundle> {
  const ofChange = bundled.get(change) ?? new Map<string, Promise<Bundle>>()
  bundled.set(change, ofChange)
  const isPlain = Object.keys(change).length === 0
  const known =
    ofChange.get(entry.href) ?? (isPlain ? readOrMakeBundle(entry) : makeBundle(entry, change))
  ofChange.set(entry.href, known)
  return known
}

/** Files that also decide what a bundle is; the first fixes the packages. */
const makers = ['package-lock.json', 'package.json', 'tsconfig.json', 'scripts/worker-bundle.ts']

/** As it is kept, with the hash of each file of the project by its path from the root. */
interface Kept {
  files: Record<string, string>
  contents: string
  wasm: string[]
}

async function readOrMakeBundle(entry: URL): Promise<Bundle> {
  const wanted = `${entry.href} ${process.env['NODE_ENV']}`
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  const path = join(projectRoot, '.cache', 'worker', `${name}.json`)
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : null
  if (kept && Object.entries(kept.files).every(([file, hash]) => hashFile(file) === hash)) {
    return { contents: kept.contents, compiled: kept.wasm.map(readWasm) }
  }
  const made = await makeBundle(entry, {})
  const wasm = made.wasm.map((file) => relative(projectRoot, file))
  const own = made.modules
    .map((id) => relative(projectRoot, id.replace(/\?.*$/, '')))
    .filter((file) => !/^\.\.|node_modules|\0/.test(file))
  const sources = [...own, ...wasm, ...makers].filter((file) => hashFile(file) !== '')
  const files = Object.fromEntries(sources.map((file) => [file, hashFile(file)]))
  mkdirSync(dirname(path), { recursive: true })
  // It appears under its name all at once: another process may read it now.
  const part = `${path}.${randomUUID()}`
  writeFileSync(part, JSON.stringify({ files, contents: made.contents, wasm } satisfies Kept))
  renameSync(part, path)
  return made
}

function hashFile(file: string): string {
  const path = join(projectRoot, file)
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
}

function readWasm(file: string): Bundle['compiled'][number] {
  return {
    type: 'CompiledWasm',
    path: basename(file),
    contents: readFileSync(join(projectRoot, file)),
  }
}

/** @returns the bundle, with the modules that it is made of and the files of WebAssembly beside it. */
async function makeBundle(
  entry: URL,
  change: BundleChange,
): Promise<Bundle & { modules: string[]; wasm: string[] }> {
  const changing: PluginOption = {
    name: 'change-files',
    enforce: 'pre',
    transform: (source: string, id: string) =>
      Object.entries(change).find(([end]) => id.endsWith(end))?.[1](source) ?? null,
  }
  const modules: string[] = []
  const wasm: string[] = []
  const leaving: PluginOption = {
    name: 'leave-wasm',
    enforce: 'pre',
    resolveId(source: string, importer: string | undefined) {
      if (!source.endsWith('.wasm') || importer === undefined) return null
      wasm.push(join(dirname(importer), source))
      return { id: `./${basename(source)}`, external: true }
    },
    buildEnd() {
      modules.push(...this.getModuleIds())
    },
  }
  const { build } = await import('vite')
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [changing, leaving],
    resolve: { conditions: ['workerd', 'worker', 'module', 'import'] },
    build: {
      write: false,
      minify: true,
      target: 'es2024',
      lib: { entry: fileURLToPath(entry), formats: ['es'], fileName: 'worker' },
      rolldownOptions: {
        external: [/^cloudflare:/, /^node:/],
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput[]
  const compiled = wasm.map((file) => readWasm(relative(projectRoot, file)))
  return { contents: built[0]!.output[0].code, compiled, modules, wasm }
}
