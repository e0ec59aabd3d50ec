import { createHash, randomUUID, webcrypto } from 'node:crypto'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { analysisCalls, type CreateAnalysis } from '../../domain/calls/analysis.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { lanPassCalls } from '../../domain/calls/lan.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import type { Call } from '../../domain/call.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import type { HeldRun } from '../../domain/lan/held-run.ts'
import { type LanCall, lanHeaders } from '../../domain/lan/lan-call.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import { proofText } from '../../domain/lan/lan-pass.ts'
import { runOrder } from '../../domain/rules/run-order.ts'
import { readState, withoutEdge } from './stack-control.ts'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }
const hostname = 'bcube-0016'

async function ask<Data>(request: APIRequestContext, row: Call, data?: object): Promise<Data> {
  const options = { headers, ...(data && { data }) }
  const answer =
    row.method === 'GET'
      ? await request.get(`/v3${row.path}`, options)
      : await request.post(`/v3${row.path}`, options)
  const body = (await answer.json()) as { ok: boolean; data: Data }
  expect(body, row.path).toMatchObject({ ok: true })
  return body.data
}

/** Calls the device as a page does, but from here: the browser's own way is in tests/devices/lan-browser.test.ts. */
async function openLan(request: APIRequestContext) {
  const { subtle } = webcrypto
  const kind = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await subtle.generateKey(kind, false, ['sign', 'verify'])
  const { x, y } = await subtle.exportKey('jwk', pair.publicKey)
  const body = { public_key: { kty: 'EC', crv: 'P-256', x, y } }
  const { pass } = await ask<{ pass: string }>(request, lanPassCalls.pass, body)
  const { lan_port } = readState(`devices/${hostname}/device.json`) as { lan_port: number }
  const send = async (row: LanCall, text: string, more: Record<string, string>) => {
    const url = `http://127.0.0.1:${lan_port}${row.path}`
    const type = { 'Content-Type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers: { ...type, ...more }, body: text })
    return (await answer.json()) as { ok: boolean; data: never }
  }
  return async function call<Data>(row: LanCall, params: object): Promise<Data> {
    const greeting = JSON.stringify({ command: lanCalls.greet.command })
    const { data } = await send(lanCalls.greet, greeting, {})
    const { challenge, uuid: device } = data as { challenge: string; uuid: string }
    const [operation, nonce] = [randomUUID(), randomUUID()]
    const text = JSON.stringify({ command: row.command, params })
    const { path, command } = row
    const digest = createHash('sha256').update(text).digest('hex')
    const signed = { challenge, device, path, command, operation, nonce, digest }
    const sha = { name: 'ECDSA', hash: 'SHA-256' }
    const bytes = await subtle.sign(sha, pair.privateKey, Buffer.from(proofText(signed)))
    const signature = Buffer.from(bytes).toString('base64url')
    const answer = await send(row, text, {
      [lanHeaders.pass]: pass,
      [lanHeaders.proof]: `${challenge}.${nonce}.${signature}`,
      [lanHeaders.operation]: operation,
    })
    expect(answer, row.command).toMatchObject({ ok: true })
    return answer.data
  }
}

/** Order a short run: the method of a recipe with a few cycles, in the channels that the device has. */
function orderOf(plan: CreateAnalysis, recipe: Recipe, device: Device) {
  const { process } = recipe
  const steps = process.steps.map((step) => (step.type === 'loop' ? { ...step, repeat: 4 } : step))
  const channels = process.channels.filter(({ wavelength }) =>
    device.wavelengths.includes(wavelength),
  )
  const method = { process: { ...process, steps, channels } }
  return runOrder({ ...plan, method } as unknown as Analysis)
}

test('[LAN-007] a run that was ordered while the service was away arrives there, with the one who ordered it', async ({
  request,
}) => {
  const { sign_ins } = readState('demo.json') as { sign_ins: { email: string; password: string }[] }
  const { email, password } = sign_ins.find((one) => one.email.startsWith('manager')) ?? {
    email: '',
    password: '',
  }
  const { name: person } = await ask<{ name: string }>(request, sessionCalls.login, {
    username: email,
    password,
  })
  const devices = await ask<{ data: Device[] }>(request, deviceCalls.search)
  const device = devices.data.find((one) => one.hostname === hostname) as Device
  const recipes = await ask<{ data: Recipe[] }>(request, recipeCalls.search)
  const recipe = recipes.data.find(({ archived }) => archived === 0) as Recipe
  const lan = await openLan(request)
  const plan: CreateAnalysis = {
    uuid: randomUUID(),
    name: 'Ordered in the local network',
    recipe_uuid: recipe.uuid,
    protocol_uuid: null,
    swarm_uuid: device.swarms[0] ?? '',
    device_uuid: device.uuid,
    cartridge_type: device.cartridge_type,
    samples: [
      { uuid: randomUUID(), name: 'S1', sample_type: 'unknown', coordinates: ['A1', 'A2'] },
    ],
    notebook: '',
  }

  const runs = async () => (await lan<{ runs: HeldRun[] }>(lanCalls.runs, {})).runs
  const run = async () => (await runs()).find((one) => one.analysis_uuid === plan.uuid)
  await withoutEdge(async () => {
    await lan(lanCalls.loadRecipe, { order: orderOf(plan, recipe, device) })
    await expect.poll(async () => (await run())?.status, { timeout: 60_000 }).toBe('COMPLETE')
    expect(await run()).toMatchObject({ delivered: false, measured: { AMP: 4 } })
  })

  await ask(request, analysisCalls.create, plan)
  await lan(lanCalls.analysisSync, {})
  await expect.poll(async () => (await run())?.delivered, { timeout: 60_000 }).toBe(true)
  const record = { ...analysisCalls.get, path: analysisCalls.get.path.replace(':id', plan.uuid) }
  expect(await ask(request, record)).toMatchObject({ status: 'COMPLETE' })
  const commands = { ...syncCalls.pull, path: '/sync/pull?kinds=command&after=0&limit=500' }
  const { records } = await ask<{ records: { body: CommandRecord }[] }>(request, commands)
  const order = records.find(
    ({ body: { command } }) =>
      command.name === 'LOAD_RECIPE' && command.order.analysis_uuid === plan.uuid,
  )
  expect(order?.body).toMatchObject({ local: true, state: 'done', user_name: person })
})
