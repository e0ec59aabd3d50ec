import { beforeAll, describe, expect, it } from 'vitest'
import { instrumentCalls } from '../../domain/calls/instruments.ts'
import { instrumentTypeCalls } from '../../domain/calls/instrument-types.ts'
import type { Instrument } from '../../domain/entities/instrument.ts'
import type { InstrumentType } from '../../domain/entities/instrument-type.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { findInstrument } from '../../edge/store/planned-run.ts'
import { makeDevice, makeType } from './material-bodies.ts'
import { changeInside } from './matrix/world.ts'
import { inStoreOf } from './store-writes.ts'

let lab: Lab
let maker: Sender
let manager: Sender
let admin: Sender
let type: InstrumentType
beforeAll(async () => {
  const provider = await foundLab('maker', { isProvider: 'Y' })
  lab = await foundLab('user')
  maker = await provider.as('SuperAdmin')
  manager = await lab.as('Manager')
  admin = await lab.as('Administrator')
  type = await makeType(maker, 'Cycler 96')
}, 60_000)

const body = (serial_no: string, changes: object = {}) => ({
  name: 'Cycler by the door',
  serial_no,
  type_uuid: type.uuid,
  ...changes,
})

async function issue(serial_no: string, changes: object = {}): Promise<Instrument> {
  const sent = manager(instrumentCalls.issue, { body: body(serial_no, changes) })
  return (await must(sent)).data
}

describe('instruments', () => {
  it('[CALL-239] [CALL-240] [CALL-242] [CALL-244] [ENT-049] are issued, found and read', async () => {
    const form = (await must(manager(instrumentCalls.createForm))).data
    expect(form.options['type_uuid']).toContainEqual({ value: type.uuid, label: 'Cycler 96' })
    expect(form.options['device_uuid']?.map(({ value }) => value)).toEqual([lab.device])
    const made = await issue('CT-1', { device_uuid: lab.device })
    expect(made).toMatchObject({
      company_uuid: lab.company,
      device_uuid: lab.device,
      status: 'active',
    })
    const read = await must(manager(instrumentCalls.get, { params: { id: made.uuid } }))
    expect(read.data).toEqual(made)
    const found = await must(
      manager(instrumentCalls.search, { body: { filters: { serial_no: 'CT-1' } } }),
    )
    expect(found.data.data).toEqual([made])
  })

  it('issue 14: are one by their serial number, whatever its case and letters that nobody sees', async () => {
    const made = await issue('Bench-7a')
    for (const alike of ['BENCH-7A', 'bench-7a', 'Bench\uFF0D7a', 'B\u0435nch-7a']) {
      const answer = await manager(instrumentCalls.issue, { body: body(alike) })
      expect([alike, answer.errors[0]?.reason]).toEqual([alike, 'serial_taken'])
    }
    // Distinguish zero and O in numbers.
    await issue('Bench-O')
    await issue('Bench-0')
    const params = { id: made.uuid }
    await must(manager(instrumentCalls.edit, { params, body: { serial_no: 'BENCH-7A' } }))
    // Put an older record that differs in case alone: each goes on, and a file names the one that is written so.
    const older = crypto.randomUUID()
    await changeInside(lab.company, {
      type: 'put',
      kind: 'instrument',
      uuid: older,
      body: { ...made, uuid: older, serial_no: 'bench-7a' },
    })
    await must(manager(instrumentCalls.edit, { params: { id: older }, body: { name: 'Older' } }))
    const found = (serial: string) =>
      inStoreOf(lab.company, (sql) => findInstrument(sql, serial).instrument?.uuid)
    expect(await found('BENCH-7A')).toBe(made.uuid)
    expect(await found('bench-7a')).toBe(older)
    expect(await found('Bench-7A')).toBeUndefined()
    expect(await found(' BENCH-o ')).toBeDefined()
  })

  it('[CALL-243] are edited, with a serial number of their own, a known type and a gateway', async () => {
    const made = await issue('CT-2')
    const params = { id: made.uuid }
    const edit = (change: object) => manager(instrumentCalls.edit, { params, body: change })
    await must(edit({ status: 'inactive', name: 'Spare', base: made.updated_at }))
    expect((await edit({ name: 'Late', base: made.updated_at })).errors[0]?.code).toBe('stale')
    const cube = await makeDevice(lab.company, {
      name: 'Cube',
      deviceType: 'bcube',
      cartridge_type: 'Wells16',
    })
    for (const [change, field, reason] of [
      [{ serial_no: 'CT-1' }, 'serial_no', 'serial_taken'],
      [{ type_uuid: crypto.randomUUID() }, 'type_uuid', 'type_unknown'],
      [{ device_uuid: crypto.randomUUID() }, 'device_uuid', 'device_unknown'],
      [{ device_uuid: cube.uuid }, 'device_uuid', 'no_gateway'],
      [{ status: 'broken' }, 'status', 'picklist'],
      [{ company_uuid: lab.company }, 'company_uuid', undefined],
    ] as const) {
      expect((await edit(change)).errors[0], field).toMatchObject({
        field,
        ...(reason && { reason }),
      })
    }
  })

  it('[CALL-241] are deleted, and their serial number is free again', async () => {
    const made = await issue('CT-3')
    const params = { id: made.uuid }
    expect((await manager(instrumentCalls.delete, { params })).status).toBe(403)
    await must(admin({ ...instrumentCalls.delete, method: 'GET' }, { params }))
    expect((await manager(instrumentCalls.get, { params })).status).toBe(404)
    await issue('CT-3')
  })
})

describe('types of instrument', () => {
  it('[CALL-245] [CALL-246] [CALL-247] [ENT-050] are the provider’s, and read by everybody', async () => {
    const made = await makeType(maker, 'Cycler 384')
    const edited = await must(
      maker(instrumentTypeCalls.edit, { params: { id: made.uuid }, body: { model: 'CFX384' } }),
    )
    expect(edited.data).toMatchObject({ name: 'Cycler 384', model: 'CFX384' })
    const found = await must(manager(instrumentTypeCalls.search, { body: { search: '384' } }))
    expect(found.data.data).toEqual([edited.data])
    const twice = await maker(instrumentTypeCalls.create, {
      body: { name: 'Cycler 384', manufacturer: 'x', model: 'y' },
    })
    expect(twice.errors[0]).toMatchObject({ code: 'taken', field: 'name', reason: 'name_taken' })
    const own = await admin(instrumentTypeCalls.create, {
      body: { name: 'Ours', manufacturer: 'x', model: 'y' },
    })
    expect(own.status).toBe(403)
  })
})
