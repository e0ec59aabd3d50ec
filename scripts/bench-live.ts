import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { deviceLinkCalls } from '../domain/calls/device-link.ts'
import { type CuttableProxy, openProxy } from './bench-live/cuttable-proxy.ts'
import { watchCycles, watchTimers } from './bench-live/cycle-probe.ts'
import { foundLab, launchRun, type LiveLab, signInTo } from './bench-live/lab.ts'
import { connectDevices } from './bench-live/lab-devices.ts'
import { openAudience } from './bench-live/sockets.ts'
import { tellReadings, tellStatuses, type ToldRun } from './bench-live/told-run.ts'
import { readyChromium } from './install-chromium.ts'
import { quantile } from './quantile.ts'
import type { Place } from './operate.ts'
import { atMost, measured, type ReportRow, withoutBar } from './report-table.ts'
import { runStartCommand } from './start-command.ts'

const port = 18795

/** Number of listeners, rate of events, and duration. */
const whole = {
  sockets: 50,
  perSecond: 20,
  /** As many cycles as a run has. */
  steadySeconds: 45,
  cutSeconds: 6,
}
type Form = typeof whole

/** Enough to see that each part can be measured. What it takes says nothing. */
const short: Form = { sockets: 3, perSecond: 4, steadySeconds: 4, cutSeconds: 1 }

/** Readings of the run on screen in a second; the other events are words of other devices. */
const readingsPerSecond = 1

/**
 * Measure the live bus at work: fifty people listen to twenty devices that send twenty messages per second. One of them
 * is a page in Chromium with a run on screen; then its line is cut while the run goes on.
 */
export async function benchLive(given: { short: boolean }): Promise<ReportRow[]> {
  const state = mkdtempSync(join(tmpdir(), 'bapp-bench-live-'))
  const args = ['--port', String(port), '--state', state, '--no-devices', '--no-examples']
  const started = await runStartCommand(args)
  try {
    return await measureLive({ address: `http://localhost:${port}`, stateDir: state }, given)
  } finally {
    await started.stop()
    rmSync(state, { recursive: true, force: true })
  }
}

/** Measure the same on a running product, in a company of its own. */
export async function measureLive(place: Place, given: { short: boolean }): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const proxy = await openProxy(Number(new URL(place.address).port))
  const browser = await chromium.launch(await readyChromium())
  try {
    const rows = await measureBus(await foundLab(place), { form, browser, proxy })
    return given.short ? rows.map(withoutBar) : rows
  } finally {
    await browser.close()
    proxy.close()
  }
}

async function measureBus(
  lab: LiveLab,
  { form, browser, proxy }: { form: Form; browser: Browser; proxy: CuttableProxy },
): Promise<ReportRow[]> {
  const { sockets, perSecond, steadySeconds } = form
  const address = `http://localhost:${proxy.port}`
  const viewport = { width: 1360, height: 860 }
  const context = await browser.newContext({ baseURL: address, viewport })
  await signInTo(lab, context, address)
  const devices = await connectDevices(lab, perSecond - readingsPerSecond + 1)
  try {
    const [runner] = devices
    if (!runner) throw new Error('no device')
    const uuid = await launchRun(lab, context, runner.uuid)
    const body = { at: new Date().toISOString() }
    await runner.call(deviceLinkCalls.started, { params: { id: uuid }, body })
    const idle = await (await browser.newContext()).newPage()
    const { page, readings } = await openRunPage(context, uuid)
    const uuids = devices.map((device) => device.uuid)
    const audience = await openAudience(context, lab.address, uuids, sockets - 1)
    await idle.evaluate(watchTimers)
    const { process } = lab
    const run = tellReadings(runner, uuid, { process, perSecond: readingsPerSecond })
    const others = tellStatuses(devices.slice(1))
    await sleep(steadySeconds * 1000)
    const steady = run.sentAt.size
    const shown = await readShown(page)
    const late = await idle.evaluate(() => window.timersLate)
    const told = others.told() + steady
    const counts = audience.counts()
    const missed = await cutLine(page, proxy, { run, readings, cutSeconds: form.cutSeconds })
    others.stop()
    await run.stop()
    audience.close()
    for (const refusal of run.refused) console.error(refusal)
    return rowsOf(run, steady, shown, {
      form,
      told,
      counts,
      latencies: audience.latencies,
      late,
      missed,
    })
  } finally {
    await Promise.all(devices.map(({ link }) => link.stop()))
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const now = () => performance.timeOrigin + performance.now()

/** Open the page of the run, and count the cycles whose readings have reached it, by the bus or fetched. */
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

/** Times at which the edge published each cycle, and at which it was at the page's socket and on screen. */
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

/** Cut the page's line, mend it, and look how many readings have not reached it in the end. */
async function cutLine(
  page: Page,
  proxy: CuttableProxy,
  {
    run,
    readings,
    cutSeconds,
  }: { run: ToldRun; readings: ReadonlySet<number>; cutSeconds: number },
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
  form: Form
  told: number
  counts: number[]
  latencies: number[]
  late: number[]
  missed: { during: number; missed: number; backMs: number }
}

function rowsOf(
  { sentAt, calls, refused }: ToldRun,
  steady: number,
  { heard, shown, told: toldAt }: Seen,
  { form, told, counts, latencies, late, missed }: Measured,
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
  return [
    measured('sockets', counts.length + 1, ''),
    measured('events told a second', told / form.steadySeconds, ''),
    measured('device to sockets over the bus, median', quantile(latencies, 0.5), 'ms'),
    measured('device to sockets over the bus, p95', quantile(latencies, 0.95), 'ms'),
    measured('the call of the device, p95', quantile(calls, 0.95), 'ms'),
    atMost('event to screen, median', quantile(event, 0.5), 'ms', 100),
    atMost('event to screen, p95', quantile(event, 0.95), 'ms', 100),
    measured('event to screen, p99', quantile(event, 0.99), 'ms'),
    measured('socket of the page to screen, p95', quantile(drawn, 0.95), 'ms'),
    // Show how busy the machine is with other work: without it the value is 1 or 2.
    measured('a timer of an idle page is late, p95', quantile(late, 0.95), 'ms'),
    measured('call of the device begun to screen, median', quantile(took, 0.5), 'ms'),
    measured('call of the device begun to screen, p95', quantile(took, 0.95), 'ms'),
    atMost('readings never on screen of their own', steady - 1 - took.length, '', 0),
    // Allow for the events of the last second, which may still be under way when it is counted.
    atMost('events that the worst socket lacks', Math.max(0, told - form.perSecond - least), '', 0),
    atMost('readings that the service refused', refused.length, '', 0),
    measured('readings while the line was cut', missed.during, ''),
    atMost('readings missing when it is back', missed.missed, '', 0),
    measured('line mended to live again', missed.backMs / 1000, 's'),
  ]
}
