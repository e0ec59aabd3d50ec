import { existsSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { recordedPlates } from '../tests/support/engine-plates.ts'
import { makeCurve, makeMelt, makeRandom } from '../tests/workers/curves.ts'
import { timeKernel, type KernelTimes, type KernelWork } from './bench-wasm-inside.ts'
import { bundleScript } from './bundle-script.ts'
import { findChromium } from './chromium.ts'
import { readyChromium } from './install-chromium.ts'
import { measured, type ReportRow, withoutBar } from './report-table.ts'
import { kernelPath } from './wasm-package.ts'

/** Rounds of TypeScript and WebAssembly in turn; in a short run, which says nothing of times, one of each. */
const rounds = { whole: 31, short: 1 }

/** From this ratio on a kernel is worth its place. */
const leastRatio = 1.5

/**
 * Measure the WebAssembly kernels against the TypeScript ones, copies in and out included: one run, the order changing
 * from round to round, medians.
 */
export async function benchWasm(given: { short: boolean }): Promise<ReportRow[]> {
  if (!existsSync(kernelPath)) {
    return [measured('kernels', 'not built: npm run build:wasm')]
  }
  const bytes = Array.from(readFileSync(kernelPath))
  const rows: ReportRow[] = []
  const count = given.short ? rounds.short : rounds.whole
  for (const [what, work] of Object.entries(chooseWork())) {
    rows.push(...tell(`${what}, Node`, timeKernel(bytes, work, count)))
    if (findChromium() !== null) {
      rows.push(...tell(`${what}, Chromium`, await timeInChromium(bytes, work, count)))
    }
  }
  return given.short ? rows.map(withoutBar) : rows
}

/**
 * Choose the work: a plate of growth, one with many wells without growth, a target that grew in all wells, and the melts
 * of a plate.
 */
function chooseWork(): Record<string, KernelWork> {
  const works: Record<string, KernelWork> = {}
  for (const { name, amplification } of recordedPlates().slice(0, 2)) {
    const { values, points } = amplification
    const curves = Array.from({ length: values.length / points }, (_, i) =>
      Array.from(values.subarray(i * points, (i + 1) * points)),
    )
    works[`sigmoid fit of ${curves.length} curves of ${points} cycles (${name})`] = {
      curves,
    }
  }
  works['shape and places of 96 curves of 45 cycles'] = makeTarget(96, 45)
  const temperatures = Float64Array.from({ length: 200 }, (_, i) => 60 + 0.175 * i)
  const random = makeRandom(1)
  const melts = Array.from({ length: 576 }, () => {
    const peaks = [{ tm: 75 + 15 * random(), area: 300 }]
    return Array.from(makeMelt(temperatures, peaks), (value) => value + 2 * random())
  })
  works['smoothed -dF/dT of 576 melts of 200 points'] = {
    curves: melts,
    temperatures: Array.from(temperatures),
  }
  return works
}

/** Make a target of curves that grow alike, with a little noise. */
function makeTarget(wells: number, cycles: number): KernelWork {
  const starts = Array.from({ length: wells }, (_, well) => ({
    middle: 15 + (well * (cycles - 22)) / wells,
    rise: 4 + (well % 5),
  }))
  const curves = starts.map(({ middle, rise: top }, seed) =>
    Array.from(makeCurve(cycles, { base: 2, top, middle, noise: 0.005, seed: seed + 1 })),
  )
  return { curves, starts }
}

function tell(what: string, times: KernelTimes): ReportRow[] {
  const row = (name: string, value: number): ReportRow => ({
    name: `${what}, ${name}`,
    value,
    unit: 'ms',
    bar: '',
    ok: null,
  })
  const ratio = times.typescript / times.wasm
  return [
    row('TypeScript', times.typescript),
    row('WebAssembly', times.wasm),
    row('first time, TypeScript', times.firstTypescript),
    row('first time, WebAssembly with compiling', times.firstWasm),
    {
      name: `${what}, ratio`,
      value: ratio,
      unit: 'x',
      bar: `>= ${leastRatio}`,
      ok: ratio >= leastRatio,
    },
  ]
}

async function timeInChromium(
  bytes: number[],
  work: KernelWork,
  count: number,
): Promise<KernelTimes> {
  const browser = await chromium.launch(await readyChromium())
  try {
    const page = await browser.newPage()
    await page.addScriptTag({
      content: await bundleScript(new URL('bench-wasm-inside.ts', import.meta.url)),
    })
    return await page.evaluate(
      ([module, given, times]) =>
        (globalThis as unknown as { timeKernel: typeof timeKernel }).timeKernel(
          module,
          given,
          times,
        ),
      [bytes, work, count] as const,
    )
  } finally {
    await browser.close()
  }
}
