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
 * want the same one: it is kept in `.cache`, with the hash of each file that it is made of, as it was changed.
 */
export function bundleWorker(entry: URL, change: BundleChange): Promise<Bundle> {
  const ofChange = bundled.get(change) ?? new Map<string, Promise<Bundle>>()
  bundled.set(change, ofChange)
  const known = ofChange.get(entry.href) ?? readOrMakeBundle(entry, change)
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

async function readOrMakeBundle(entry: URL, change: BundleChange): Promise<Bundle> {
  const wanted = `${entry.href} ${process.env['NODE_ENV']} ${Object.entries(change).join()}`
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  const path = join(projectRoot, '.cache', 'worker', `${name}.json`)
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : null
  const isSame = ([file, hash]: [string, string]) => hashFile(file, change) === hash
  if (kept && Object.entries(kept.files).every(isSame)) {
    return { contents: kept.contents, compiled: kept.wasm.map(readWasm) }
  }
  const made = await makeBundle(entry, change)
  const wasm = made.wasm.map((file) => relative(projectRoot, file))
  const own = made.modules
    .map((id) => relative(projectRoot, id.replace(/\?.*$/, '')))
    .filter((file) => !/^\.\.|node_modules|\0/.test(file))
  const hashes = [...own, ...wasm, ...makers].map((file) => [file, hashFile(file, change)] as const)
  const files = Object.fromEntries(hashes.filter(([, hash]) => hash !== ''))
  mkdirSync(dirname(path), { recursive: true })
  // Write it under another name first, so that it appears all at once: another process may read it now.
  const part = `${path}.${randomUUID()}`
  writeFileSync(part, JSON.stringify({ files, contents: made.contents, wasm } satisfies Kept))
  renameSync(part, path)
  return made
}

/** Hash a file of the project as the change leaves it; empty for one that is not there. */
function hashFile(file: string, change: BundleChange): string {
  const path = join(projectRoot, file)
  if (!existsSync(path)) return ''
  const contents = changeOf(change, path)?.(readFileSync(path, 'utf8')) ?? readFileSync(path)
  return createHash('sha256').update(contents).digest('hex')
}

function changeOf(change: BundleChange, path: string): BundleChange[string] | undefined {
  return Object.entries(change).find(([end]) => path.endsWith(end))?.[1]
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
    transform: (source: string, id: string) => changeOf(change, id)?.(source) ?? null,
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
        output: { codeSplitting: false, minify: true },
      },
    },
  })) as Rolldown.RolldownOutput[]
  const compiled = wasm.map((file) => readWasm(relative(projectRoot, file)))
  return { contents: built[0]!.output[0].code, compiled, modules, wasm }
}
