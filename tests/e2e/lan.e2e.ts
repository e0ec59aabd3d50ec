import { createHash, randomUUID, webcrypto } from 'node:crypto'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { analysisCalls, type CreateAnalysis } from '../../domain/calls/analysis.ts'
import { auditCalls, type TrailEntry } from '../../domain/calls/audit.ts'
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
import type { DeviceStatus } from '../../domain/live/event.ts'
import { runOrder } from '../../domain/rules/run-order.ts'
import { killDevice, readState, restartDevice, withoutEdge } from './stack-control.ts'

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

/** Call the device as a page does, but from here: the browser's own way is in tests/devices/lan-browser.test.ts. */
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
function orderOf(plan: CreateAnalysis, recipe: Recipe, device: Device, cycles: number) {
  const { process } = recipe
  const steps = process.steps.map((step) =>
    step.type === 'loop' ? { ...step, repeat: cycles } : step,
  )
  const channels = process.channels.filter(({ wavelength }) =>
    device.wavelengths.includes(wavelength),
  )
  const method = { process: { ...process, steps, channels } }
  return runOrder({ ...plan, method } as unknown as Analysis)
}

test('[LAN-002] [LAN-003] [LAN-004] [LAN-006] [LAN-007] runs and orders of a time without the service arrive there, with the one who gave them', async ({
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
  const began = new Date().toISOString()
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

  const longer = { ...plan, uuid: randomUUID(), name: 'Ended in the local network' }
  const runs = async () => (await lan<{ runs: HeldRun[] }>(lanCalls.runs, {})).runs
  const run = async ({ uuid } = plan) => (await runs()).find((one) => one.analysis_uuid === uuid)
  const progress = async () => {
    const { status } = await lan<{ status: DeviceStatus }>(lanCalls.status, {})
    return status.run?.analysis_uuid === longer.uuid ? status.run : null
  }
  const of = { analysis_uuid: longer.uuid }
  await withoutEdge(async () => {
    await lan(lanCalls.loadRecipe, { order: orderOf(plan, recipe, device, 4) })
    await expect.poll(async () => (await run())?.status, { timeout: 60_000 }).toBe('COMPLETE')
    expect(await run()).toMatchObject({ delivered: false, measured: { AMP: 4 } })
    await lan(lanCalls.selfTest, {})
    await lan(lanCalls.loadRecipe, { order: orderOf(longer, recipe, device, 400) })
    await expect.poll(async () => (await progress())?.cycle, { timeout: 60_000 }).toBeGreaterThan(1)
    const planned = (await progress())?.cycles ?? 0
    await lan(lanCalls.extend, { ...of, cycles: 5 })
    expect((await progress())?.cycles).toBe(planned + 5)
    await expect(async () => {
      // Read the step each time: the one that was seen may be over
      // by then, which the device says, and skips no other one.
      const { position } = (await progress())!
      expect(await lan(lanCalls.skip, { ...of, position })).toMatchObject({ state: 'done' })
    }).toPass()
    await lan(lanCalls.abort, of)
    expect((await run(longer))?.status).toBe('ABORT')
    await lan(lanCalls.shutdown, {})
  })

  // Switch the device on by hand after it was shut down.
  await killDevice(device.uuid)
  await restartDevice(device.uuid)
  for (const one of [plan, longer]) await ask(request, analysisCalls.create, one)
  await expect(() => lan(lanCalls.analysisSync, {})).toPass({ timeout: 60_000 })
  for (const one of [plan, longer]) {
    await expect.poll(async () => (await run(one))?.delivered, { timeout: 60_000 }).toBe(true)
  }
  const record = { ...analysisCalls.get, path: analysisCalls.get.path.replace(':id', plan.uuid) }
  expect(await ask(request, record)).toMatchObject({ status: 'COMPLETE' })
  const commands = { ...syncCalls.pull, path: '/sync/pull?kinds=command&after=0&limit=500' }
  const ledger = async () => {
    const { records } = await ask<{ records: { body: CommandRecord }[] }>(request, commands)
    // Leave out the orders of walks before this one on the same stack.
    const own = records.filter(({ body }) => body.created_at >= began)
    return own.map(({ body }) => body).filter(({ local }) => local)
  }
  const done = async () =>
    (await ledger()).flatMap(({ command, state }) => (state === 'done' ? command.name : []))
  const names = ['LOAD_RECIPE', 'SELF_TEST', 'EXTEND', 'SKIP', 'ABORT', 'SHUTDOWN']
  await expect.poll(done, { timeout: 60_000 }).toEqual(expect.arrayContaining(names))
  const given = (await ledger()).filter(({ device_uuid }) => device_uuid === device.uuid)
  expect(given.map(({ user_name }) => user_name)).toEqual(given.map(() => person))
  const order = given.find(
    ({ command }) => command.name === 'LOAD_RECIPE' && command.order.analysis_uuid === plan.uuid,
  )
  expect(order).toMatchObject({ local: true, state: 'done' })
  // Expect an entry of each in the trail: told by the device, and given by the person who signed it.
  for (const name of ['EXTEND', 'SKIP', 'ABORT', 'SHUTDOWN', 'SELF_TEST']) {
    const { uuid } = given.find(({ command }) => command.name === name) as CommandRecord
    const path = auditCalls.record.path.replace(':kind', 'command').replace(':id', uuid)
    const entries = await ask<TrailEntry[]>(request, { ...auditCalls.record, path })
    expect(entries[0], name).toMatchObject({ action: `command.lan.${name}` })
    const changes = entries[0]?.changes ?? []
    expect(changes.find(({ field }) => field === 'user_name')?.after, name).toBe(person)
  }
})
