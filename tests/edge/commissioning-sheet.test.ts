import { beforeAll, describe, expect, it } from 'vitest'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { commissioningCalls } from '../../domain/calls/commissionings.ts'
import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { commissioningSteps } from '../../domain/entities/commissioning.ts'
import { illuminationBody, prepareRoi, thermalBody } from './calibration-bodies.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { signing } from './made-analyses.ts'
import { makeDevice } from './material-bodies.ts'
import { readPdf } from './pdf-text.ts'
import { deviceInfo, makeReadyDevice } from './ready-device.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { applyOperation, applyOperations } from '../../edge/store/operations.ts'
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

const makeReady = (name: string) => makeReadyDevice(lab, admin, name)

/** Add runs of a device, as many times the one that it has. */
function addRuns(device: string, count: number): Promise<void> {
  return inStoreOf(lab.company, (sql) => {
    const { body } = sql.first<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'analysis' AND body ->> '$.device_uuid' = ?`,
      device,
    )!
    const at = new Date().toISOString()
    const run = JSON.parse(body) as object
    const unsigned = { status: 'COMPLETE', signature: null, created_at: at, ended_at: at }
    const uuids = Array.from({ length: count }, () => crypto.randomUUID())
    const operations = uuids.map((uuid) => ({
      opId: `later:${uuid}`,
      kind: 'analysis' as const,
      uuid,
      action: 'analysis.create' as const,
      actor: systemActor,
      at,
      change: () => ({ ...run, ...unsigned, uuid }),
    }))
    sql.transaction(() => applyOperations(sql, operations))
  })
}

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
    // Prepare it again, which gives the same draft.
    expect((await must(prepare(uuid))).data.uuid).toBe(draft.uuid)
  })

  it('is signed once, over what was on the screen, and is never changed again', async () => {
    const { uuid } = await makeReady('Ready')
    const { data: draft } = await must(prepare(uuid))
    await changeRecord(lab.company, { kind: 'commissioning', uuid: draft.uuid }, { name: 'Other' })
    // Refuse a signature over what was seen before.
    expect((await sign(draft)).errors[0]).toMatchObject({ code: 'stale' })
    const { data: seen } = await must(prepare(uuid))
    const { data: signed } = await must(sign(seen))
    expect(signed.signature).toMatchObject({ record_hash: signing(seen).record_hash })
    expect((await sign(signed)).ok).toBe(false)
    // Prepare the next sheet, which is another record: the signed one stays.
    const { data: next } = await must(prepare(uuid))
    expect(next.uuid).not.toBe(signed.uuid)
    const search = { body: { filters: { device_uuid: uuid } } }
    const { data: all } = await must(admin(commissioningCalls.search, search))
    expect(all.data.filter(({ signature }) => signature)).toHaveLength(1)
  })

  it('issue 14: is judged again at its signature, and names what is no longer so', async () => {
    const device = await makeReady('Waiting')
    const { uuid } = device
    const ref = { kind: 'device', uuid } as const
    const { data: draft } = await must(prepare(uuid))
    expect(draft.steps.filter(({ state }) => state !== 'done').map(({ step }) => step)).toEqual([
      'blink',
    ])
    const refusal = async () => (await sign(draft)).errors[0]
    const changed = (step: (typeof commissioningSteps)[number]) => ({
      code: 'stale',
      reason: 'commissioning_changed',
      field: `steps.${commissioningSteps.indexOf(step)}.state`,
      params: { step },
    })
    await must(device.sender(deviceReportCalls.info, { body: deviceInfo('failed') }))
    expect(await refusal()).toMatchObject(changed('self_test'))
    await must(device.sender(deviceReportCalls.info, { body: deviceInfo('passed') }))
    await changeRecord(lab.company, ref, { bkernel_version: '2.9.5' })
    expect(await refusal()).toMatchObject({
      code: 'stale',
      field: 'bkernel_version',
      reason: 'commissioning_device_changed',
    })
    await changeRecord(lab.company, ref, { bkernel_version: '2.9.4' })
    await changeRecord(lab.company, ref, { swarms: [] })
    expect(await refusal()).toMatchObject(changed('swarm'))
    await changeRecord(lab.company, ref, { swarms: [lab.swarm] })
    const { config } = device
    const over = { ...config, 'calibration.thermal.until': '2020-01-01T00:00:00.000Z' }
    await changeRecord(lab.company, ref, { config: over })
    expect(await refusal()).toMatchObject(changed('calibration'))
    await changeRecord(lab.company, ref, { config })
    // Hold the run by a recall, after which it proves nothing (eighteenth attack A18-8).
    const subject = { kind: 'device', device_uuid: uuid } as const
    const recalled = { body: { subject, reason: 'The maker withdrew it' } }
    const { data: recall } = await must(admin(recallCalls.create, recalled))
    const params = { id: recall.uuid }
    await must(admin(recallCalls.hold, { params }))
    expect(await refusal()).toMatchObject(changed('test_run'))
    await must(admin(recallCalls.lift, { params, body: { reason: 'It was another device' } }))
    await must(sign(draft))
  })

  it('issue 14: is not signed on a calibration that was recalled since, nor is one measured by it', async () => {
    const { uuid } = await makeReady('Recalled')
    const params = { id: uuid }
    const accept = async (record: { uuid: string }) =>
      admin(calibrationCalls.sign, { params: { id: record.uuid }, body: signing(record) })
    const { data: regions } = await must(accept(await prepareRoi(admin, uuid)))
    const body = thermalBody({})
    await must(accept((await must(admin(calibrationCalls.prepareThermal, { params, body }))).data))
    const light = await illuminationBody(admin, uuid)
    const { data: factors } = await must(
      admin(calibrationCalls.prepareIllumination, { params, body: light }),
    )
    const { data: draft } = await must(prepare(uuid))
    expect(draft.steps.find(({ step }) => step === 'calibration')?.state).toBe('done')
    const from = regions.signature?.at
    if (!from) throw new Error('the regions are not signed')
    const subject = {
      kind: 'calibration',
      device_uuid: uuid,
      from,
      until: null,
      of: 'roi',
    } as const
    const reason = 'The plate was the wrong one'
    const { data: recall } = await must(admin(recallCalls.create, { body: { subject, reason } }))
    const place = commissioningSteps.indexOf('calibration')
    expect((await sign(draft)).errors[0]).toMatchObject({ field: `steps.${place}.state` })
    expect((await accept(factors)).errors[0]).toMatchObject({
      code: 'refused',
      reason: 'calibration_basis_recalled',
    })
    const { data: again } = await must(prepare(uuid))
    expect(again.steps[place]?.state).toBe('failed')
    await must(admin(recallCalls.close, { params: { id: recall.uuid }, body: { reason } }))
    await must(accept(factors))
    await must(sign((await must(prepare(uuid))).data))
  })

  it('is printed from the record, and a recall of its device finds the file of a signed one', async () => {
    const { uuid } = await makeReady('Printed')
    const { data: draft } = await must(prepare(uuid))
    const params = { id: draft.uuid }
    const print = async (language: 'en' | 'ar' = 'en') => {
      const query = { language, paper: 'a4' } as const
      return (await must(admin(commissioningCalls.print, { params, query }))).data
    }
    expect((await readPdf(await print())).texts.join('\n')).toMatch(
      /DRAFT: not signed[\s\S]*Checked by/,
    )
    const { data: signed } = await must(sign(draft))
    const text = (await readPdf(await print())).texts.join('\n')
    expect(text).not.toContain('DRAFT')
    for (const part of ['Printed', draft.serial_no, 'Test run', 'Electronic signature'])
      expect(text).toContain(part)
    expect(text.replaceAll(/\s/g, '')).toContain(signed.signature?.record_hash)
    // Expect the same file of the same record, whatever is done meanwhile.
    expect(await print('ar')).toEqual(await print('ar'))
    const subject = { kind: 'device', device_uuid: uuid } as const
    const { data } = await must(admin(recallCalls.touched, { body: { subject } }))
    expect(data.files.map(({ name, format }) => [name, format])).toEqual([
      [`commissioning-${draft.serial_no}.pdf`, 'pdf'],
      [`commissioning-${draft.serial_no}.pdf`, 'pdf'],
    ])
    // Print it for an audit, when the device has made hundreds of runs since (seventeenth attack A17-6).
    await addRuns(uuid, 500)
    await must(admin(commissioningCalls.print, { params, query: { language: 'de', paper: 'a4' } }))
    const later = await must(admin(recallCalls.touched, { body: { subject } }))
    expect(later.data.files).toHaveLength(3)
  }, 60_000)

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
