import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRust, runRust } from '../../scripts/rust-tools.ts'
import { projectRoot } from '../../scripts/run-tool.ts'
import { builtFromPath, hashKernels, kernelPath } from '../../scripts/wasm-package.ts'

const rust = findRust(null)

test('the binary in the tree was built from the sources beside it', () => {
  const built = JSON.parse(readFileSync(builtFromPath, 'utf8')) as Record<string, string>
  // Otherwise: npm run build:wasm, on a computer with Rust.
  expect(built).toMatchObject(hashKernels())
  expect(statSync(kernelPath).size).toBeLessThan(60_000)
})

test.skipIf(rust === null)(
  `the Rust kernels give the golden vectors${rust ? '' : ' (left out: no Rust compiler here)'}`,
  () => {
    const crate = join(projectRoot, 'wasm', 'curves')
    const folder = mkdtempSync(join(tmpdir(), 'bapp-rust-'))
    const program = join(folder, 'curves')
    const options = ['--edition', '2021', '--test', '-C', 'opt-level=1', '-o', program]
    try {
      const compiled = runRust('rustc', [...options, 'src/lib.rs'], crate)
      expect(compiled.code, compiled.output).toBe(0)
      expect(runRust(program, [], crate).output).toMatch(/test result: ok\. [1-9]/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  120_000,
)
