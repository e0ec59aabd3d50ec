import { readFileSync } from 'node:fs'
import { kernelPath } from '../../scripts/wasm-package.ts'
import type { MeltExports } from '../../workers/wasm/melt.ts'
import type { SigmoidExports } from '../../workers/wasm/sigmoid.ts'

/** Open a new instance of the built kernels. */
export function openKernels(): SigmoidExports & MeltExports {
  const module = new WebAssembly.Module(readFileSync(kernelPath))
  return new WebAssembly.Instance(module).exports as unknown as SigmoidExports & MeltExports
}
