import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './run-tool.ts'

const folder = join(projectRoot, 'wasm')

/** The built kernels, and what says what they were built from. */
export const kernelPath = join(folder, 'curves', 'pkg', 'curves.wasm')
export const builtFromPath = join(folder, 'curves', 'pkg', 'built-from.json')

export interface KernelHashes {
  /** SHA-256 over all that decides about the binary but the compiler. */
  sources: string
  /** SHA-256 of the binary. */
  binary: string
}

/** Hashes of the kernels as they are on this computer. */
export function hashKernels(): KernelHashes {
  const sources = createHash('sha256')
  const code = readdirSync(join(folder, 'curves', 'src')).map((name) => `curves/src/${name}`)
  const settings = ['Cargo.toml', 'Cargo.lock', '.cargo/config.toml', 'curves/Cargo.toml']
  // The tests do not go into the binary.
  for (const path of [...settings, ...code].filter((name) => !name.endsWith('vectors.rs')).sort()) {
    const text = readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n')
    sources.update(`${path}\0${text}\0`)
  }
  const binary = createHash('sha256').update(readFileSync(kernelPath))
  return { sources: sources.digest('hex'), binary: binary.digest('hex') }
}
