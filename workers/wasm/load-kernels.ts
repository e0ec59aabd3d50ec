import { openConsensusKernel, type ConsensusExports } from './consensus.ts'
import { setSigmoidKernel } from './fit-sigmoids.ts'
import { openMeltKernel, type MeltExports } from './melt.ts'
import { openSigmoidKernel, type SigmoidExports } from './sigmoid.ts'
import { setConsensusKernel } from '../consensus/place-curves.ts'
import { setMeltKernel } from '../melt/smooth-melt.ts'

/** Longer than a file of the app takes; a job waits for it only the first time. */
const patienceMs = 1000

let loading: Promise<boolean> | undefined

/**
 * Replace the TypeScript kernels by the WebAssembly ones, once; return true if they are in use. Keep the TypeScript
 * ones if those cannot be loaded (an old browser, a build without them, no network).
 */
export function loadKernels(): Promise<boolean> {
  loading ??= load()
  return loading
}

async function load(): Promise<boolean> {
  try {
    const file = new URL('../../wasm/curves/pkg/curves.wasm', import.meta.url)
    const answer = await fetch(file, { signal: AbortSignal.timeout(patienceMs) })
    const { instance } = await WebAssembly.instantiate(await answer.arrayBuffer())
    const exports = instance.exports as unknown as SigmoidExports & MeltExports & ConsensusExports
    setSigmoidKernel(openSigmoidKernel(exports))
    setMeltKernel(openMeltKernel(exports))
    setConsensusKernel(openConsensusKernel(exports))
    return true
  } catch {
    return false
  }
}
