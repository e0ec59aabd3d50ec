import { env, runInDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import {
  commandNext,
  type CommandRecord,
  type CommandState,
} from '../../domain/entities/command.ts'
import type { Device } from '../../domain/entities/device.ts'
import { commandSubject } from '../../domain/live/topic.ts'
import { settleMs } from '../../domain/rules/command.ts'
import type { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { readAuditOf } from './audit-of.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { connectLive } from './live/connect-live.ts'
import { makeDevice, type TestDevice } from './material-bodies.ts'
import { readAnalysis } from './made-analyses.ts'
import { create, cycle, planFor, progressAt } from './plan.ts'
import { inStoreOf } from './store-writes.ts'

let lab: Lab
let call: Sender
/** Time by which all clocks are ahead of the machine's, in ms. It only grows: a store's times do not run back. */
let ahead = 0
beforeAll(async () => {
  const clock = new Proxy(Date, {
    construct: (real, given: unknown[]) =>
      Reflect.construct(real, given.length === 0 ? [real.now() + ahead] : given) as Date,
    get: (real, name) =>
      name === 'now' ? () => real.now() + ahead : (Reflect.get(real, name) as unknown),
  })
  vi.stubGlobal('Date', clock)
  lab = await foundLab('ledger', { cfx96_enabled: 'Y' })
  call = await lab.as('Administrator')
}, 60_000)
afterAll(() => vi.unstubAllGlobals())

function inStore<Value>(act: (store: CompanyStore) => Value | Promise<Value>): Promise<Value> {
  return inStoreOf(lab.company, (_sql, store) => act(store))
}

async function entryOf(uuid: string): Promise<CommandRecord> {
  const { data } = await must(call(deviceCommandCalls.data, { params: { id: uuid } }))
  return data.command
}

/** Let the time pass that a command has, and wake the store. */
async function runOut(uuid: string): Promise<void> {
  const { state, command, expires_at, updated_at } = await entryOf(uuid)
  const settled = Date.parse(updated_at) + (settleMs[command.name] ?? 0)
  const due = state === 'accepted' ? settled : Date.parse(expires_at)
  ahead += Math.max(0, due - Date.now()) + 1
  await inStore((store) => store.alarm())
}

async function makePresent(): Promise<TestDevice> {
  const device = await makeDevice(lab.company, { name: 'bGATE Ovest' })
  await inStore((store) => store.devicePresence(device.uuid, true))
  return device
}

const fetchFor = async ({ sender }: TestDevice) =>
  (await must(sender(deviceLinkCalls.commands))).data

const answer = ({ sender }: TestDevice, command_uuid: string, rest: object) =>
  must(sender(deviceLinkCalls.answer, { body: { command_uuid, ...rest } }))

async function order(device: TestDevice, row: 'flash' | 'reboot' = 'flash') {
  const sent = call(deviceCommandCalls[row], { params: { id: device.uuid }, body: {} })
  return (await must(sent)).data
}

describe('a command nobody answers', () => {
  it('has expired when nobody was given it: nothing has happened', async () => {
    const device = await makePresent()
    const { uuid } = await order(device)
    await runOut(uuid)
    expect((await entryOf(uuid)).state).toBe('expired')
    expect(await fetchFor(device)).toEqual([])
  })

  it('is unknown when the device has fetched it; its later word settles it', async () => {
    const device = await makePresent()
    const { uuid } = await order(device)
    await fetchFor(device)
    await runOut(uuid)
    expect((await entryOf(uuid)).state).toBe('unknown')
    // Expect nothing to be repeated by itself.
    expect(await fetchFor(device)).toEqual([])
    await answer(device, uuid, { state: 'done' })
    expect((await entryOf(uuid)).state).toBe('done')
  })

  it('is unknown when the live bus took it and the device said nothing', async () => {
    const device = await makePresent()
    const subject = commandSubject(lab.company, device.uuid)
    const link = await connectLive(lab.company, { sub: [subject] })
    link.subscribe(subject, { callback: (_, msg) => msg.respond('gibberish') })
    await link.flush()
    const entry = await order(device)
    expect(entry.state).toBe('sent')
    await runOut(entry.uuid)
    expect((await entryOf(entry.uuid)).state).toBe('unknown')
  })

  it('that was accepted and not done is unknown after its time, but for a run', async () => {
    const device = await makePresent()
    const { uuid } = await order(device, 'reboot')
    await fetchFor(device)
    await answer(device, uuid, { state: 'accepted' })
    await inStore((store) => store.alarm())
    expect((await entryOf(uuid)).state).toBe('accepted')
    await runOut(uuid)
    expect((await entryOf(uuid)).state).toBe('unknown')
    await answer(device, uuid, { state: 'done' })
    expect((await entryOf(uuid)).state).toBe('done')
  })

  it('wakes the store by itself', async () => {
    const device = await makePresent()
    const { uuid, expires_at } = await order(device)
    const alarm = await runInDurableObject(
      env.COMPANY_STORE.getByName(lab.company),
      (_, { storage }) => storage.getAlarm(),
    )
    expect(alarm).not.toBeNull()
    expect(alarm).toBeLessThanOrEqual(Date.parse(expires_at) + 10)
    await runOut(uuid)
  })
})

const steps = ['claim', 'nobody', 'fetch', 'accepted', 'done', 'refused', 'time'] as const
type Step = (typeof steps)[number]

describe('the ledger', () => {
  it('ends the same whatever the order and number of answers, and never forgets the device’s word', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { maxLength: 10 }), async (path) => {
        const device = await makePresent()
        // Name it by its uuid, so that no two devices have a name in common.
        const info = { params: { id: device.uuid }, body: { name: `Once ${device.uuid}` } }
        const made = (await must(call(deviceCommandCalls.setInfo, info))).data
        for (const step of path) await take(step, device, made.uuid)
        const { state } = await entryOf(made.uuid)
        const words = path.filter((step) => ['accepted', 'done', 'refused'].includes(step))
        const last = words.find((word) => word !== 'accepted')
        if (last) expect(state).toBe(last)
        else if (words.length > 0) expect(state).toBe('accepted')
        else expect(['queued', 'sent', 'expired', 'unknown']).toContain(state)
        if (state === 'expired') expect(path).not.toContain('fetch')
        const trail = await readAuditOf(lab.company, 'command', made.uuid)
        const states = trail.slice(1).map(({ action }) => action.slice('command.'.length))
        expectPath(['queued', ...states] as CommandState[])
        // Expect one audit entry of its effect, and only after it is done.
        const effects = await readAuditOf(lab.company, 'device', device.uuid)
        const written = effects.filter(({ action }) => action === 'device.command').length
        expect(written).toBe(last === 'done' ? 1 : 0)
      }),
      { numRuns: 40, seed: 20 },
    )
  }, 60_000)
})

