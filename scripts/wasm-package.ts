import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './run-tool.ts'

const folder = join(projectRoot, 'wasm')

/** The crates, each a module of its own: `curves` for the browser, `scrypt` for the edge. */
export const crates = ['curves', 'scrypt'] as const
export type Crate = (typeof crates)[number]

/** Return the folder of a crate, its built module, and the file with the hash of its sources. */
export function packageOf(crate: Crate): { folder: string; module: string; builtFrom: string } {
  const own = join(folder, crate)
  return {
    folder: own,
    module: join(own, 'pkg', `${crate}.wasm`),
    builtFrom: join(own, 'pkg', 'built-from.json'),
  }
}

/** The kernels of the curve mathematics. */
export const kernelPath = packageOf('curves').module

export interface KernelHashes {
  /** SHA-256 over all that decides about the binary but the compiler. */
  sources: string
  /** SHA-256 of the binary. */
  binary: string
}

/** Return the hashes of a crate as it is on this computer. */
export function hashKernels(crate: Crate): KernelHashes {
  const sources = createHash('sha256')
  const code = readdirSync(join(folder, crate, 'src')).map((name) => `${crate}/src/${name}`)
  const settings = ['Cargo.toml', 'Cargo.lock', '.cargo/config.toml', `${crate}/Cargo.toml`]
  // Leave out the tests, which do not go into the binary.
  for (const path of [...settings, ...code].filter((name) => !name.endsWith('vectors.rs')).sort()) {
    const text = readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n')
    sources.update(`${path}\0${text}\0`)
  }
  const binary = createHash('sha256').update(readFileSync(packageOf(crate).module))
  return { sources: sources.digest('hex'), binary: binary.digest('hex') }
}
