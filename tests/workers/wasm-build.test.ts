import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRust, runRust } from '../../scripts/rust-tools.ts'
import { crates, hashKernels, packageOf } from '../../scripts/wasm-package.ts'

const rust = findRust(null)

test.each(crates)('the binary of %s in the tree was built from the sources beside it', (crate) => {
  const { module, builtFrom } = packageOf(crate)
  const built = JSON.parse(readFileSync(builtFrom, 'utf8')) as Record<string, string>
  // Run `npm run build:wasm` otherwise, on a computer with Rust.
  expect(built).toMatchObject(hashKernels(crate))
  expect(statSync(module).size).toBeLessThan(60_000)
})

test.skipIf(rust === null).each(crates)(
  `the Rust kernels of %s give the golden vectors${rust ? '' : ' (left out: no Rust compiler here)'}`,
  (crate) => {
    const folder = mkdtempSync(join(tmpdir(), 'bapp-rust-'))
    const program = join(folder, crate)
    const options = ['--edition', '2021', '--test', '-C', 'opt-level=1', '-o', program]
    const source = packageOf(crate).folder
    try {
      const compiled = runRust('rustc', [...options, 'src/lib.rs'], source)
      expect(compiled.code, compiled.output).toBe(0)
      expect(runRust(program, [], source).output).toMatch(/test result: ok\. [1-9]/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  120_000,
)
