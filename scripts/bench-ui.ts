import { chromium } from '@playwright/test'
import { measureFirstLoad } from './bench-first-load.ts'
import { measureFrames, measurePaint } from './bench-ui/charts.ts'
import { measureColdStart } from './bench-ui/cold-start.ts'
import { measureImport } from './bench-ui/import.ts'
import { measureInteractions } from './bench-ui/interactions.ts'
import { type Product, startProduct } from './bench-ui/product.ts'
import { measureRoutes } from './bench-ui/weights.ts'
import { chromiumLaunch } from './chromium.ts'
import type { ReportRow } from './report-table.ts'

const port = 18797

type Part = [name: string, measure: () => Promise<ReportRow[]> | ReportRow[]]

/**
 * What somebody feels at the screen, in Chromium: charts beside uPlot and a raw canvas, frames while things are moved,
 * presses of the main job, the page's thread while a large list is read, and what the app weighs and takes to start.
 * `BENCH_UI_PARTS` (of `paint,frames,import,product`) measures some of it.
 */
export async function benchUi(): Promise<ReportRow[]> {
  const wanted = (process.env['BENCH_UI_PARTS'] ?? 'paint,frames,import,product').split(',')
  const rows: ReportRow[] = []
  const alone: Part[] = [
    ['paint', measurePaint],
    ['frames', measureFrames],
    ['import', importList],
  ]
  for (const [name, measure] of alone) {
    if (wanted.includes(name)) rows.push(...(await orFailure(name, measure)))
  }
  if (wanted.includes('product')) rows.push(...(await measureProduct()))
  return rows
}

async function measureProduct(): Promise<ReportRow[]> {
  const product: Product = await startProduct(port)
  const parts: Part[] = [
    ['main job', () => measureInteractions(product)],
    ['first load', () => measureFirstLoad(product.address, product.state)],
    ['routes', () => measureRoutes(product)],
    ['cold start', () => measureColdStart(product)],
  ]
  const rows: ReportRow[] = []
  try {
    for (const [name, measure] of parts) rows.push(...(await orFailure(name, measure)))
  } finally {
    await product.stop()
  }
  return rows
}

async function importList(): Promise<ReportRow[]> {
  const browser = await chromium.launch(chromiumLaunch())
  try {
    return await measureImport({ page: await browser.newPage(), url: 'http://localhost' })
  } finally {
    await browser.close()
  }
}

/** A part that could not be measured is a figure too, and not met; the others still count. */
async function orFailure(name: string, measure: Part[1]): Promise<ReportRow[]> {
  try {
    return await measure()
  } catch (error) {
    const value = (error as Error).message.split('\n')[0] ?? ''
    return [{ name, value, unit: '', bar: 'measured', ok: false }]
  }
}