async function take(step: Step, device: TestDevice, uuid: string): Promise<void> {
  if (step === 'claim') await inStore((store) => void store.claimCommand(uuid, device.uuid))
  else if (step === 'nobody')
    await inStore((store) => void store.moveCommand(uuid, device.uuid, 'queued', ''))
  else if (step === 'fetch') await fetchFor(device)
  else if (step === 'time') await runOut(uuid)
  else if (step === 'refused') await answer(device, uuid, { state: step, reason: 'busy' })
  else await answer(device, uuid, { state: step })
}

/** Expect every step to be one that the table allows. */
function expectPath(states: CommandState[]): void {
  states.slice(1).forEach((state, at) => {
    const before = states[at] as CommandState
    // Accept a second `sent`: the first fetch by a device is written again as sent.
    if (before === 'sent' && state === 'sent') return
    expect(commandNext[before]).toContain(state)
  })
}

describe('a launch of which nobody knew', () => {
  async function launchUnknown(device: TestDevice) {
    const record = await create(call, planFor(lab, { device_uuid: device.uuid }))
    const params = { id: record.uuid }
    const entry = (await must(call(analysisCalls.launch, { params }))).data
    await fetchFor(device)
    await runOut(entry.uuid)
    expect((await entryOf(entry.uuid)).state).toBe('unknown')
    return { record, entry, params }
  }
  const start = ({ sender }: TestDevice, params: { id: string }) =>
    sender(deviceLinkCalls.started, { params, body: { at: new Date().toISOString() } })

  it('runs as soon as the device says that it has begun, and the ledger says done', async () => {
    const device = await makePresent()
    const { record, entry, params } = await launchUnknown(device)
    expect((await readAnalysis(call, record.uuid)).status).toBe('INIT')
    await must(start(device, params))
    await must(start(device, params))
    expect((await readAnalysis(call, record.uuid)).status).toBe('RUNNING')
    expect((await entryOf(entry.uuid)).state).toBe('done')
    const seen = (await must(call(deviceCalls.get, { params: { id: device.uuid } }))).data
    expect(seen as Device).toMatchObject({ busy: 'Y', analysis_uuid: record.uuid })
    const readings = [cycle(1), cycle(2)]
    const body = { readings, progress: progressAt(record.uuid, 2) }
    const kept = await must(device.sender(deviceLinkCalls.readings, { params, body }))
    expect(kept.data).toEqual({ AMP: 2, VAL: 0 })
  })

  it('runs on the device that took it, though the plan was given to another meanwhile', async () => {
    const [device, second] = [await makePresent(), await makePresent()]
    const { params } = await launchUnknown(device)
    await must(call(analysisCalls.edit, { params, body: { device_uuid: second.uuid } }))
    const elsewhere = await call(analysisCalls.launch, { params })
    expect(elsewhere.errors[0]).toMatchObject({ code: 'refused', reason: 'launch_unknown' })
    await must(start(device, params))
    const running = await readAnalysis(call, params.id)
    expect(running).toMatchObject({ status: 'RUNNING', device_uuid: device.uuid })
  })

  it('is not begun by a device that was never sent it', async () => {
    const [device, second] = [await makePresent(), await makePresent()]
    const { params } = await launchUnknown(device)
    expect((await start(second, params)).status).toBe(404)
    expect((await readAnalysis(call, params.id)).status).toBe('INIT')
  })

  it('can be sent to the same device again, and runs once', async () => {
    const device = await makePresent()
    const { params } = await launchUnknown(device)
    const again = (await must(call(analysisCalls.launch, { params }))).data
    await fetchFor(device)
    await answer(device, again.uuid, { state: 'accepted' })
    await must(start(device, params))
    const trail = await readAuditOf(lab.company, 'analysis', params.id)
    expect(trail.filter(({ action }) => action === 'run.started')).toHaveLength(1)
  })
})

