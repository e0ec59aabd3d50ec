import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { dyeCalibrationCalls } from '../../domain/calls/dye-calibrations.ts'
import { limitsOf } from '../../domain/catalog/calibration.ts'
import { acceptedOf, dyesWithout } from '../../domain/rules/calibration-age.ts'
import {
  finishedRun,
  illuminationBody,
  makeCube,
  measuredBy,
  prepareRoi,
  thermalBody,
} from './calibration-bodies.ts'
import { fetchFor } from './command-lab.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { signing } from './made-analyses.ts'
import { changeInside } from './matrix/world.ts'
import { connectDevice, create, planFor } from './plan.ts'
import { importPureDyes, plateOf } from './pure-dye-run.ts'

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('calchain')
  admin = await lab.as('Administrator')
}, 60_000)

const sign = (record: { uuid: string }, comment = '') =>
  admin(calibrationCalls.sign, {
    params: { id: record.uuid },
    body: { ...signing(record), comment },
  })
const linksOf = async (id: string) =>
  acceptedOf((await must(admin(deviceCalls.get, { params: { id } }))).data)
const acceptRegions = async (id: string) => (await must(sign(await prepareRoi(admin, id)))).data
const prepareLight = async (id: string, faults: Parameters<typeof illuminationBody>[2] = {}) => {
  const body = await illuminationBody(admin, id, faults)
  return admin(calibrationCalls.prepareIllumination, { params: { id }, body })
}

