import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { deviceLinkCalls } from '../domain/calls/device-link.ts'
import type { Analysis } from '../domain/entities/analysis.ts'
import type { Protocol } from '../domain/entities/protocol.ts'
import type { Reading, RunProgress } from '../domain/live/event.ts'
import { openProxy } from './bench-live/cuttable-proxy.ts'
import { watchCycles, watchTimers } from './bench-live/cycle-probe.ts'
import { connectDevices, type LabDevice, statusOf } from './bench-live/lab-devices.ts'
import { openAudience } from './bench-live/sockets.ts'
import { ask, signIn } from './bench-session.ts'
import { chromiumLaunch } from './chromium.ts'
import { quantile } from './bench-edge/load.ts'
import { atMost, type ReportRow } from './report-table.ts'
import { runStartCommand } from './start-command.ts'

const port = 18795
const sockets = 50
const perSecond = 20
/** Of the events this many a second are readings of the run on screen, the others words of other devices. */
const readingsPerSecond = 1
/** As many cycles as a run has. */
const steadySeconds = 45
const cutSeconds = 6

/**
 * The live bus at work: fifty people listen to twenty devices that tell twenty things a second. One of them is a page in
 * Chromium with a run on screen; then its line is cut while the run goes on.
 */
export async function benchLive(): Promise<ReportRow[]> {
  const state = mkdtempSync(join(tmpdir(), 'bapp-bench-live-'))
  const args = ['--port', String(port), '--state', state, '--no-devices']
  const started = await runStartCommand(args)
  const proxy = await openProxy(port)
  const browser = await chromium.launch(chromiumLaunch())
  try {
    const direct = `http://localhost:${port}`
    const address = `http://localhost:${proxy.port}`
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width: 1360, height: 860 },
    })
    await signIn(context, address, state)
    const devices = await connectDevices(direct, state, perSecond - readingsPerSecond + 1)
    const [runner] = devices
    if (!runner) throw new Error('no device')
    const { uuid, channels } = await launchRun(context, runner.uuid)
    await runner.call(deviceLinkCalls.started, {
      params: { id: uuid },
      body: { at: new Date().toISOString() },
    })
    const idle = await (await browser.newContext()).newPage()
    const { page, readings } = await openRunPage(context, uuid)
    const uuids = devices.map((device) => device.uuid)
    const audience = await openAudience(context, direct, uuids, sockets - 1)
    await idle.evaluate(watchTimers)
    const run = tellReadings(runner, uuid, channels)
    const others = tellStatuses(devices.slice(1))
    await sleep(steadySeconds * 1000)
    const steady = run.sentAt.size
    const shown = await readShown(page)
    const late = await idle.evaluate(() => window.timersLate)
    const told = others.told() + steady
    const counts = audience.counts()
    const missed = await cutLine(page, proxy, run, readings)
    others.stop()
    await run.stop()
    audience.close()
    await Promise.all(devices.map(({ link }) => link.stop()))
    return rowsOf(run.sentAt, steady, shown, {
      told,
      counts,
      latencies: audience.latencies,
      calls: run.calls,
      late,
      missed,
    })
  } finally {
    await browser.close()
    proxy.close()
    await started.stop()
    rmSync(state, { recursive: true, force: true })
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const now = () => performance.timeOrigin + performance.now()

/** Launches a run on the device; gives it with the number of channels that its method measures. */
async function launchRun(
  context: BrowserContext,
  device: string,
): Promise<{ uuid: string; channels: number }> {
  const { data: protocols } = await ask<{ data: Protocol[] }>(context, '/protocols/search', {})
  const chosen = protocols.find((one) => one.cartridge_types.includes('Wells16'))
  const me = await ask<{ swarms: string[] }>(context, '/session/me')
  if (!chosen) throw new Error('The demonstration has no method of 16 wells.')
  const uuid = randomUUID()
  const { method } = await ask<Pick<Analysis, 'method'>>(context, '/analysis/create', {
    uuid,
    name: 'Bench of the live bus',
    recipe_uuid: chosen.recipe_uuid,
    protocol_uuid: chosen.uuid,
    swarm_uuid: chosen.swarm_uuid ?? me.swarms[0],
    device_uuid: device,
    cartridge_type: 'Wells16',
    samples: chosen.layout.map((sample) => ({ ...sample, uuid: randomUUID() })),
    notebook: '',
  })
  await ask(context, `/analysis/launch/${uuid}`, {})
  return { uuid, channels: method.process.channels.length }
}

/** The page of the run, and the cycles whose readings have reached it, by the bus or fetched. */
async function openRunPage(
  context: BrowserContext,
  uuid: string,
): Promise<{ page: Page; readings: Set<number> }> {
  const page = await context.newPage()
  const readings = new Set<number>()
  const note = (text: string) => {
    if (!text.includes('"AMP"')) return
    for (const [, index] of text.matchAll(/"phase":"AMP","index":(\d+)/g))
      readings.add(Number(index))
  }
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => note(payload.toString())),
  )
  page.on('response', (response) => {
    if (!response.url().includes(`/analysis/readings/${uuid}`)) return
    response.text().then(note, () => undefined)
  })
  await page.addInitScript(watchCycles)
  await page.goto(`/analyses/details/${uuid}`)
  await page.getByText('Online').first().waitFor({ timeout: 60_000 })
  return { page, readings }
}

interface TellingRun {
  /** When each reading was sent, by its cycle. */
  sentAt: Map<number, number>
  /** How long each call took, in milliseconds. */
  calls: number[]
  stop(): Promise<void>
}

