import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from '@playwright/test'
import type { Plugin } from 'vite'
import { writeCqMethods } from '../domain/rules/cq-default.ts'
import { makeSixChannelMelt, makeSixChannelPlate } from '../tests/support/six-channel-plate.ts'
import type { AnalyseInput } from '../workers/run/analyse.ts'
import type { Readings } from '../workers/curves/readings.ts'
import type { DragTimes, MetTimes, RecalculationTimes, ThreadTimes } from './bench-curves-page.ts'
import type { CurveTimes } from './bench-curves-worker.ts'
import { bundleScript } from './bundle-script.ts'
import { readyChromium } from './install-chromium.ts'
import { quantile } from './quantile.ts'
import { atLeast, atMost, measured, type ReportRow, withoutBar } from './report-table.ts'
import { kernelPath } from './wasm-package.ts'

const whole = { plates: 8, repetitions: 15, frames: 120, storedAnalyses: 1000 }

/** Enough to see that each part can be measured. What it takes says nothing. */
const short: typeof whole = { plates: 1, repetitions: 1, frames: 3, storedAnalyses: 2 }

const size = '96 x 6 x 45'

/** Functions that the bundle of `bench-curves-page.ts` adds to the page. */
interface Inside {
  timeFirst(inputs: AnalyseInput[]): Promise<number[]>
  timeMet(inputs: AnalyseInput[]): Promise<MetTimes>
  timeInWorker(
    inputs: AnalyseInput[],
    melt: Readings,
    repetitions: number,
  ): Promise<CurveTimes & ThreadTimes>
  timeDrag(input: AnalyseInput, frames: number): Promise<DragTimes>
  timeRecalculation(inputs: AnalyseInput[], analyses: number): Promise<RecalculationTimes>
  inputs: AnalyseInput[]
  melt: Readings
}
declare const inside: Inside

/**
 * Measure the curve mathematics in Chromium, in one worker: a full plate made of recorded curves, 96 wells, six
 * channels and 45 cycles, beside a plain calculation of the same; then as in a page: a dragged threshold, and a
 * thousand stored analyses recalculated.
 */
export async function benchCurves(given: { short: boolean }): Promise<ReportRow[]> {
  const { plates, repetitions, frames, storedAnalyses } = given.short ? short : whole
  const scripts = await bundleCurveScripts()
  const options = await readyChromium()
  // Measure at once: else Chromium waits for the next garbage collection before it says what is held.
  const eager = '--enable-blink-features=ForceEagerMeasureMemory'
  const launch = { ...options, args: [...(options.args ?? []), eager] }
  const server = await serve(scripts)
  const browser = await chromium.launch(launch)
  try {
    const open = () =>
      openPage(browser, `http://localhost:${(server.address() as AddressInfo).port}/`, plates)
    const page = await open()
    const first = await page.evaluate(() => inside.timeFirst(inside.inputs))
    const times = await page.evaluate(
      (count) => inside.timeInWorker(inside.inputs, inside.melt, count),
      repetitions,
    )
    const met = await page.evaluate(() => inside.timeMet(inside.inputs))
    const drag = await page.evaluate((count) => inside.timeDrag(inside.inputs[0]!, count), frames)
    await page.close()
    const rows = [
      ...tellBoth(`analyse ${size}, first in a new worker`, first, 150),
      ...tellTimes(times),
      atMost('first over warm', quantile(first, 0.5) / quantile(times.analyse, 0.5), 'x', 2.5),
      measured(
        `analyse ${size}, first preview of a page, median`,
        quantile(met.preview, 0.5),
        'ms',
      ),
      atMost(
        'first preview of a page over its seventh',
        quantile(met.preview, 0.5) / quantile(met.later, 0.5),
        'x',
        2.5,
      ),
      atMost('first change of a threshold on a page, median', quantile(met.change, 0.5), 'ms', 16),
      ...tellDrag(drag),
      measured('longest time between frames of a page that only waits', times.longestFrame, 'ms'),
      measured('page thread held in a page that only waits', times.longestTask, 'ms'),
      ...(await recalculate(browser, await open(), storedAnalyses)),
    ]
    return given.short ? rows.map(withoutBar) : rows
  } finally {
    await browser.close()
    server.close()
  }
}

async function openPage(browser: Browser, address: string, plates: number): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(address)
  await page.addScriptTag({ url: '/bench-curves-page.js' })
  await page.addScriptTag({ content: describeInputs(plates) })
  return page
}

function tellBoth(name: string, values: number[], bar: number): ReportRow[] {
  return [
    atMost(`${name}, median`, quantile(values, 0.5), 'ms', bar),
    measured(`${name}, p95`, quantile(values, 0.95), 'ms'),
  ]
}