describe('issue 19: the chain of calibrations', () => {
  it('factors of light are measured inside accepted regions, and sent to the device', async () => {
    const device = await makeCube(lab.company, 'Lit')
    expect((await prepareLight(device.uuid)).errors[0]).toMatchObject({
      code: 'refused',
      reason: 'calibration_regions_needed',
    })
    const regions = await acceptRegions(device.uuid)
    const draft = (await must(prepareLight(device.uuid))).data
    expect(draft).toMatchObject({
      kind: 'illumination',
      findings: [],
      limits: limitsOf('illumination'),
      evidence: { roi_uuid: regions.uuid, vessel: 'Strip, low profile', volume: 20 },
    })
    if (draft.evidence.of !== 'illumination') throw new Error('another kind')
    expect(draft.evidence.pictures.map(({ turned }) => turned)).toEqual([false, false, true, true])
    const fields = draft.evidence.wells.map(({ channels }) => channels[0]?.field ?? 0)
    expect(fields.reduce((sum, one) => sum + one, 0) / 9).toBeCloseTo(1, 3)
    // Expect the corners to be darker than the middle.
    expect(fields[0]).toBeLessThan(fields[4] ?? 0)
    await must(sign(draft))
    const params = { id: draft.uuid }
    const { command } = (await must(admin(calibrationCalls.apply, { params }))).data
    expect(command).toMatchObject({
      calibration: { kind: 'illumination', uuid: draft.uuid, fields: [{ light: fields }, {}] },
    })
    expect((await fetchFor(device)).map((one) => one.command)).toEqual([command])
  })

  it('what moves with the turned plate is the plate’s, what stays is the block’s', async () => {
    const { uuid } = await makeCube(lab.company, 'Dirty')
    await acceptRegions(uuid)
    // Dim A1 of the turned plate, which is where I9 was: the last well.
    const plate = (
      await must(prepareLight(uuid, { asIs: { dim: { 0: 0.8 } }, turned: { dim: { 8: 0.8 } } }))
    ).data
    const places = (record: typeof plate, limit: string) =>
      new Set(record.findings.flatMap((one) => (one.limit === limit ? [one.well] : [])))
    expect(places(plate, 'plate')).toEqual(new Set(['A1', 'C3']))
    expect(places(plate, 'block')).toEqual(new Set())
    expect((await sign(plate, 'never mind')).errors[0]).toMatchObject({
      reason: 'calibration_failed',
    })
    const dim = { dim: { 0: 0.7 } }
    const block = (await must(prepareLight(uuid, { asIs: dim, turned: dim }))).data
    expect(places(block, 'plate')).toEqual(new Set())
    expect(places(block, 'block')).toEqual(new Set(['A1']))
    expect((await sign(block)).errors[0]).toMatchObject({ code: 'reason_needed' })
    await must(sign(block, 'a scratch that the factor makes up for'))
  })

  it('the same picture for both positions is no turned plate', async () => {
    const { uuid } = await makeCube(lab.company, 'Unturned')
    await acceptRegions(uuid)
    const body = await illuminationBody(admin, uuid)
    const both = { ...body, turned: body.pictures }
    const sent = admin(calibrationCalls.prepareIllumination, { params: { id: uuid }, body: both })
    expect((await sent).errors[0]).toMatchObject({ field: 'turned', reason: 'picture_not_turned' })
  })

  it('new regions make illumination and colours invalid, and nothing else', async () => {
    const { uuid } = await makeCube(lab.company, 'Chained')
    await acceptRegions(uuid)
    await must(sign((await must(prepareLight(uuid))).data))
    const params = { id: uuid }
    const warm = (
      await must(admin(calibrationCalls.prepareThermal, { params, body: thermalBody({}) }))
    ).data
    await must(sign(warm))
    const waiting = (await must(prepareLight(uuid))).data
    expect(Object.values(await linksOf(uuid)).map(({ brokenBy }) => brokenBy)).toEqual([
      null,
      null,
      null,
    ])
    await acceptRegions(uuid)
    expect(await linksOf(uuid)).toMatchObject({
      roi: { brokenBy: null },
      illumination: { brokenBy: 'roi' },
      thermal: { brokenBy: null },
    })
    // Refuse one that was measured in the old regions.
    expect((await sign(waiting)).errors[0]).toMatchObject({ code: 'stale' })
    await must(sign((await must(prepareLight(uuid))).data))
    expect((await linksOf(uuid)).illumination?.brokenBy).toBeNull()
  })

  it('colours of a device are noted with it, withdrawn with their record, and asked for by a launch', async () => {
    const operator = await lab.as('Operator')
    const manager = await lab.as('Manager')
    const id = lab.device
    const run = await importPureDyes(manager, lab.swarm)
    const started_at = '2026-11-01T10:00:00.000Z'
    await measuredBy(lab, { run: run.uuid, device: id, started_at })
    const kept = (await must(manager(dyeCalibrationCalls.keep, { body: plateOf(run) }))).data
    const device = async () => (await must(admin(deviceCalls.get, { params: { id } }))).data
    expect(acceptedOf(await device()).dye).toMatchObject({ uuid: kept.uuid, brokenBy: null })
    const now = Date.parse(run.created_at)
    expect(dyesWithout(await device(), ['FAM', 'VIC', 'ROX'], now)).toEqual(['ROX'])
    expect(dyesWithout(await device(), ['ROX'], now)).toEqual([])
    const { config } = await device()
    const broken = {
      ...config,
      'calibration.roi.uuid': kept.uuid,
      'calibration.thermal.uuid': kept.uuid,
      'calibration.thermal.until': '2099-01-01T00:00:00.000Z',
    }
    await changeInside(lab.company, {
      type: 'patch',
      kind: 'device',
      uuid: id,
      patch: { config: broken },
    })
    const required = (calibration_required: 'Y' | 'N') =>
      must(
        admin(companyCalls.edit, { params: { id: lab.company }, body: { calibration_required } }),
      )
    await required('Y')
    await connectDevice({ company: lab.company, device: id })
    const plan = await create(operator, planFor(lab, { device_uuid: id }))
    const launched = await operator(analysisCalls.launch, { params: { id: plan.uuid } })
    const channels = plan.method.process.channels.length
    expect(launched.errors.map(({ reason }) => reason)).toEqual(
      channels > 1 ? ['calibration_dyes'] : [],
    )
    await required('N')
    const withdrawal = { params: { id: kept.uuid }, body: { reason: 'bleached dye' } }
    await must(manager(dyeCalibrationCalls.withdraw, withdrawal))
    expect(acceptedOf(await device()).dye).toBeUndefined()
  })

  it('issue 19: a run and its files say by which colours it could be judged', async () => {
    const { uuid } = await makeCube(lab.company, 'Told')
    const manager = await lab.as('Manager')
    const run = await importPureDyes(manager, lab.swarm)
    const begin = (started_at: string) =>
      measuredBy(lab, { run: run.uuid, device: uuid, started_at })
    const ofRun = async () =>
      (await must(manager(calibrationCalls.ofRun, { params: { id: run.uuid } }))).data
    await begin('2026-11-01T10:00:00.000Z')
    const kept = (await must(manager(dyeCalibrationCalls.keep, { body: plateOf(run) }))).data
    expect(await ofRun()).toEqual([])
    await begin(new Date(Date.parse(kept.created_at) + 1000).toISOString())
    expect(await ofRun()).toMatchObject([
      { uuid: kept.uuid, kind: 'dye', method: kept.engine, signed_by: kept.user_name },
    ])
    // Expect them in the files too: as a column of the table, and where RDML has room.
    const exportAs = async (fileFormat: 'csv' | 'rdml') =>
      (
        await must(
          manager(analysisCalls.export, { params: { id: run.uuid }, body: { fileFormat } }),
        )
      ).data
    const said = `dye ${kept.engine} ${kept.created_at} ${kept.uuid}`
    const [head, row] = new TextDecoder().decode(await exportAs('csv')).split('\r\n')
    expect(head?.split(',')).toContain('Calibrations')
    expect(row).toContain(said)
    const [xml] = Object.values(unzipSync(new Uint8Array(await exportAs('rdml'))))
    expect(new TextDecoder().decode(xml)).toContain(`Calibrations: ${said}`)
  })

  it('a melt map is of a finished run of this device, and without peaks it is not accepted', async () => {
    const { uuid } = await makeCube(lab.company, 'Melted')
    const stranger = await makeCube(lab.company, 'Other')
    const run_uuid = await finishedRun(lab, admin, uuid)
    const map = (id: string) =>
      admin(calibrationCalls.prepareMelt, {
        params: { id },
        body: { run_uuid, target: 'none', material: '' },
      })
    expect((await map(stranger.uuid)).errors[0]).toMatchObject({ reason: 'run_unknown' })
    const draft = (await must(map(uuid))).data
    expect(draft).toMatchObject({ kind: 'melt', measured_at: expect.any(String) })
    expect(draft.findings[0]).toMatchObject({ limit: 'tm_missing', channel: null })
    expect((await sign(draft, 'never mind')).errors[0]).toMatchObject({
      reason: 'calibration_failed',
    })
  })
})
