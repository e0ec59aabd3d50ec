import { env, runInDurableObject } from 'cloudflare:test'
import { analysisCalls, type CreateAnalysis } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Reading, RunProgress } from '../../domain/live/event.ts'
import { type Lab, must, type Sender } from './lab.ts'

/** Plan a run on the lab's device: two samples in three wells. */
export function planFor(lab: Lab, change: Partial<CreateAnalysis> = {}): CreateAnalysis {
  return {
    uuid: crypto.randomUUID(),
    name: 'Morning run',
    recipe_uuid: lab.recipe,
    protocol_uuid: lab.protocol,
    swarm_uuid: lab.swarm,
    device_uuid: lab.device,
    cartridge_type: 'Wells96',
    samples: [
      { uuid: crypto.randomUUID(), name: 'S1', sample_type: 'unknown', coordinates: ['A1', 'A2'] },
      { uuid: crypto.randomUUID(), name: 'NTC', sample_type: 'ntc', coordinates: ['H12'] },
    ],
    notebook: '',
    ...change,
  }
}

/** Connect a device of the company, so that runs can be launched on it. */
export async function connectDevice({
  company,
  device,
}: Pick<Lab, 'company' | 'device'>): Promise<void> {
  await runInDurableObject(env.COMPANY_STORE.getByName(company), (store) =>
    store.devicePresence(device, true),
  )
}

export async function create(sender: Sender, plan: CreateAnalysis): Promise<Analysis> {
  return (await must(sender(analysisCalls.create, { body: plan }))).data
}

/**
 * Make one cycle in 96 wells and five channels: wells A1 and A2 grow, the rest stays. The last channel is the passive
 * one.
 */
export function cycle(index: number): Reading {
  const growth = 100_000 / (1 + Math.exp(-(index - 22) / 1.4))
  const channel = Array.from(
    { length: 96 },
    (_, well) => 20_000 + ((well * 37 + index * 11) % 23) + (well < 2 ? growth : 0),
  )
  const passive = Array.from({ length: 96 }, () => 20_000)
  return {
    phase: 'AMP',
    index,
    temperature: 60,
    elapsed: index * 60,
    values: [channel, channel, channel, channel, passive],
  }
}

export function progressAt(analysis: string, index: number): RunProgress {
  return {
    analysis_uuid: analysis,
    position: index * 2,
    steps: 81,
    cycle: index,
    cycles: 40,
    phase: 'AMP',
    temperature: 60,
    elapsed: index * 60,
    remaining: (40 - index) * 60,
    state: 'running',
  }
}

/** Make a run with forty readings, planned by one person and launched by another; `finish` ends it as its device does. */
export async function makeMeasured(
  lab: Lab,
  planner: Sender,
  launcher = planner,
  change: Partial<CreateAnalysis> = {},
) {
  await connectDevice(lab)
  const { uuid } = await create(planner, planFor(lab, change))
  const params = { id: uuid }
  const entry = (await must(launcher(analysisCalls.launch, { params }))).data
  const answer = { command_uuid: entry.uuid, state: 'done' }
  await must(lab.asDevice(deviceLinkCalls.answer, { body: answer }))
  const readings = Array.from({ length: 40 }, (_, at) => cycle(at + 1))
  const body = { readings, progress: progressAt(uuid, 40) }
  await must(lab.asDevice(deviceLinkCalls.readings, { params, body }))
  const at = new Date().toISOString()
  const end = { outcome: 'completed', reason: '', at, measured: { AMP: 40, VAL: 0 } }
  const finish = () => must(lab.asDevice(deviceLinkCalls.finished, { params, body: end }))
  const read = async () => (await must(planner(analysisCalls.get, { params }))).data
  return { uuid, finish, read }
}
