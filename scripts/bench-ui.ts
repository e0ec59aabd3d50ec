import { chromium } from '@playwright/test'
import { measureFirstLoad } from './bench-first-load.ts'
import type { BenchForm } from './bench-parts.ts'
import { measureFrames, measurePaint } from './bench-ui/charts.ts'
import { measureColdStart } from './bench-ui/cold-start.ts'
import { measureImport } from './bench-ui/import.ts'
import { measureInteractions } from './bench-ui/interactions.ts'
import { type RunningProduct, startProduct } from './bench-ui/product.ts'
import { readyChromium } from './install-chromium.ts'
import { type ReportRow, withoutBar } from './report-table.ts'

const port = 18797

const whole = {
  rounds: 9,
  frames: 240,
  passes: 5,
  /** Samples of the list that is read. */
  rows: 200_000,
  walks: 2,
}

/** Enough to see that each part can be measured. What it takes says nothing. */
const short: typeof whole = { rounds: 1, frames: 4, passes: 1, rows: 2000, walks: 1 }

type Part = [name: string, measure: () => Promise<ReportRow[]> | ReportRow[]]

/**
 * Measure what people feel at the screen, in Chromium: charts beside uPlot and a raw canvas, frames while things are moved,
 * presses of the main job, the page's thread while a large list is read, and what the app weighs and takes to start.
 * Its parts are `paint`, `frames`, `import` and `product`.
 */
export async function benchUi(given: BenchForm): Promise<ReportRow[]> {
  const { parts: wanted } = given
  const rows = await measureAlone(given, wanted)
  if (wanted && !wanted.includes('product')) return rows
  const product = await startProduct(port)
  try {
    return [...rows, ...(await measureProduct(product, given))]
  } finally {
    await product.stop()
  }
}

/** Measure parts of the app on pages of their own. */
export function measureAlone(
  given: { short: boolean },
  wanted: readonly string[] = ['paint', 'frames', 'import'],
): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const alone: Part[] = [
    ['paint', () => measurePaint(form)],
    ['frames', () => measureFrames(form)],
    ['import', () => importList(form)],
  ]
  return measureParts(
    alone.filter(([name]) => wanted.includes(name)),
    given,
  )
}

/** Measure the whole app, on a product that runs with its devices. */
export function measureProduct(
  product: RunningProduct,
  given: { short: boolean },
): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const parts: Part[] = [
    ['main job', () => measureInteractions(product, form)],
    ['first load', () => measureFirstLoad(product.address, product.state)],
    ['cold start', () => measureColdStart(product, form)],
  ]
  return measureParts(parts, given)
}

async function measureParts(
  parts: readonly Part[],
  given: { short: boolean },
): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for (const [name, measure] of parts) rows.push(...(await orFailure(name, measure)))
  return given.short ? rows.map(withoutBar) : rows
}

async function importList(form: typeof whole): Promise<ReportRow[]> {
  const browser = await chromium.launch(await readyChromium())
  try {
    return await measureImport({ page: await browser.newPage(), url: 'http://localhost' }, form)
  } finally {
    await browser.close()
  }
}

/** A part takes one to four minutes of a quiet machine with two processors, most of it to build its page. */
const mostMinutes = 15

/**
 * Turn the failure of a part into a missed figure, so that the others still count; so does a part that does not end. Each
 * is named when it begins, because the table comes last.
 */
async function orFailure(name: string, measure: Part[1]): Promise<ReportRow[]> {
  const began = performance.now()
  console.error(`${name} …`)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`no end after ${mostMinutes} minutes`))
    timer = setTimeout(fail, mostMinutes * 60_000)
  })
  try {
    return await Promise.race([measure(), late])
  } catch (error) {
    const value = (error as Error).message.split('\n')[0] ?? ''
    return [{ name, value, unit: '', bar: 'measured', ok: false }]
  } finally {
    clearTimeout(timer)
    console.error(`${name}: ${Math.round((performance.now() - began) / 1000)} s`)
  }
}
