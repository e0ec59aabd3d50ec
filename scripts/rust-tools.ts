import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { projectRoot } from './run-tool.ts'

export const wasmTarget = 'wasm32-unknown-unknown'

/** Folders of Rust's tools: the path first, then where rustup and Debian put them. */
const folders = ['', join(homedir(), '.cargo', 'bin'), '/usr/bin']

export interface Rust {
  /** 'rustc 1.95.0 (...)'. */
  version: string
  path: string
}

let found: Rust | null = null

/** Return the path on which Rust's tools are run: that of the compiler found last, or our own. */
export function rustPath(): string {
  return found?.path ?? process.env['PATH'] ?? ''
}

/**
 * Find the first Rust compiler that has the library of `target` (null: of this computer), and use it for `runRust`;
 * null for none.
 */
export function findRust(target: string | null = wasmTarget): Rust | null {
  for (const folder of folders) {
    const path = [folder, process.env['PATH']].filter(Boolean).join(delimiter)
    found = { version: '', path }
    const version = runRust('rustc', ['--version'], projectRoot)
    const options = target === null ? [] : ['--target', target]
    const place = runRust('rustc', ['--print', 'target-libdir', ...options], projectRoot)
    const library = place.output.trim()
    if (version.code === 0 && place.code === 0 && existsSync(library)) {
      found.version = version.output.trim()
      if (readdirSync(library).length > 0) return found
    }
  }
  return (found = null)
}

/** Run one of Rust's tools in a folder of the project; a tool that is not there has the code 127. */
export function runRust(
  tool: string,
  args: readonly string[],
  cwd: string,
): { code: number; output: string } {
  const env = {
    ...process.env,
    PATH: rustPath(),
    CARGO_TARGET_DIR: join(projectRoot, '.cache', 'cargo'),
  }
  const { status, stdout, stderr } = spawnSync(tool, args, { cwd, env, encoding: 'utf8' })
  const isQuiet = status === 0 && stdout !== ''
  return { code: status ?? 127, output: isQuiet ? stdout : `${stdout ?? ''}${stderr ?? ''}` }
}
