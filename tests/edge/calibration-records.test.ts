import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { assetCalls } from '../../domain/calls/assets.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { limitsOf } from '../../domain/catalog/calibration.ts'
import { acceptedOf, calibratedKey } from '../../domain/rules/calibration-age.ts'
import {
  cubePicture,
  keepPicture,
  makeCube,
  prepareRoi,
  roiBody,
  takeByCommand,
  thermalBody,
} from './calibration-bodies.ts'
import { fetchFor } from './command-lab.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { signing } from './made-analyses.ts'
import { makeDevice, startRun } from './material-bodies.ts'
import { changeInside } from './matrix/world.ts'
import { connectDevice, create, planFor } from './plan.ts'

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('calrecords')
  admin = await lab.as('Administrator')
}, 60_000)

const sign = (record: { uuid: string }, comment = '') =>
  admin(calibrationCalls.sign, {
    params: { id: record.uuid },
    body: { ...signing(record), comment },
  })
const deviceOf = async (id: string) => (await must(admin(deviceCalls.get, { params: { id } }))).data
const prepareThermal = (id: string, changes: Parameters<typeof thermalBody>[0] = {}) =>
  admin(calibrationCalls.prepareThermal, { params: { id }, body: thermalBody(changes) })

describe('a calibration as a signed record', () => {
  it('[SCREEN-041] keeps pictures, regions, limits and verdict, and is accepted by a signature', async () => {
    const { uuid: device } = await makeCube(lab.company, 'Accepted')
    const draft = await prepareRoi(admin, device)
    expect(draft).toMatchObject({
      kind: 'roi',
      device_uuid: device,
      material: 'ROI plate, lot 7',
      findings: [],
      limits: limitsOf('roi'),
      supersedes: null,
      signature: null,
      evidence: { of: 'roi', placed: false },
    })
    if (draft.evidence.of !== 'roi') throw new Error('another kind')
    expect(draft.evidence.regions.map(({ well }) => well).join(' ')).toBe(
      'A1 A2 A3 B1 B2 B3 C1 C2 C3',
    )
    // Expect nothing in force before the signature.
    expect(acceptedOf(await deviceOf(device))).toEqual({})
    const signed = (await must(sign(draft))).data
    expect(signed.signature).toMatchObject({ meaning: 'approval' })
    expect(acceptedOf(await deviceOf(device)).roi).toEqual({
      uuid: draft.uuid,
      until: draft.valid_until,
      brokenBy: null,
    })
    const [picture] = draft.evidence.pictures
    const params = { a: device, b: picture?.name ?? '' }
    const file = await must(admin(assetCalls.roi, { params }))
    expect(Buffer.from(file.data).equals(Buffer.from(cubePicture('FAM')))).toBe(true)
    const trail = await must(
      admin(auditCalls.record, { params: { kind: 'calibration', id: draft.uuid } }),
    )
    expect(trail.data.map(({ action }) => action).toSorted()).toEqual([
      'calibration.prepare',
      'calibration.sign',
    ])
  })

  it('[SCREEN-041] an accepted one is never changed: the next is another record that supersedes it', async () => {
    const { uuid: device } = await makeCube(lab.company, 'Twice')
    const first = (await must(sign(await prepareRoi(admin, device)))).data
    expect((await sign(first)).errors[0]).toMatchObject({ code: 'refused', reason: 'wrong_state' })
    const second = await prepareRoi(admin, device)
    expect(second.uuid).not.toBe(first.uuid)
    expect(second.supersedes).toBe(first.uuid)
    // Prepare the draft again until it is signed: a device has one of each kind.
    const again = await prepareRoi(admin, device)
    expect(again.uuid).toBe(second.uuid)
    expect((await sign(second)).errors[0]).toMatchObject({ code: 'stale' })
    await must(sign(again))
    const found = await must(
      admin(calibrationCalls.search, { body: { filters: { device_uuid: device } } }),
    )
    expect(found.data.data.filter(({ signature }) => signature)).toHaveLength(2)
    const kept = await must(admin(calibrationCalls.get, { params: { id: first.uuid } }))
    expect(kept.data).toEqual(first)
  })

  it('[SCREEN-041] a well that is not seen is never accepted; a dim one only with the reason', async () => {
    const { uuid: device } = await makeCube(lab.company, 'Faulty')
    const missing = await prepareRoi(admin, device, { missing: [4] })
    expect(missing.findings[0]).toMatchObject({ limit: 'unseen', well: 'B2', channel: 'FAM' })
    expect((await sign(missing, 'it was always so')).errors[0]).toMatchObject({
      code: 'refused',
      reason: 'calibration_failed',
      params: { limit: 'unseen' },
    })
    const dim = await prepareRoi(admin, device, { dim: { 4: 0.3 } })
    expect(dim.findings.map(({ limit }) => limit)).toEqual(['grey', 'grey'])
    expect((await sign(dim)).errors[0]).toMatchObject({ code: 'reason_needed', field: 'comment' })
    const signed = await must(sign(dim, 'B2 of this plate is half full'))
    expect(signed.data.signature?.comment).toBe('B2 of this plate is half full')
  })

  it('[SCREEN-041] judges the circles that a person has moved, against the last accepted ones too', async () => {
    const { uuid: device } = await makeCube(lab.company, 'Moved')
    const { evidence } = (await must(sign(await prepareRoi(admin, device)))).data
    if (evidence.of !== 'roi') throw new Error('another kind')
    const placed = evidence.regions.map(({ well, x, y, radius }) => ({
      well,
      x: well === 'C3' ? x + 0.3 * evidence.pitch : x,
      y,
      radius,
    }))
    const body = { ...(await roiBody(admin, device)), placed }
    const prepare = (more: object) =>
      admin(calibrationCalls.prepareRoi, { params: { id: device }, body: { ...body, ...more } })
    const { data } = await must(prepare({}))
    const limits = new Set(data.findings.map(({ limit, well }) => `${limit} ${well}`))
    expect(limits).toEqual(new Set(['centre C3', 'shift C3', 'grey C3']))
    expect((await prepare({ placed: placed.slice(1) })).errors[0]).toMatchObject({
      field: 'placed',
      reason: 'placed_wells',
    })
    expect((await prepare({ pictures: body.pictures.slice(1) })).errors[0]).toMatchObject({
      field: 'pictures',
      reason: 'pictures_of_channels',
    })
  })

  it('[SCREEN-041] a picture counts as the device’s own only where its answer holds the same bytes', async () => {
    const device = await makeCube(lab.company, 'Camera')
    const { command_uuid, bytes } = await takeByCommand(admin, device)
    const body = await roiBody(admin, device.uuid)
    const withFile = (file_uuid: string) => ({
      ...body,
      pictures: body.pictures.map((one) =>
        one.channel === 'FAM' ? { ...one, file_uuid, command_uuid } : one,
      ),
    })
    const params = { id: device.uuid }
    const own = await keepPicture(admin, device.uuid, bytes)
    const { data } = await must(admin(calibrationCalls.prepareRoi, { params, body: withFile(own) }))
    if (data.evidence.of !== 'roi') throw new Error('another kind')
    expect(data.evidence.pictures.map((one) => one.command_uuid)).toEqual([command_uuid, null])
    const other = await keepPicture(admin, device.uuid, cubePicture('FAM', { dim: { 0: 0.9 } }))
    expect(
      (await admin(calibrationCalls.prepareRoi, { params, body: withFile(other) })).errors[0],
    ).toMatchObject({ reason: 'picture_not_taken' })
    // Refuse a file of another device, which is no evidence of this one.
    const stranger = await makeCube(lab.company, 'Stranger')
    const foreign = await keepPicture(admin, stranger.uuid, bytes)
    expect(
      (await admin(calibrationCalls.prepareRoi, { params, body: withFile(foreign) })).status,
    ).toBe(404)
  })

  it('[SCREEN-042] keeps fit and readings of a thermal calibration, which then is the device’s last one', async () => {
    const { uuid: device } = await makeCube(lab.company, 'Warm')
    const bad = (await must(prepareThermal(device, { gain: 1.06 }))).data
    expect(bad.findings.map(({ limit }) => limit)).toEqual(['gain_max', 'correction'])
    expect((await sign(bad, 'never mind')).errors[0]).toMatchObject({
      reason: 'calibration_failed',
    })
    const draft = (await must(prepareThermal(device))).data
    expect(draft.uuid).toBe(bad.uuid)
    expect(draft).toMatchObject({ kind: 'thermal', findings: [], evidence: { serial: 'TC-7' } })
    if (draft.evidence.of !== 'thermal') throw new Error('another kind')
    expect(draft.evidence.offset).toBeCloseTo(0.3, 6)
    await must(sign(draft))
    const { config } = await deviceOf(device)
    expect(acceptedOf({ config }).thermal?.uuid).toBe(draft.uuid)
    expect(config[calibratedKey]).toBe(draft.measured_at)
    // Let neither the configuration nor a setting of the device take the place of the signature.
    const body = { config: { 'calibration.thermal.uuid': crypto.randomUUID() } }
    await must(admin(deviceCalls.setConfig, { params: { id: device }, body }))
    expect(acceptedOf(await deviceOf(device)).thermal?.uuid).toBe(draft.uuid)
    const settings = { 'calibration.last_at': '2030-01-01T00:00:00.000Z' }
    expect(
      (await admin(deviceCommandCalls.updateSetup, { params: { id: device }, body: { settings } }))
        .errors[0],
    ).toMatchObject({ reason: 'no_such_setting' })
  })

  it('[SCREEN-041] [SCREEN-042] only the calibration in force is sent to its device, as a command of the ledger', async () => {
    const device = await makeCube(lab.company, 'Applied')
    const apply = (id: string) => admin(calibrationCalls.apply, { params: { id } })
    const first = await prepareRoi(admin, device.uuid)
    const refusal = { code: 'refused', reason: 'calibration_not_in_force' }
    expect((await apply(first.uuid)).errors[0]).toMatchObject(refusal)
    await must(sign(first))
    const { command } = (await must(apply(first.uuid))).data
    if (first.evidence.of !== 'roi') throw new Error('another kind')
    expect(command).toMatchObject({
      name: 'APPLY_CALIBRATION',
      calibration: { kind: 'roi', uuid: first.uuid, width: first.evidence.width },
    })
    const told = await fetchFor(device)
    expect(told.map((one) => one.command)).toEqual([command])
    await must(sign(await prepareRoi(admin, device.uuid)))
    expect((await apply(first.uuid)).errors[0]).toMatchObject(refusal)
    const warm = (await must(prepareThermal(device.uuid))).data
    await must(sign(warm))
    expect((await must(apply(warm.uuid))).data.command).toMatchObject({
      calibration: { kind: 'thermal', uuid: warm.uuid, gain: expect.closeTo(1.002, 6) },
    })
  })

  it('is for people who calibrate, of devices that they see', async () => {
    const { uuid: device } = await makeCube(lab.company, 'Private')
    const draft = await prepareRoi(admin, device)
    const manager = await lab.as('Manager')
    const params = { id: draft.uuid }
    expect((await manager(calibrationCalls.get, { params })).status).toBe(403)
    expect((await manager(calibrationCalls.sign, { params, body: signing(draft) })).status).toBe(
      403,
    )
    const stranger = await (await foundLab('calstranger')).as('SuperAdmin')
    expect((await stranger(calibrationCalls.get, { params })).status).toBe(404)
    expect((await stranger(calibrationCalls.sign, { params, body: signing(draft) })).status).toBe(
      404,
    )
    const wrong = { ...signing(draft), password: 'Not-my-password-1!' }
    expect((await admin(calibrationCalls.sign, { params, body: wrong })).errors[0]).toMatchObject({
      field: 'password',
    })
  })

  it('issue 14: where a company requires a calibration, only a signed one opens the launch', async () => {
    const operator = await lab.as('Operator')
    const id = lab.device
    const launch = async () => {
      await connectDevice({ company: lab.company, device: id })
      const { uuid } = await create(operator, planFor(lab, { device_uuid: id }))
      return operator(analysisCalls.launch, { params: { id: uuid } })
    }
    const required = (calibration_required: 'Y' | 'N') =>
      must(
        admin(companyCalls.edit, { params: { id: lab.company }, body: { calibration_required } }),
      )
    await required('Y')
    const due = { code: 'refused', field: 'device_uuid', reason: 'calibration_due' }
    // Count neither the day that the device itself tells nor a fit that nobody signed: they prove nothing.
    const calibrated_at = new Date().toISOString()
    const status = {
      bkernel_version: '2.9.4',
      busy: 'N',
      status: '{"serial":"BG-1","srv_status":0}',
    } as const
    await must(lab.asDevice(deviceLinkCalls.hello, { body: { ...status, calibrated_at } }))
    expect((await deviceOf(id)).config[calibratedKey]).toBe(calibrated_at)
    expect((await launch()).errors[0]).toMatchObject(due)
    const fit = await must(
      admin(calibrationCalls.thermal, { body: { ...thermalBody({}), device_uuid: id } }),
    )
    expect(fit.data.passed).toBe(true)
    expect((await launch()).errors[0]).toMatchObject(due)
    const draft = (await must(prepareThermal(id))).data
    expect((await launch()).errors[0]).toMatchObject(due)
    await must(sign(draft))
    expect((await launch()).errors).toEqual([])
    await required('N')
  })

  it('[SCREEN-041] a run says by which calibrations it was measured, also when a later one took their place', async () => {
    const device = await makeDevice(lab.company, { name: 'Runner' })
    const prepare = async () => (await must(prepareThermal(device.uuid))).data
    const first = (await must(sign(await prepare()))).data
    const operator = await lab.as('Operator')
    const run = await startRun(lab, operator, device)
    const inForce = async () =>
      (await must(operator(calibrationCalls.ofRun, { params: { id: run } }))).data
    const { uuid, kind, method, measured_at, valid_until, signature } = first
    const known = { uuid, kind, method, measured_at, valid_until }
    const signed = { signed_by: signature?.printed_name, signed_at: signature?.at }
    expect(await inForce()).toEqual([{ ...known, ...signed }])
    await changeInside(lab.company, {
      type: 'patch',
      kind: 'device',
      uuid: device.uuid,
      patch: { busy: 'N', analysis_uuid: null },
    })
    await must(sign(await prepare()))
    expect(await inForce()).toEqual([{ ...known, ...signed }])
  })
})
