// `npm run build:wasm`: builds wasm/curves/pkg/curves.wasm with what is on this computer: wasm-pack, else cargo, else
// plain rustc (Debian: rustc libstd-rust-dev-wasm32 lld). Without any of them the TypeScript kernels do the work.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './run-tool.ts'
import { findRust, rustPath, runRust, wasmTarget } from './rust-tools.ts'
import { builtFromPath, hashKernels, kernelPath } from './wasm-package.ts'

const crate = join(projectRoot, 'wasm', 'curves')
const cache = join(projectRoot, '.cache')

/** A tool that builds the kernels, and where it leaves them. */
interface Way {
  tool: string
  args: string[]
  result: string
}

const packed = join(cache, 'wasm-pack')
const packOptions = ['--release', '--target', 'web', '--no-typescript', '--no-pack']
const bare = join(cache, 'curves.wasm')
const flags = ['opt-level=3', 'lto=fat', 'panic=abort', 'strip=symbols', 'target-feature=+simd128']

/** The best first. The last one needs no package; the second none that is not here already. */
const ways: Way[] = [
  {
    tool: process.env['WASM_PACK'] ?? 'wasm-pack',
    args: ['build', '.', '--mode', 'no-install', ...packOptions, '--out-dir', packed],
    result: join(packed, 'curves_bg.wasm'),
  },
  {
    tool: 'cargo',
    args: ['build', '--release', '--target', wasmTarget, '--locked', '--offline'],
    result: join(cache, 'cargo', wasmTarget, 'release', 'curves.wasm'),
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

const rust = findRust()
if (rust === null) {
  const kept = existsSync(kernelPath) ? 'curves.wasm stays as it is' : 'TypeScript kernels are used'
  console.log(`No Rust compiler for ${wasmTarget} here: the ${kept}.`)
  process.exit(0)
}
if (!ways.some((way) => build(way, rust.version))) process.exit(1)

/** Whether the kernels are built now; says why not where the tool is there. */
function build({ tool, args, result }: Way, compiler: string): boolean {
  const version = runRust(tool, ['--version'], crate)
  if (version.code !== 0) return false
  rmSync(result, { force: true })
  mkdirSync(cache, { recursive: true })
  const { code, output } = runRust(tool, args, crate)
  if (code !== 0 || !existsSync(result)) {
    console.error(`${tool} in ${rustPath()} did not build the kernels:\n${output}`)
    return false
  }
  mkdirSync(join(crate, 'pkg'), { recursive: true })
  writeFileSync(kernelPath, readFileSync(result))
  const by = [...new Set([version.output.trim(), compiler])].join(', ')
  writeFileSync(builtFromPath, `${JSON.stringify({ ...hashKernels(), by }, null, 2)}\n`)
  console.log(`wasm/curves/pkg/curves.wasm by ${by}`)
  return true
}
