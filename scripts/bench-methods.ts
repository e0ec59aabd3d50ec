import { bundleScript } from './bundle-script.ts'
import { type OpenPage, openPage } from './bench-ui/open-page.ts'
import { quantile } from './quantile.ts'
import { threadTime } from './bench-ui/thread-time.ts'
import { atMost, measured, type ReportRow, withoutBar } from './report-table.ts'
import type { Evaluation } from '../domain/entities/evaluation-recipe.ts'
import type { ProcessRecipe } from '../domain/entities/process-recipe.ts'
import { recordOfRun } from '../tests/browser/bench/run-record.ts'
import { frameMarks, type FrameTimes } from '../tests/browser/bench/frames.ts'
import { makeSixChannelPlate } from '../tests/support/six-channel-plate.ts'
import { encodeCurves } from '../workers/run/blob.ts'
import type { AnalyseInput } from '../workers/run/analyse.ts'

/** Functions that the bundle of `tests/browser/bench/methods-page.tsx` adds to the page. */
interface Inside {
  readTexts(): Promise<void>
  addRun(record: unknown, curves: string): void
  compareAll(inForce: Evaluation, draft: Evaluation): Promise<{ first: number; all: number }>
  timeThreshold(frames: number): Promise<{ times: FrameTimes; settled: number; answered: number[] }>
  mountEditor(record: unknown): Promise<void>
  timeKeys(frames: number): Promise<FrameTimes>
  makeLots(count: number): void
  timeList(times: number): Promise<FrameTimes>
  timeFilter(texts: readonly string[]): Promise<FrameTimes>
}
declare const inside: Inside

const whole = { runs: 50, opens: 3, drags: 3, frames: 90, keys: 90, lots: 10_000 }
/** Enough to see that each part can be measured. What it takes says nothing. */
const short: typeof whole = { runs: 3, opens: 1, drags: 1, frames: 6, keys: 6, lots: 500 }

const cycles = 40
const channelCount = 4

/**
 * Measure what people wait for while they write a method, in Chromium with the real parts: the test bench over 50 runs of 96
 * wells, 4 channels and 40 cycles, a key in an editor, and a list of lots.
 */
export async function benchMethods(given: { short: boolean }): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const opened = await openPage('methods-page.tsx')
  try {
    await serveWorker(opened)
    await opened.page.evaluate(() => inside.readTexts())
    const rows = [
      ...(await measureBench(opened, form)),
      ...(await measureEditor(opened, form)),
      ...(await measureLots(opened, form)),
    ]
    return given.short ? rows.map(withoutBar) : rows
  } finally {
    await opened.close()
  }
}

async function serveWorker({ page }: OpenPage): Promise<void> {
  const body = await bundleScript(new URL('../workers/method-bench-entry.ts', import.meta.url))
  await page.route('**/method-bench-entry.js', (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body }),
  )
}

async function measureBench(opened: OpenPage, form: typeof whole): Promise<ReportRow[]> {
  const { page } = opened
  const inForce = await addRuns(opened, form.runs)
  const draft = {
    ...inForce,
    targets: inForce.targets.map((one) => ({ ...one, cq_max: 30, cq_review: 28 })),
  }
  const open = () =>
    page.evaluate(([one, other]) => inside.compareAll(one!, other!), [inForce, draft])
  const opens = []
  for (let at = 0; at < form.opens; at++) opens.push(await open())
  const what = `${form.runs} runs of 96 x ${channelCount} x ${cycles}`
  const drags = []
  for (let pass = 0; pass <= form.drags; pass++) {
    const drag = () => page.evaluate((frames) => inside.timeThreshold(frames), form.frames)
    const { result, cost } = await traceFrames(opened, drag)
    // Leave out the first pass: what is compiled then is compiled once in a day.
    if (pass > 0 || form.drags === 1) drags.push({ ...result, cost })
  }
  const usual = (values: readonly number[]) => quantile(values, 0.5)
  const answers = drags.flatMap(({ answered }) => answered)
  return [
    atMost(
      `${what}: first changed call on screen`,
      usual(opens.map(({ first }) => first)),
      'ms',
      1000,
    ),
    atMost(`${what}: all compared`, usual(opens.map(({ all }) => all)), 'ms', 8000),
    tell('threshold dragged: frame, median', usual(drags.map(({ cost }) => usual(cost)))),
    atMost(
      'threshold dragged: frame, p95',
      usual(drags.map(({ cost }) => quantile(cost, 0.95))),
      'ms',
      16.7,
    ),
    tell(
      'threshold dragged: frame, p95 on the wall, with what others took',
      usual(drags.map(({ times }) => quantile(times.took, 0.95))),
    ),
    tell('threshold dragged: answer for the run on show, median', usual(answers)),
    tell('threshold dragged: answer for the run on show, p95', quantile(answers, 0.95)),
    atMost(
      'threshold let go: all runs settled',
      usual(drags.map(({ settled }) => settled)),
      'ms',
      1000,
    ),
  ]
}

