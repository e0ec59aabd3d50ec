import { randomUUID } from 'node:crypto'
import { chromium, type BrowserContext } from '@playwright/test'
import type { Protocol } from '../domain/entities/protocol.ts'
import type { Recipe } from '../domain/entities/recipe.ts'
import { signIn } from './bench-first-load.ts'
import { chromiumLaunch } from './chromium.ts'
import { watchLiveUpdates } from './live-probe.ts'
import { atMost, type ReportRow } from './report-table.ts'

const plate = 'Wells96'
const updates = 20

/**
 * Launches the 96-well method with the most channels on the simulated bGATE while its page is open in Chromium. Measures from
 * the launch to the first point on screen, and each live update from its message to the painted frame.
 */
export async function measureLiveRun(address: string, state: string): Promise<ReportRow[]> {
  const browser = await chromium.launch(chromiumLaunch())
  try {
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width: 1360, height: 860 },
    })
    await signIn(context, address, state)
    const { uuid, channels } = await createPlateRun(context)
    const page = await context.newPage()
    await page.addInitScript(watchLiveUpdates)
    await page.goto(`/analyses/details/${uuid}`)
    await page.waitForLoadState('networkidle')
    const launchedAt = await page.evaluate(() => performance.now())
    await ask(context, `/analysis/launch/${uuid}`, {})
    const enough = (count: number) => window.liveUpdates.length >= count
    await page.waitForFunction(enough, updates, { timeout: 90_000 })
    const seen = await page.evaluate(() => window.liveUpdates)
    const took = seen.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
    const first = ((seen[0]?.shownAt ?? Number.NaN) - launchedAt) / 1000
    const what = `live update of 96 wells x ${channels} channels, message to painted`
    return [
      { name: 'launch to first curve point on screen', value: first, unit: 's', bar: '', ok: null },
      atMost(`${what}, median`, took[Math.floor(took.length / 2)] ?? Number.NaN, 'ms', 50),
      atMost(`${what}, p95`, took[Math.ceil(took.length * 0.95) - 1] ?? Number.NaN, 'ms', 100),
    ]
  } finally {
    await browser.close()
  }
}

/** Creates the run as the wizard would: the protocol's own layout on the device that takes its cartridge. */
async function createPlateRun(
  context: BrowserContext,
): Promise<{ uuid: string; channels: number }> {
  const protocols = await list<Protocol>(context, '/protocols/search')
  const recipes = await list<Recipe>(context, '/recipes/search')
  const measured = (one: Protocol) =>
    recipes.find((recipe) => recipe.uuid === one.recipe_uuid)?.process.channels.length ?? 0
  const fitting = protocols.filter((one) => one.cartridge_types.includes(plate))
  const chosen = fitting.sort((a, b) => measured(b) - measured(a))[0]
  const devices = await list<{ uuid: string; cartridge_type: string }>(context, '/products/search')
  const device = devices.find((one) => one.cartridge_type === plate)
  const me = await ask<{ swarms: string[] }>(context, '/session/me')
  if (chosen === undefined || device === undefined) throw new Error('The demo has no 96-well run.')
  const uuid = randomUUID()
  await ask(context, '/analysis/create', {
    uuid,
    name: 'Bench',
    recipe_uuid: chosen.recipe_uuid,
    protocol_uuid: chosen.uuid,
    swarm_uuid: chosen.swarm_uuid ?? me.swarms[0],
    device_uuid: device.uuid,
    cartridge_type: plate,
    samples: chosen.layout.map((sample) => ({ ...sample, uuid: randomUUID() })),
    notebook: '',
  })
  return { uuid, channels: measured(chosen) }
}

async function list<Item>(context: BrowserContext, path: string): Promise<Item[]> {
  return (await ask<{ data: Item[] }>(context, path, {})).data
}

/** A call of the API in the context's session: GET without a body, POST with one. */
async function ask<Data>(context: BrowserContext, path: string, body?: unknown): Promise<Data> {
  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  const answer =
    body === undefined
      ? await context.request.get(`/v3${path}`, { headers })
      : await context.request.post(`/v3${path}`, { headers, data: body })
  const envelope = (await answer.json()) as { ok: boolean; data: Data }
  if (!envelope.ok) throw new Error(`${path}: ${JSON.stringify(envelope)}`)
  return envelope.data
}
