import { beforeAll, describe, expect, it } from 'vitest'
import { commissioningCalls } from '../../domain/calls/commissionings.ts'
import { commissioningSteps } from '../../domain/entities/commissioning.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { signing } from './made-analyses.ts'
import { makeDevice } from './material-bodies.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { applyOperation } from '../../edge/store/operations.ts'
import { changeRecord, inStoreOf } from './store-writes.ts'

let lab: Lab
let admin: Sender
beforeAll(async () => {
  // Found the provider first: versions of the device software are kept there.
  await foundLab('commission-maker', { isProvider: 'Y' })
  lab = await foundLab('commissioned')
  admin = await lab.as('Administrator')
}, 60_000)

const prepare = (id: string, sender = admin) =>
  sender(commissioningCalls.prepare, { params: { id } })
const sign = (record: { uuid: string }) =>
  admin(commissioningCalls.sign, { params: { id: record.uuid }, body: signing(record) })

describe('issue 19: the sheet of a device that came into service', () => {
  it('has each step as the service finds it, and is not signed while a required one is open', async () => {
    const { uuid } = await makeDevice(lab.company, { name: 'Fresh', swarms: [lab.swarm] })
    const { data: draft } = await must(prepare(uuid))
    const states = Object.fromEntries(draft.steps.map(({ step, state }) => [step, state]))
    expect(Object.keys(states)).toEqual([...commissioningSteps])
    expect(states).toMatchObject({ name: 'done', swarm: 'done', calibration: 'todo' })
    expect((await sign(draft)).errors[0]).toMatchObject({
      code: 'refused',
      reason: 'commissioning_open',
    })
    // Prepared again it is the same draft.
    expect((await must(prepare(uuid))).data.uuid).toBe(draft.uuid)
  })

  it('is signed once, over what was on the screen, and is never changed again', async () => {
    const { uuid } = await makeDevice(lab.company, { name: 'Ready' })
    const { data: draft } = await must(prepare(uuid))
    const steps = draft.steps.map((one) => ({ ...one, state: 'done' }))
    await changeRecord(lab.company, { kind: 'commissioning', uuid: draft.uuid }, { steps })
    // Refuse a signature over what was seen before.
    expect((await sign(draft)).errors[0]).toMatchObject({ code: 'stale' })
    const read = async () =>
      (await must(admin(commissioningCalls.search, { body: { filters: { device_uuid: uuid } } })))
        .data.data
    const [seen] = await read()
    if (!seen) throw new Error('no sheet')
    const { data: signed } = await must(sign(seen))
    expect(signed.signature).toMatchObject({ record_hash: signing(seen).record_hash })
    expect((await sign(signed)).ok).toBe(false)
    // The next sheet is another record: the signed one stays.
    const { data: next } = await must(prepare(uuid))
    expect(next.uuid).not.toBe(signed.uuid)
    expect((await read()).filter(({ signature }) => signature)).toHaveLength(1)
  })

  it('fourteenth attack A14-7: is not signed when its device has left the company since', async () => {
    const { uuid } = await makeDevice(lab.company, { name: 'Gone' })
    const { data: draft } = await must(prepare(uuid))
    const steps = draft.steps.map((one) => ({ ...one, state: 'done' }))
    const ref = { kind: 'commissioning' as const, uuid: draft.uuid }
    await changeRecord(lab.company, ref, { steps })
    const search = { body: { filters: { device_uuid: uuid } } }
    const [seen] = (await must(admin(commissioningCalls.search, search))).data.data
    if (!seen) throw new Error('no sheet')
    await inStoreOf(lab.company, (sql) =>
      sql.transaction(() =>
        applyOperation(sql, {
          opId: crypto.randomUUID(),
          kind: 'device',
          uuid,
          action: 'device.delete',
          actor: systemActor,
          at: new Date().toISOString(),
          change: () => null,
        }),
      ),
    )
    expect((await sign(seen)).status).toBe(404)
  })
})
