import { env, runInDurableObject } from 'cloudflare:test'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../../domain/calls/device-link.ts'
import { operatorCalls } from '../../../domain/calls/operator.ts'
import { must, operatorHeaders, send, type Sender } from '../lab.ts'
import { create, cycle, planFor, progressAt } from '../plan.ts'
import type { World } from './example.ts'
import { storeOf } from './world.ts'

export interface MadeDevice {
  uuid: string
  sender: Sender
}

/** Make the body that registers a device. */
export function deviceBody({ home, plainWord, word }: World) {
  const plain = plainWord()
  return {
    company_uuid: home.company,
    device: {
      uuid: crypto.randomUUID(),
      hostname: plain,
      serial_no: plain,
      name: word(),
      deviceType: 'bgate',
      model: 'bGATE 96',
      bkernel_version: '2.9.4',
      cartridge_type: 'Wells96',
      wavelengths: ['FAM', 'VIC', 'ROX', 'CY5', 'QUASAR705'],
      swarms: [home.swarm],
    },
  }
}

/** Make a device for this example alone, connected and free. */
export async function makeDevice(world: World): Promise<MadeDevice> {
  const body = deviceBody(world)
  const made = await must(send(operatorCalls.createDevice, { headers: operatorHeaders, body }))
  const { key } = made.data
  const { uuid } = body.device
  await storeOf(world.home.company).devicePresence(uuid, true)
  const headers = { Authorization: `Device ${uuid}.${key}` }
  const sender: Sender = (row, parts = {}) =>
    send(row, { ...parts, headers: { ...parts.headers, ...headers } })
  return { uuid, sender }
}

/** Make a launched analysis whose device has not answered yet. */
export async function makeLaunched(
  world: World,
): Promise<MadeDevice & { analysis: string; command: string }> {
  const device = await makeDevice(world)
  const plan = planFor(world.home, { name: world.word(), device_uuid: device.uuid })
  const { uuid: analysis } = await create(world.call, plan)
  const parts = { params: { id: analysis } }
  const { uuid } = (await must(world.call(analysisCalls.launch, parts))).data
  return { ...device, analysis, command: uuid }
}

/** Make a running analysis. */
export async function makeRunning(world: World): Promise<MadeDevice & { analysis: string }> {
  const launched = await makeLaunched(world)
  const body = { command_uuid: launched.command, state: 'accepted' }
  await must(launched.sender(deviceLinkCalls.answer, { body }))
  return launched
}

/** Disconnect the device and make its last message old. */
export async function silenceRun(company: string, device: string, analysis: string): Promise<void> {
  await storeOf(company).devicePresence(device, false)
  await runInDurableObject(env.COMPANY_STORE.getByName(company), (_, state) => {
    state.storage.sql.exec(
      `UPDATE runs SET heard_at = '2020-01-01T00:00:00.000Z' WHERE analysis_uuid = ?`,
      analysis,
    )
  })
}

export function readingsBody(analysis: string, points: number) {
  const readings = Array.from({ length: points }, (_, at) => cycle(at + 1))
  return { readings, progress: progressAt(analysis, points) }
}

export function endBody(outcome: 'completed' | 'broken' | 'aborted', points: number) {
  return {
    outcome,
    reason: '',
    at: new Date().toISOString(),
    measured: { AMP: points, VAL: 0 },
  }
}

/** Make an analysis whose run broke off, or was aborted. */
export async function makeBroken(
  world: World,
  outcome: 'broken' | 'aborted' = 'broken',
): Promise<string> {
  const { analysis, sender } = await makeRunning(world)
  const params = { id: analysis }
  await must(sender(deviceLinkCalls.readings, { params, body: readingsBody(analysis, 2) }))
  await must(sender(deviceLinkCalls.finished, { params, body: endBody(outcome, 2) }))
  return analysis
}