describe('[SOCK-006] [SOCK-007] [SOCK-008] [STATE-007] [STATE-008] a command about a run', () => {
  it('carries what its sender saw: run, step, cycle and number of cycles', async () => {
    const device = await makePresent()
    const record: Analysis = await create(call, planFor(lab, { device_uuid: device.uuid }))
    const params = { id: record.uuid }
    await must(call(analysisCalls.launch, { params }))
    const [launch] = await fetchFor(device)
    await answer(device, launch?.command_uuid ?? '', { state: 'accepted' })
    const analysis_uuid = record.uuid
    const bodies = [
      { name: 'SKIP', analysis_uuid, position: 7, cycle: 3 },
      { name: 'EXTEND', analysis_uuid, cycles: 5, of: 40 },
      { name: 'EXTEND', analysis_uuid, cycles: -5, of: 45 },
      { name: 'ABORT', analysis_uuid },
    ]
    for (const body of bodies) {
      const sent = call(deviceCalls.command, { params: { id: device.uuid }, body })
      expect((await must(sent)).data).toMatchObject({ command: body })
    }
    // Hand them out in the order in which they were given, but the abort first: nothing before it matters any more.
    const handed = [bodies.at(-1), ...bodies.slice(0, -1)]
    expect((await fetchFor(device)).map(({ command }) => command)).toEqual(handed)
    const zero = { name: 'EXTEND', analysis_uuid, cycles: 0 }
    const refused = await call(deviceCalls.command, { params: { id: device.uuid }, body: zero })
    expect(refused.status).toBe(422)
  })
})
