// The short forms of `npm run bench -- NAME` that need Chromium, most of them on the stack of the walks: each bench still starts,
// and measures every part. `edge` has its own (tests/scripts/bench-edge.test.ts). Those that build pages of the app, wait for whole
// runs or calculate full plates take minutes of a busy machine, so they run by hand (@long); tests/scripts/bench-pages.test.ts sees
// that they build, tests/workers/plain-pipeline.test.ts that the plain calculation finds what ours finds.
import { expect, test } from '@playwright/test'
import { e2ePort } from '../../playwright.config.ts'
import { benchCurves } from '../../scripts/bench-curves.ts'
import { benchFleet } from '../../scripts/bench-fleet.ts'
import { measureFirstLoad } from '../../scripts/bench-first-load.ts'
import { measureLive } from '../../scripts/bench-live.ts'
import { measureLiveRun } from '../../scripts/bench-live-run.ts'
import { benchMethods } from '../../scripts/bench-methods.ts'
import { benchScale } from '../../scripts/bench-scale.ts'
import { benchSync } from '../../scripts/bench-sync.ts'
import { measureAlone, measureProduct } from '../../scripts/bench-ui.ts'
import { benchWasm } from '../../scripts/bench-wasm.ts'
import { type ReportRow, withoutBar } from '../../scripts/report-table.ts'
import { stateDir } from './stack-control.ts'

const address = `http://localhost:${e2ePort}`
const short = { short: true }

/** Expect that each figure was measured, that nothing went missing, and that every part has its rows. */
function expectMeasured(rows: readonly ReportRow[], parts: readonly string[]): void {
  const figures = rows.filter(({ name }) => !name.includes('load of the machine'))
  expect(figures.map(withoutBar).filter(({ ok }) => ok === false)).toEqual([])
  const unknown = figures.filter(({ value }) => !Number.isFinite(value))
  expect(unknown).toEqual([])
  for (const part of parts) expect(rows.map(({ name }) => name).join('\n')).toContain(part)
}

test('live: a run told to listeners, and a line that is cut', async () => {
  const rows = await measureLive({ address, stateDir }, short)
  expectMeasured(rows, ['device to sockets', 'event to screen', 'readings missing'])
})

test('main: what the first load weighs, and no page adds more to it than it may', async () => {
  const rows = await measureFirstLoad(address, stateDir)
  expectMeasured(rows, ['JavaScript of the sign-in page'])
  // Hold the bar in a short form too: bytes of a build are the same on a busy machine.
  const [route] = rows.filter(({ name }) => name.includes('largest route'))
  expect(route).toMatchObject({ ok: true })
})

test('main: a run that goes on @long', async () => {
  const rows = await measureLiveRun(address, stateDir, 3)
  expectMeasured(rows, ['launch to first curve', 'live update'])
})

test('ui: charts, frames and a list without the product @long', async () => {
  const rows = await measureAlone(short)
  expectMeasured(rows, ['576 curves to paint', 'hover', 'scrub', 'live update', 'PapaParse'])
})

test('ui: the main job on the product @long', async () => {
  const rows = await measureProduct({ address, state: stateDir }, short)
  expectMeasured(rows, ['main job', 'largest route', 'cold start to the list of analyses'])
})

test('methods: a test bench, an editor and a list of lots @long', async () => {
  const rows = await benchMethods(short)
  expectMeasured(rows, ['first changed call', 'threshold dragged', 'key in the editor', 'lots'])
})

test('sync: records of one machine @long', async () => {
  const rows = await benchSync(short)
  expectMeasured(rows, ['first pull', 'filter', 'edit to paint', 'cold start', 'page heap'])
})

test('scale: a large company before a new browser @long', async () => {
  const rows = await benchScale({ ...short, parts: ['analyses', 'full store'] })
  expectMeasured(rows, [
    'far back',
    'after it woke',
    'newest are shown',
    'newest 20 are on the disk',
  ])
})

test('curves: analyses in a worker, a drag, and stored analyses @long', async () => {
  const rows = await benchCurves(short)
  expectMeasured(rows, ['warm', 'new cycle', 'melt peaks', 'dragged', 'stored analyses'])
})

test('wasm: kernels beside TypeScript @long', async () => {
  const rows = await benchWasm(short)
  expectMeasured(rows, ['sigmoid fit', 'smoothed', 'Chromium, ratio'])
})

test('fleet: the overview of many devices that change @long', async () => {
  const rows = await benchFleet(short)
  expectMeasured(rows, ['filtered by a key', 'longest task', 'event to screen', 'first paint'])
})
