import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { RecallSubject } from '../../domain/entities/recall.ts'
import { illuminationBody, makeCube, prepareRoi, thermalBody } from './calibration-bodies.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'
import { changeRecord } from './store-writes.ts'
import { type DeviceCalibrations, withDependants } from '../../edge/store/recalls/dependants.ts'

let lab: Lab
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('recalled-calibrations')
  manager = await lab.as('Manager')
})

const touchedBy = async (subject: RecallSubject) =>
  (await must(manager(recallCalls.touched, { body: { subject } }))).data
const openRecall = async (subject: RecallSubject) =>
  (await must(manager(recallCalls.create, { body: { subject, reason: 'It drifted' } }))).data

describe('a recall of a calibration', () => {
  it('issue 17: is found for each kind of signed calibration, from its signature to the next', async () => {
    const admin = await lab.as('Administrator')
    const { uuid: device } = await makeCube(lab.company, 'Recalled cube')
    const sign = async () => {
      const record = await prepareRoi(admin, device)
      const body = { ...signing(record), comment: '' }
      const params = { id: record.uuid }
      const { data } = await must(admin(calibrationCalls.sign, { params, body }))
      return data.signature?.at ?? ''
    }
    const first = await sign()
    const second = await sign()
    const runAt = async (started_at: string) => {
      const { uuid } = await makeCompleted(manager, lab.swarm)
      await changeRecord(
        lab.company,
        { kind: 'analysis', uuid },
        { device_uuid: device, started_at },
      )
      return uuid
    }
    const before = await runAt(first)
    const after = await runAt(second)
    const { data: found } = await must(
      manager(recallCalls.subjects, { body: { kind: 'calibration', search: 'Recalled cube' } }),
    )
    const term = (from: string, until: string | null) => ({
      subject: { kind: 'calibration', device_uuid: device, from, until, of: 'roi' },
      analyses: 1,
    })
    expect(found).toMatchObject([term(second, null), term(first, second)])
    for (const [at, uuid] of [after, before].entries()) {
      const { data, proof } = await touchedBy(found[at]!.subject)
      expect(data.map(({ analysis_uuid }) => analysis_uuid)).toEqual([uuid])
      expect([proof.trail, proof.faults]).toEqual([proof.records, []])
    }
    const recall = await openRecall(found[1]!.subject)
    expect(recall.subject).toMatchObject({ of: 'roi' })
  })

  it('issue 17: touches the runs by factors of light that were measured in the recalled regions', async () => {
    const admin = await lab.as('Administrator')
    const { uuid: device } = await makeCube(lab.company, 'Chained cube')
    const sign = async (record: { uuid: string }) => {
      const sent = { params: { id: record.uuid }, body: { ...signing(record), comment: '' } }
      return (await must(admin(calibrationCalls.sign, sent))).data.signature?.at ?? ''
    }
    const light = async () => {
      const body = await illuminationBody(admin, device)
      return (
        await must(admin(calibrationCalls.prepareIllumination, { params: { id: device }, body }))
      ).data
    }
    const runAt = async (started_at: string, name: string) => {
      const { uuid } = await makeCompleted(manager, lab.swarm)
      const change = { device_uuid: device, started_at, name }
      await changeRecord(lab.company, { kind: 'analysis', uuid }, change)
      return uuid
    }
    const regions = await sign(await prepareRoi(admin, device))
    const first = await sign(await light())
    const later = await sign(await prepareRoi(admin, device))
    // Go on with the earlier factors until the next ones are signed: they were measured in the first regions.
    await runAt(later, 'by old factors')
    const second = await sign(await light())
    await runAt(second, 'by new factors')
    const subject = {
      kind: 'calibration',
      device_uuid: device,
      from: regions,
      until: later,
      of: 'roi',
    } as const
    const namesOf = async (from: RecallSubject) => {
      const { data, proof } = await touchedBy(from)
      expect([proof.trail, proof.faults]).toEqual([data.length, []])
      return data.map(({ name }) => name)
    }
    expect(first < later).toBe(true)
    expect(await namesOf(subject)).toEqual(['by old factors'])
    expect(await namesOf({ ...subject, from: later, until: null })).toHaveLength(2)
    const search = { kind: 'calibration', search: 'Chained cube' } as const
    const { data: found } = await must(manager(recallCalls.subjects, { body: search }))
    expect(found.map(({ analyses }) => analyses)).toEqual([1, 2, 1, 1])
  })

  it('issue 17: touches what is judged with dyes that were measured in the recalled regions', () => {
    const [device_uuid, inside, after] = [1, 2, 3].map(() => crypto.randomUUID()) as [
      string,
      string,
      string,
    ]
    const day = (of: number) => `2026-03-0${of}T00:00:00.000Z`
    const signed = [{ uuid: crypto.randomUUID(), kind: 'roi', at: day(1), evidence: { of: 'roi' } }]
    const dyes = [
      { uuid: inside, measured_at: day(2) },
      { uuid: after, measured_at: day(4) },
    ]
    const known = { signed, dyes } as unknown as DeviceCalibrations
    const subject = { kind: 'calibration', device_uuid, from: day(1), until: day(4) } as const
    const all = withDependants({ ...subject, of: 'roi' }, () => known)
    expect(all.slice(1)).toEqual([{ kind: 'dye_calibration', calibration_uuid: inside }])
    expect(withDependants({ ...subject, of: 'thermal' }, () => known)).toHaveLength(1)
  })

  it('issue 17: a day that the configuration told lasts until the next calibration is signed, not until it was measured', async () => {
    const admin = await lab.as('Administrator')
    const { uuid: device } = await makeCube(lab.company, 'Told cube')
    const told = '2026-03-01T00:00:00.000Z'
    const config = { 'calibration.last_at': told }
    await changeRecord(lab.company, { kind: 'device', uuid: device }, { config })
    const measured = new Date(Date.now() - 60_000).toISOString()
    const { data: draft } = await must(
      admin(calibrationCalls.prepareThermal, {
        params: { id: device },
        body: thermalBody({ timestamp: measured }),
      }),
    )
    const { uuid } = await makeCompleted(manager, lab.swarm)
    const between = { device_uuid: device, started_at: new Date(Date.now() - 30_000).toISOString() }
    await changeRecord(lab.company, { kind: 'analysis', uuid }, between)
    const body = { ...signing(draft), comment: '' }
    const { data: signed } = await must(
      admin(calibrationCalls.sign, { params: { id: draft.uuid }, body }),
    )
    const { data: found } = await must(
      manager(recallCalls.subjects, { body: { kind: 'calibration', search: 'Told cube' } }),
    )
    const at = signed.signature?.at
    expect(found).toMatchObject([
      { subject: { of: 'thermal', from: at, until: null }, analyses: 0 },
      { subject: { from: told, until: at }, analyses: 1 },
    ])
  })

  it('issue 17: is found for a calibration of dyes by the matrix that a run is judged with', async () => {
    const dyes = async (run: Analysis, calibration_uuid: string) => {
      const from = {
        calibration_uuid,
        run_name: 'Dyes of another laboratory',
        device_name: 'Rotor',
        measured_at: '2026-05-04T08:30:00.000Z',
      }
      const matrix = [
        [1, 0.1],
        [0, 1],
      ]
      const compensation = { channels: ['FAM', 'CY3'], matrix, from }
      const evaluation = { ...run.method.evaluation, compensation }
      const method = { ...run.method, evaluation }
      await changeRecord(lab.company, { kind: 'analysis', uuid: run.uuid }, { method })
    }
    const calibration = crypto.randomUUID()
    const run = await makeCompleted(manager, lab.swarm)
    const other = await makeCompleted(manager, lab.swarm)
    const typed = await makeCompleted(manager, lab.swarm)
    await changeRecord(lab.company, { kind: 'analysis', uuid: typed.uuid }, { name: calibration })
    await dyes(run, calibration)
    await dyes(other, crypto.randomUUID())
    const { data } = await must(
      manager(recallCalls.subjects, { body: { kind: 'dye_calibration' } }),
    )
    const subject = { kind: 'dye_calibration', calibration_uuid: calibration } as const
    expect(data).toContainEqual({
      subject,
      name: 'Rotor · 2026-05-04 08:30 UTC',
      analyses: 1,
      last_at: run.created_at,
    })
    const found = await touchedBy(subject)
    expect(found.name).toBe('Rotor · 2026-05-04 08:30 UTC')
    expect(found.data.map(({ analysis_uuid }) => analysis_uuid)).toEqual([run.uuid])
    expect(found.proof).toMatchObject({ trail: 1, records: 1, faults: [] })
    const { uuid } = await openRecall(subject)
    await must(manager(recallCalls.hold, { params: { id: uuid } }))
    const { data: record } = await must(manager(analysisCalls.get, { params: { id: run.uuid } }))
    const sent = manager(analysisCalls.validate, {
      params: { id: run.uuid },
      body: signing(record),
    })
    expect(await sent).toMatchObject({ status: 409 })
  })
})
