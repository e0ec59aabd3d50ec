import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { connectDevice, create, planFor } from './plan.ts'
import { changeRecord } from './store-writes.ts'

let lab: Lab
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('hold')
  manager = await lab.as('Manager')
  await connectDevice(lab)
})

async function launch(uuid: string): Promise<CommandRecord> {
  return (await must(manager(analysisCalls.launch, { params: { id: uuid } }))).data
}

function answer(entry: CommandRecord, body: { state: string; reason?: string }) {
  return lab.asDevice(deviceLinkCalls.answer, { body: { command_uuid: entry.uuid, ...body } })
}

describe('an analysis whose launch is under way', () => {
  it('keeps its plate and device and is not deleted: the device has them as they were', async () => {
    const record = await create(manager, planFor(lab))
    const entry = await launch(record.uuid)
    const params = { id: record.uuid }
    const edit = (body: object) => manager(analysisCalls.edit, { params, body })
    const refusals = [
      await edit({ samples: [] }),
      await edit({ device_uuid: null }),
      await manager(analysisCalls.delete, { params, body: { reason: 'mistake' } }),
    ]
    for (const { errors } of refusals)
      expect(errors[0]).toMatchObject({ code: 'refused', reason: 'launch_under_way' })
    await must(edit({ notebook: 'a note is always possible' }))
    await must(answer(entry, { state: 'refused', reason: 'lid_open' }))
    await must(edit({ samples: [] }))
  })

  it('can be changed again when the launch has expired', async () => {
    const record = await create(manager, planFor(lab))
    const entry = await launch(record.uuid)
    await expire(entry)
    const params = { id: record.uuid }
    const { data } = await must(
      manager(analysisCalls.edit, { params, body: { device_uuid: null } }),
    )
    expect(data.bcube).toBeNull()
  })

  it('runs when the device had taken it in time and could say so only later', async () => {
    const record = await create(manager, planFor(lab))
    const entry = await launch(record.uuid)
    await expire(entry)
    await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (store) => store.alarm())
    await must(answer(entry, { state: 'accepted' }))
    const { data } = await must(manager(analysisCalls.get, { params: { id: record.uuid } }))
    expect(data.status).toBe('RUNNING')
  })
})

function expire({ uuid }: CommandRecord): Promise<void> {
  const overdue = { expires_at: '2020-01-01T00:00:00.000Z' }
  return changeRecord(lab.company, { kind: 'command', uuid }, overdue)
}
