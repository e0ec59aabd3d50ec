import { fitSigmoid } from '../sigmoid/sigmoid-fit.ts'
import type { openSigmoidKernel, FitSigmoids } from './sigmoid.ts'

let kernel: ReturnType<typeof openSigmoidKernel> | null = null

/** Set the kernel for fits; null for the TypeScript one. Not a bit of any fit changes. */
export function setSigmoidKernel(opened: typeof kernel): void {
  kernel = opened
}

/**
 * Fit five parameters (`fitSigmoid`) to each curve, cycle 1 first; with an earlier fit of the same curve, that of a live view.
 * Many curves at once, because the WebAssembly kernel takes them in pairs.
 */
export const fitSigmoids: FitSigmoids = (curves, earlier) =>
  kernel?.(curves, earlier) ??
  curves.map((curve, index) => {
    const start = earlier[index]
    return fitSigmoid(curve, start ? { start } : {})
  })
