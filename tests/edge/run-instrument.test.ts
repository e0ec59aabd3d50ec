import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { instrumentCalls } from '../../domain/calls/instruments.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { RunInstrument } from '../../domain/entities/instrument.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeDevice, makeType } from './material-bodies.ts'
import { connectDevice, create, planFor } from './plan.ts'

let lab: Lab
let call: Sender
let type: string
beforeAll(async () => {
  const provider = await foundLab('maker', { isProvider: 'Y' })
  lab = await foundLab('user', { cfx96_enabled: 'Y' })
  call = await lab.as('SuperAdmin')
  type = (await makeType(await provider.as('SuperAdmin'), 'Cycler 96')).uuid
}, 60_000)

async function issue(device_uuid: string | null, name = 'Cycler'): Promise<RunInstrument> {
  const serial_no = `CT-${crypto.randomUUID().slice(0, 8)}`
  const body = { name, serial_no, type_uuid: type, device_uuid }
  const { uuid } = (await must(call(instrumentCalls.issue, { body }))).data
  return { uuid, name, serial_no }
}

const read = async (id: string): Promise<Analysis> =>
  (await must(call(analysisCalls.get, { params: { id } }))).data
const merge = (id: string, ...changes: object[]) =>
  call(analysisCalls.merge, { params: { id }, body: { base_seq: 0, changes } as never })
const to = (wanted: RunInstrument | null, from: RunInstrument | null = null) => ({
  field: 'instrument',
  from,
  to: wanted,
})

describe('the instrument of a run', () => {
  it('is named as its record is, whatever the client says, and stays when the record is deleted', async () => {
    const instrument = await issue(lab.device)
    const forged = { ...instrument, name: 'Another', serial_no: 'X-1' }
    const { uuid } = await create(call, planFor(lab, { instrument: forged }))
    expect((await read(uuid)).instrument).toEqual(instrument)
    await must(call(instrumentCalls.delete, { params: { id: instrument.uuid }, body: {} }))
    expect((await read(uuid)).instrument).toEqual(instrument)
  })

  it('is one in use on the device of the run', async () => {
    const elsewhere = await issue(null)
    const idle = await issue(lab.device)
    const params = { id: idle.uuid }
    await must(call(instrumentCalls.edit, { params, body: { status: 'inactive' } }))
    const unknown = { ...idle, uuid: crypto.randomUUID() }
    const { uuid } = await create(call, planFor(lab))
    for (const [wanted, reason] of [
      [elsewhere, 'instrument_elsewhere'],
      [idle, 'instrument_inactive'],
      [unknown, 'instrument_unknown'],
    ] as const) {
      const plan = planFor(lab, { instrument: wanted })
      const refused = await call(analysisCalls.create, { body: plan })
      expect(refused.errors[0], reason).toMatchObject({ field: 'instrument', reason })
      expect((await merge(uuid, to(wanted))).errors[0]).toMatchObject({ reason })
    }
    expect((await read(uuid)).instrument ?? null).toBeNull()
  })

  it('is chosen by an edit, and left behind by another device', async () => {
    const instrument = await issue(lab.device)
    const { uuid } = await create(call, planFor(lab))
    await must(merge(uuid, to(instrument)))
    expect((await read(uuid)).instrument).toEqual(instrument)
    const other = await makeDevice(lab.company, { name: 'Other gateway', swarms: [lab.swarm] })
    const change = { field: 'device_uuid', from: lab.device, to: other.uuid }
    await must(merge(uuid, change))
    expect((await read(uuid)).instrument).toBeNull()
  })

  it('is asked for again at the launch: one that was taken off the gateway meanwhile is refused', async () => {
    const instrument = await issue(lab.device)
    const { uuid } = await create(call, planFor(lab, { instrument }))
    const params = { id: instrument.uuid }
    await must(call(instrumentCalls.edit, { params, body: { device_uuid: null } }))
    await connectDevice(lab)
    const launch = () => call(analysisCalls.launch, { params: { id: uuid } })
    expect((await launch()).errors[0]).toMatchObject({
      field: 'instrument',
      reason: 'instrument_elsewhere',
      params: { name: 'Cycler' },
    })
    await must(merge(uuid, to(null, instrument)))
    await must(launch())
  })
})
