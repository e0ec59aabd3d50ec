import { expect, test } from 'vitest'
import { fitSigmoid } from '../../workers/sigmoid/sigmoid-fit.ts'
import { createSlopeWindows } from '../../workers/melt/slope-windows.ts'
import { smoothSlope } from '../../workers/melt/smooth-slope.ts'
import { fitSigmoids } from '../../workers/wasm/fit-sigmoids.ts'
import { loadKernels } from '../../workers/wasm/load-kernels.ts'
import { smoothMelt } from '../../workers/melt/smooth-melt.ts'
import { digestValue } from '../support/digest-value.ts'
import { makeCurve, makeMelt } from '../workers/curves.ts'

const curves = Array.from({ length: 24 }, (_, i) =>
  makeCurve(45, { base: 100, drift: 0.3, top: 40 * i, middle: 12 + i, noise: 0.5, seed: i + 1 }),
)
const temperatures = Float64Array.from({ length: 150 }, (_, i) => 60 + 0.2 * i)
const melt = {
  temperatures,
  values: makeMelt(temperatures, [{ tm: 81.3, area: 300 }]),
  places: Int32Array.from(temperatures, (_, i) => i),
}

test('WebAssembly kernels load in Chromium and change no bit', async () => {
  const fits = curves.map((curve) => digestValue(fitSigmoid(curve)))
  const slopes = digestValue(smoothSlope(melt))
  const windows = createSlopeWindows(temperatures)
  expect(smoothMelt(temperatures, windows, melt.values)).toBeNull()

  expect(await loadKernels()).toBe(true)
  expect(fitSigmoids(curves, []).map(digestValue)).toEqual(fits)
  expect(smoothMelt(temperatures, windows, melt.values)).not.toBeNull()
  expect(digestValue(smoothSlope(melt))).toBe(slopes)
})