/** Sends readings at their pace, each when its time has come whether or not the one before was answered. */
function tellReadings({ call }: LabDevice, analysis: string, channels: number): TellingRun {
  const sentAt = new Map<number, number>()
  const calls: number[] = []
  const open = new Set<Promise<unknown>>()
  const send = () => {
    const cycle = sentAt.size + 1
    const at = now()
    sentAt.set(cycle, at)
    const body = { readings: [readingOf(cycle, channels)], progress: progressOf(analysis, cycle) }
    const sending = call(deviceLinkCalls.readings, { params: { id: analysis }, body })
      .then(() => calls.push(now() - at))
      .catch((error: unknown) => console.error(String(error)))
      .finally(() => open.delete(sending))
    open.add(sending)
  }
  const timer = setInterval(send, 1000 / readingsPerSecond)
  return {
    sentAt,
    calls,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
    },
  }
}

/** Sixteen wells in each channel. */
function readingOf(index: number, channels: number): Reading {
  const growth = 60_000 / (1 + Math.exp(-(index - 60) / 6))
  const channel = Array.from(
    { length: 16 },
    (_, well) => 9000 + ((well * 37 + index) % 23) + growth,
  )
  const values = Array.from({ length: channels }, () => channel)
  return { phase: 'AMP', index, temperature: 60, elapsed: index, values }
}

function progressOf(analysis_uuid: string, cycle: number): RunProgress {
  const [steps, cycles] = [400, 200]
  const at = { position: cycle * 2, steps, cycle, cycles, temperature: 60 }
  const time = { elapsed: cycle, remaining: Math.max(0, cycles - cycle) }
  return { analysis_uuid, ...at, ...time, phase: 'AMP', state: 'running' }
}

/** Each of the others tells its status once a second, spread over the second. */
function tellStatuses(devices: readonly LabDevice[]): { told(): number; stop(): void } {
  let told = 0
  const timer = setInterval(() => {
    const device = devices[told % devices.length]
    device?.link.publish(statusOf(device.uuid, now()))
    told += 1
  }, 1000 / devices.length)
  return { told: () => told, stop: () => clearInterval(timer) }
}

/** When the edge told of each cycle, when it was at the page's socket, and when on screen. */
interface Seen {
  told: Readonly<Record<number, number>>
  heard: Readonly<Record<number, number>>
  shown: Readonly<Record<number, number>>
}

async function readShown(page: Page): Promise<Seen> {
  return page.evaluate(() => ({
    told: window.cyclesTold,
    heard: window.cyclesHeard,
    shown: window.cyclesShown,
  }))
}

/** Cuts the page's line, mends it, and looks how many readings have not reached it in the end. */
async function cutLine(
  page: Page,
  proxy: { cut(): void; mend(): void },
  run: TellingRun,
  readings: ReadonlySet<number>,
): Promise<{ during: number; missed: number; backMs: number }> {
  const before = run.sentAt.size
  proxy.cut()
  await sleep(cutSeconds * 1000)
  const after = run.sentAt.size
  proxy.mend()
  const mendedAt = now()
  await page.waitForFunction(
    (cycle) => Object.keys(window.cyclesShown).some((shown) => Number(shown) > cycle),
    after,
    { timeout: 60_000 },
  )
  const backMs = now() - mendedAt
  await sleep(2000)
  const lacking = Array.from({ length: after }, (_, at) => at + 1).filter(
    (one) => !readings.has(one),
  )
  return { during: after - before, missed: lacking.length, backMs }
}

interface Measured {
  told: number
  counts: number[]
  latencies: number[]
  calls: number[]
  late: number[]
  missed: { during: number; missed: number; backMs: number }
}

function rowsOf(
  sentAt: ReadonlyMap<number, number>,
  steady: number,
  { heard, shown, told: toldAt }: Seen,
  { told, counts, latencies, calls, late, missed }: Measured,
): ReportRow[] {
  const took: number[] = []
  const drawn: number[] = []
  const event: number[] = []
  for (let cycle = 1; cycle < steady; cycle++) {
    const at = shown[cycle]
    if (at === undefined) continue
    took.push(at - (sentAt.get(cycle) ?? at))
    drawn.push(at - (heard[cycle] ?? at))
    event.push(at - (toldAt[cycle] ?? at))
  }
  const least = counts[0] ?? 0
  const plain = (name: string, value: number, unit: string): ReportRow => {
    return { name, value, unit, bar: '', ok: null }
  }
  return [
    plain('sockets', counts.length + 1, ''),
    plain('events told a second', told / steadySeconds, ''),
    plain('device to sockets over the bus, median', quantile(latencies, 0.5), 'ms'),
    plain('device to sockets over the bus, p95', quantile(latencies, 0.95), 'ms'),
    plain('the call of the device, p95', quantile(calls, 0.95), 'ms'),
    atMost('event to screen, median', quantile(event, 0.5), 'ms', 100),
    atMost('event to screen, p95', quantile(event, 0.95), 'ms', 100),
    plain('event to screen, p99', quantile(event, 0.99), 'ms'),
    plain('socket of the page to screen, p95', quantile(drawn, 0.95), 'ms'),
    // How busy the machine is with other things: without them it is 1 or 2.
    plain('a timer of an idle page is late, p95', quantile(late, 0.95), 'ms'),
    plain('call of the device begun to screen, median', quantile(took, 0.5), 'ms'),
    plain('call of the device begun to screen, p95', quantile(took, 0.95), 'ms'),
    atMost('readings never on screen of their own', steady - 1 - took.length, '', 0),
    // The last second's may still be under way when it is counted.
    atMost('events that the worst socket lacks', Math.max(0, told - perSecond - least), '', 0),
    plain('readings while the line was cut', missed.during, ''),
    atMost('readings missing when it is back', missed.missed, '', 0),
    plain('line mended to live again', missed.backMs / 1000, 's'),
  ]
}
