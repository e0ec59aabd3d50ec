import { readFileSync } from 'node:fs'
import { kernelPath } from '../../scripts/wasm-package.ts'
import type { ConsensusExports } from '../../workers/wasm/consensus.ts'
import type { MeltExports } from '../../workers/wasm/melt.ts'
import type { SigmoidExports } from '../../workers/wasm/sigmoid.ts'

type Kernels = SigmoidExports & MeltExports & ConsensusExports

/** Open a new instance of the built kernels. */
export function openKernels(): Kernels {
  const module = new WebAssembly.Module(readFileSync(kernelPath))
  return new WebAssembly.Instance(module).exports as unknown as Kernels
}