/** Put runs onto the page, each with curves of its own. */
async function addRuns({ page }: OpenPage, count: number): Promise<Evaluation> {
  let evaluation: Evaluation | null = null
  for (let seed = 1; seed <= count; seed++) {
    const input = takeChannels(makeSixChannelPlate(seed, cycles))
    evaluation ??= input.evaluation
    const record = {
      ...recordOfRun(input, { name: `Plate ${seed}`, sample: 'Sample' }),
      uuid: `00000000-0000-4000-8000-${String(seed).padStart(12, '0')}`,
      created_at: '2026-11-20T08:00:00.000Z',
      curves_hash: 'a'.repeat(64),
    }
    const file = encodeCurves({ amplification: input.amplification, melt: null })
    await page.evaluate(
      ([body, curves]) => inside.addRun(body, curves as string),
      [record, Buffer.from(file).toString('base64')],
    )
  }
  if (!evaluation) throw new Error('There is no run')
  return evaluation
}

/** Return the first channels of a plate, with their targets. */
function takeChannels(input: AnalyseInput): AnalyseInput {
  const { amplification, evaluation } = input
  const { channels, wells, points } = amplification
  const kept = channels.slice(0, channelCount)
  return {
    ...input,
    amplification: {
      ...amplification,
      channels: kept,
      values: amplification.values.slice(0, kept.length * wells * points),
    },
    evaluation: {
      ...evaluation,
      targets: evaluation.targets.filter(({ channel }) => kept.includes(channel)),
      controls: { ...evaluation.controls, internal_control: false },
    },
  }
}

async function measureEditor(opened: OpenPage, form: typeof whole): Promise<ReportRow[]> {
  const { page } = opened
  await page.evaluate((record) => inside.mountEditor(record), programme)
  const type = () => page.evaluate((frames) => inside.timeKeys(frames), form.keys)
  await type()
  const { cost } = await traceFrames(opened, type)
  return [
    tell('key in the editor of a programme to paint, median', quantile(cost, 0.5)),
    atMost('key in the editor of a programme to paint, p95', quantile(cost, 0.95), 'ms', 16),
  ]
}

const programme: ProcessRecipe = {
  uuid: '0f6a4c1e-0000-4000-8000-000000000002',
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
  name: 'Duplex',
  swarm_uuid: null,
  archived: 0,
  version: 3,
  process: {
    steps: [
      { type: 'temperature', temperature: 95, duration: 120 },
      { type: 'temperature', temperature: 95, duration: 15 },
      { type: 'temperature', temperature: 60, duration: 30, measure: 'real time' },
      { type: 'loop', goto: 1, repeat: 40 },
    ],
    channels: [
      { wavelength: 'FAM', intensity: 100, exposure: 50 },
      { wavelength: 'CY3', intensity: 80, exposure: 100 },
    ],
    lid_temperature: 105,
  },
}

async function measureLots(opened: OpenPage, form: typeof whole): Promise<ReportRow[]> {
  const { page } = opened
  await page.evaluate((count) => inside.makeLots(count), form.lots)
  const list = () => page.evaluate(() => inside.timeList(5))
  await list()
  const drawn = (await traceFrames(opened, list)).cost
  const texts = ['LOT-0', 'LOT-00', 'LOT-003', 'LOT-0034', 'LOT-003', 'LOT-00', 'LOT-0', '']
  const filter = () => page.evaluate((all) => inside.timeFilter(all), texts)
  await filter()
  const filtered = (await traceFrames(opened, filter)).cost
  const what = `${form.lots.toLocaleString('en')} lots`
  return [
    atMost(`${what}: list drawn, median`, quantile(drawn, 0.5), 'ms', 50),
    atMost(`${what}: filtered by a key, median`, quantile(filtered, 0.5), 'ms', 50),
    tell(`${what}: filtered by a key, slowest`, quantile(filtered, 1)),
  ]
}

/** Time frames by the clock of the page's thread, in ms each: the machine may have others to serve. */
async function traceFrames<Result>(
  opened: OpenPage,
  run: () => Promise<Result>,
): Promise<{ result: Result; cost: number[] }> {
  const { result, between } = await threadTime(opened, run)
  const drawing = between(...frameMarks.drawing)
  const cost = between(...frameMarks.handling).map((spent, at) => spent + drawing[at]!)
  return { result, cost }
}

function tell(name: string, value: number): ReportRow {
  return measured(name, value, 'ms')
}
