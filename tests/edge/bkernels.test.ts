import { beforeAll, describe, expect, it } from 'vitest'
import { bkernelCalls, type OfferedBkernel } from '../../domain/calls/bkernels.ts'
import type { Bkernel } from '../../domain/entities/bkernel.ts'
import { tellFleet } from './fleet.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { bkernelBody, makeBkernel, makeDevice } from './material-bodies.ts'
import { foundFleet } from './rollouts.ts'

let provider: Lab
let lab: Lab
let maker: Sender
let manager: Sender
beforeAll(async () => {
  ;({ provider, lab, maker, manager } = await foundFleet())
}, 60_000)

async function search(sender: Sender, body: object, query = {}): Promise<OfferedBkernel[]> {
  const { data } = await must(sender(bkernelCalls.search, { body, query }))
  return data.data
}

const versions = (found: OfferedBkernel[]) => found.map(({ version }) => version)

/** Return the day so many days from now. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('versions of the device software', () => {
  it('[CALL-150] [CALL-151] [CALL-152] [CALL-153] are published, corrected and waited for up to a minute', async () => {
    expect(
      [
        bkernelCalls.create,
        bkernelCalls.edit,
        bkernelCalls.link,
        bkernelCalls.unlink,
        bkernelCalls.delete,
      ].map(({ timeout }) => timeout),
    ).toEqual(Array(5).fill(60_000))
    expect((await must(maker(bkernelCalls.createForm))).data).toEqual({ record: null, options: {} })
    const made = await makeBkernel(maker, 'Spring', { version: '4.0.0', models: ['M1', 'M2'] })
    expect(made).toMatchObject({ unsupported_from: null, file_hash: null, company_uuids: [] })
    const params = { id: made.uuid }
    const body = { notes: 'Quieter', unsupported_from: '2030-01-01', base: made.updated_at }
    const edited = await must(maker(bkernelCalls.edit, { params, body }))
    expect(edited.data).toMatchObject({ notes: 'Quieter', unsupported_from: '2030-01-01' })
    expect((await maker(bkernelCalls.edit, { params, body })).errors[0]?.code).toBe('stale')
    const form = await must(maker(bkernelCalls.editForm, { params }))
    expect(form.data).toMatchObject({ record: { notes: 'Quieter' } })
  })

  it('one version is published once for a model, with its dates in order', async () => {
    await makeBkernel(maker, 'One', { version: '4.1.0', models: ['M1', 'M2'] })
    await makeBkernel(maker, 'Another model', { version: '4.1.0', models: ['M3'] })
    const refuse = async (changes: Partial<Bkernel>) =>
      (await maker(bkernelCalls.create, { body: bkernelBody('Two', changes) })).errors[0]
    expect(await refuse({ version: '4.1.0', models: ['M2'] })).toMatchObject({
      code: 'taken',
      field: 'version',
    })
    expect(
      await refuse({ released_at: '2026-05-02', unsupported_from: '2026-05-01' }),
    ).toMatchObject({ field: 'unsupported_from', reason: 'dates_order' })
    expect(await refuse({ version: '4.1' })).toMatchObject({ field: 'version', reason: 'version' })
    expect(await refuse({ models: [] })).toMatchObject({ field: 'models' })
    expect(await refuse({ released_at: '2026-02-31' })).toMatchObject({
      field: 'released_at',
      reason: 'day',
    })
  })

  it('[CALL-149] are offered to a device: newer, for its model, out and supported, with the days that are left', async () => {
    const device = await makeDevice(lab.company, {
      name: 'Asks',
      model: 'Offer 96',
      bkernel_version: '5.0.9',
    })
    const models = ['Offer 96']
    for (const [version, changes] of [
      ['5.0.9', {}],
      ['5.0.10', { unsupported_from: inDays(30) }],
      ['5.1.0', {}],
      ['5.2.0', { released_at: inDays(3) }],
      ['5.3.0', { unsupported_from: inDays(-1) }],
    ] as const) {
      await makeBkernel(maker, version, { version, models, ...changes })
    }
    await makeBkernel(maker, 'Other', { version: '9.0.0', models: ['Else'] })
    const found = await search(manager, { device_uuid: device.uuid })
    expect(found.map(({ version, days_left }) => [version, days_left])).toEqual([
      ['5.1.0', null],
      ['5.0.10', 30],
    ])
    expect(versions(await search(manager, { filters: { models: 'Offer 96' } }))).toEqual([
      '5.3.0',
      '5.2.0',
      '5.1.0',
      '5.0.10',
      '5.0.9',
    ])
    expect(
      versions(await search(manager, { filters: { models } }, { limit: '2', page: '2' })),
    ).toEqual(['5.1.0', '5.0.10'])
    const strange = await manager(bkernelCalls.search, { body: { device_uuid: provider.device } })
    expect([strange.status, strange.errors[0]?.message]).toEqual([404, 'No such device'])
  })

  it('[CALL-154] [CALL-155] [CALL-156] [CALL-157] linked ones are for those alone, and nobody learns for whom', async () => {
    const other = await foundLab('other')
    const device = await makeDevice(lab.company, { name: 'Linked', model: 'Link 96' })
    const made = await makeBkernel(maker, 'Special', { version: '6.0.0', models: ['Link 96'] })
    const params = { id: made.uuid }
    const seen = async (sender: Sender) =>
      versions(await search(sender, { filters: { version: '6.0.0' } }))
    const stranger = await other.as('Manager')
    expect(await seen(stranger)).toEqual(['6.0.0'])
    const form = (await must(maker(bkernelCalls.linkForm, { params }))).data
    expect(form.options['company_uuids']?.map(({ value }) => value)).toContain(lab.company)
    const linked = await must(
      maker(bkernelCalls.link, { params, body: { company_uuids: [lab.company], reason: 'trial' } }),
    )
    expect(linked.data.company_uuids).toEqual([lab.company])
    expect([await seen(stranger), await seen(manager), await seen(maker)]).toEqual([
      [],
      ['6.0.0'],
      ['6.0.0'],
    ])
    const [mine] = await search(manager, { filters: { version: '6.0.0' } })
    expect([mine?.company_uuids, mine?.device_uuids]).toEqual([[], []])
    expect((await must(maker(bkernelCalls.unlinkForm, { params }))).data).toMatchObject({
      record: { company_uuids: [lab.company] },
    })
    expect((await maker(bkernelCalls.delete, { params, body: {} })).errors[0]).toMatchObject({
      reason: 'linked',
    })
    await must(maker(bkernelCalls.unlink, { params, body: { company_uuids: [lab.company] } }))
    await must(maker(bkernelCalls.link, { params, body: { device_uuids: [device.uuid] } }))
    await tellFleet(lab.company)
    const named = (await must(maker(bkernelCalls.unlinkForm, { params }))).data.options
    expect(named['device_uuids']).toEqual([
      { value: device.uuid, label: expect.stringMatching(/^Linked · /) },
    ])
    expect(await seen(manager)).toEqual([])
    expect(versions(await search(manager, { device_uuid: device.uuid }))).toEqual(['6.0.0'])
    const nobody = { company_uuids: [lab.company, crypto.randomUUID()] }
    expect((await maker(bkernelCalls.link, { params, body: nobody })).errors[0]).toMatchObject({
      field: 'company_uuids.1',
      reason: 'company_unknown',
    })
    const nothing = { device_uuids: [crypto.randomUUID()] }
    expect((await maker(bkernelCalls.link, { params, body: nothing })).errors[0]).toMatchObject({
      field: 'device_uuids.0',
      reason: 'device_unknown',
    })
  })

  it('[CALL-158] are deleted by the provider alone', async () => {
    const made = await makeBkernel(maker, 'Short', { version: '7.0.0' })
    const params = { id: made.uuid }
    const administrator = await lab.as('SuperAdmin')
    for (const row of [bkernelCalls.delete, bkernelCalls.edit, bkernelCalls.link]) {
      expect((await administrator(row, { params, body: {} })).status).toBe(403)
    }
    await must(maker(bkernelCalls.delete, { params, body: {} }))
    expect(versions(await search(manager, { filters: { version: '7.0.0' } }))).toEqual([])
    expect((await maker(bkernelCalls.delete, { params, body: {} })).status).toBe(404)
  })
})