function tellTimes(times: CurveTimes): ReportRow[] {
  const plain = quantile(times.plain, 0.5)
  return [
    ...tellBoth(`analyse ${size}, warm`, times.analyse, 60),
    measured('plain calculation of less, median', plain, 'ms'),
    atLeast('plain over ours', plain / quantile(times.analyse, 0.5), 'x', 14),
    ...tellBoth('new cycle: curves, Cq, calls, results, layers', times.cycle, 16),
    measured('new cycle, until all is computed, median', quantile(times.refine, 0.5), 'ms'),
    ...tellBoth('new cycle of a recipe that reads at thresholds', times.thresholdCycle, 16),
    ...tellBoth('layers of the charts, whole plate', times.layers, 16),
    ...tellBoth('threshold moved, whole results', times.threshold, 4),
    ...tellBoth('baseline window moved, whole results', times.baseline, 16),
    ...tellBoth('melt peaks 96 x 6 x 200', times.melt, 250),
  ]
}

function tellDrag({ answered, longestTask }: DragTimes): ReportRow[] {
  return [
    atMost(
      'threshold dragged: frame to answer on the page, median',
      quantile(answered, 0.5),
      'ms',
      16,
    ),
    measured('threshold dragged: frame to answer on the page, p95', quantile(answered, 0.95), 'ms'),
    atMost('threshold dragged: page thread held', longestTask, 'ms', 8),
  ]
}

async function recalculate(
  browser: Browser,
  page: Page,
  storedAnalyses: number,
): Promise<ReportRow[]> {
  const watch = await watchMemory(browser)
  const seen = await page.evaluate(
    (count) => inside.timeRecalculation(inside.inputs, count),
    storedAnalyses,
  )
  const memory = watch()
  const what = `${seen.analyses} stored analyses`
  return [
    measured(`${what} decoded and analysed`, seen.seconds, 's'),
    atMost(`${what}: longest time between frames`, seen.longestFrame, 'ms', 50),
    atMost(`${what}: page thread held`, seen.longestTask, 'ms', 8),
    atMost(`${what}: memory held by page and workers`, seen.held, 'MB', 200),
    ...(memory === null
      ? []
      : [measured(`${what}: memory of the process, most, garbage included`, memory, 'MB')]),
  ]
}

/** Watch the resident memory of the page's process, workers included. Null where /proc does not tell. */
async function watchMemory(browser: Browser): Promise<() => number | null> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  let most = 0
  const look = () => {
    for (const id of renderers) most = Math.max(most, readOwnMemory(id))
  }
  const timer = setInterval(look, 100)
  return () => {
    clearInterval(timer)
    return most > 0 ? most : null
  }
}

/** Read the own memory of a process in MB, without what it shares with Chromium's other processes; 0 when unknown. */
function readOwnMemory(id: number): number {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8')
    return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Write the plates as a script: JSON keeps every digit of a double. */
function describeInputs(plates: number): string {
  const write = (value: unknown) =>
    JSON.stringify(value, (_key, part: unknown) =>
      part instanceof Float64Array ? { numbers: Array.from(part) } : part,
    )
  const read = (text: string) =>
    `JSON.parse(${JSON.stringify(text)},(_,part)=>part&&part.numbers?Float64Array.from(part.numbers):part)`
  const inputs = Array.from({ length: plates }, (_, seed) => {
    const plate = makeSixChannelPlate(seed + 1)
    return { ...plate, evaluation: writeCqMethods(plate.evaluation) }
  })
  return `inside.inputs=${read(write(inputs))};inside.melt=${read(write(makeSixChannelMelt(1)))}`
}

/** Bundle page and workers as single scripts, minified as the product, by the path that the bench serves them at. */
export async function bundleCurveScripts(): Promise<Map<string, string>> {
  const entries = {
    'bench-curves-page': './bench-curves-page.ts',
    'bench-curves-worker': './bench-curves-worker.ts',
    entry: '../workers/entry.ts',
    'workbench-entry': '../workers/workbench-entry.ts',
  }
  const scripts = new Map<string, string>()
  for (const [name, path] of Object.entries(entries)) {
    const file = new URL(path, import.meta.url)
    scripts.set(`/${name}.js`, await bundleScript(file, { plugins: [serveKernels] }))
  }
  return scripts
}

const kernelsAddress = '/curves.wasm'

/** Serve the kernels at an address of the bench's own server: a single script has no files beside it. */
const serveKernels: Plugin = {
  name: 'serve-kernels',
  // Replace the address before the build writes it as a file of its own.
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/workers/wasm/load-kernels.ts')) return null
    const before = "new URL('../../wasm/curves/pkg/curves.wasm', import.meta.url)"
    if (!code.includes(before)) throw new Error('load-kernels.ts names its file in another way')
    return code.replace(before, `new URL('${kernelsAddress}', location.origin)`)
  },
}

async function serve(scripts: ReadonlyMap<string, string>): Promise<Server> {
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? '')
    if (request.url === kernelsAddress) {
      response.setHeader('content-type', 'application/wasm')
      response.setHeader('cross-origin-resource-policy', 'same-origin')
      response.end(readFileSync(kernelPath))
      return
    }
    // Isolate the page: only isolated ones may measure their memory.
    response.setHeader('cross-origin-opener-policy', 'same-origin')
    response.setHeader('cross-origin-embedder-policy', 'require-corp')
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    response.end(script ?? '<!doctype html><title>bench</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return server
}
