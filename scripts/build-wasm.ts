// `npm run build:wasm`: builds the crates of wasm/ into their pkg/ with what is on this computer: wasm-pack, else cargo,
// else plain rustc (Debian: rustc libstd-rust-dev-wasm32 lld). Without any of them the modules in the tree stay.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from './run-tool.ts'
import { findRust, rustPath, runRust, wasmTarget } from './rust-tools.ts'
import { type Crate, crates, hashKernels, packageOf } from './wasm-package.ts'

const cache = join(projectRoot, '.cache')

/** A tool that builds a crate, and where it leaves the module. */
interface Way {
  tool: string
  args: string[]
  result: string
}

const packOptions = ['--release', '--target', 'web', '--no-typescript', '--no-pack']
const flags = ['opt-level=3', 'lto=fat', 'panic=abort', 'strip=symbols', 'target-feature=+simd128']

/** List the ways to build, the best first. The last one needs no package; the second only installed ones. */
function waysOf(crate: Crate): Way[] {
  const packed = join(cache, 'wasm-pack', crate)
  const bare = join(cache, `${crate}.wasm`)
  return [
    {
      tool: process.env['WASM_PACK'] ?? 'wasm-pack',
      args: ['build', '.', '--mode', 'no-install', ...packOptions, '--out-dir', packed],
      result: join(packed, `${crate}_bg.wasm`),
    },
    {
      tool: 'cargo',
      args: ['build', '--release', '--target', wasmTarget, '--locked', '--offline'],
      result: join(cache, 'cargo', wasmTarget, 'release', `${crate}.wasm`),
    },
    {
      tool: 'rustc',
      args: ['--edition', '2021', '--target', wasmTarget, '--crate-type', 'cdylib'].concat(
        flags.flatMap((flag) => ['-C', flag]),
        ['-o', bare, 'src/lib.rs'],
      ),
      result: bare,
    },
  ]
}

const rust = findRust()
if (rust === null) {
  console.log(`No Rust compiler for ${wasmTarget} here: the modules in the tree stay as they are.`)
  process.exit(0)
}
for (const crate of crates) {
  if (!waysOf(crate).some((way) => build(crate, way, rust.version))) process.exit(1)
}

/** Build the crate. Returns true when it is built; prints the reason otherwise where the tool is there. */
function build(crate: Crate, { tool, args, result }: Way, compiler: string): boolean {
  const { folder, module, builtFrom } = packageOf(crate)
  const version = runRust(tool, ['--version'], folder)
  if (version.code !== 0) return false
  rmSync(result, { force: true })
  mkdirSync(cache, { recursive: true })
  const { code, output } = runRust(tool, args, folder)
  if (code !== 0 || !existsSync(result)) {
    console.error(`${tool} in ${rustPath()} did not build ${crate}:\n${output}`)
    return false
  }
  mkdirSync(dirname(module), { recursive: true })
  writeFileSync(module, readFileSync(result))
  const by = [...new Set([version.output.trim(), compiler])].join(', ')
  writeFileSync(builtFrom, `${JSON.stringify({ ...hashKernels(crate), by }, null, 2)}\n`)
  console.log(`wasm/${crate}/pkg/${crate}.wasm by ${by}`)
  return true
}
