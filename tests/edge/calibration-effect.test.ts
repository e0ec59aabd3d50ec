import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { limitsOf } from '../../domain/catalog/calibration.ts'
import type { Calibration } from '../../domain/entities/calibration.ts'
import { wellName } from '../../domain/rules/well.ts'
import { validUntil } from '../../domain/rules/calibration-age.ts'
import { driftOf } from '../../domain/rules/calibration-drift.ts'
import { findHealth } from '../../domain/rules/device-health.ts'
import { keepBlob } from '../../edge/files/blobs.ts'
import type { DeviceContext } from '../../edge/context.ts'
import { readCurves } from '../../edge/runs/evaluate.ts'
import { noteDrift } from '../../edge/runs/follow-drift.ts'
import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import { encodeCurves } from '../../workers/run/blob.ts'
import { makeCompleted } from './made-analyses.ts'
import { makeDevice } from './material-bodies.ts'
import { storeOf } from './matrix/world.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { connectDevice, create, cycle, planFor, progressAt } from './plan.ts'
import { changeRecord } from './store-writes.ts'

let lab: Lab
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('effect')
  manager = await lab.as('Administrator')
  await connectDevice(lab)
}, 60_000)

// Name the type of the service: that of the test runner leaves out its secrets.
const files = env as unknown as Env
const names = Array.from({ length: 96 }, (_, at) => wellName({ rows: 8, columns: 12 }, at))

const picture = {
  channel: 'FAM',
  file_uuid: crypto.randomUUID(),
  name: 'plate.pgm',
  content_hash: 'b'.repeat(64),
  command_uuid: null,
}

/** Keep an accepted or prepared calibration of light, in which A1 gives `factor` times the light of the others in FAM. */
async function keepLight(
  factor: number,
  { at, supersedes }: { at: string | null; supersedes: string | null },
): Promise<string> {
  const uuid = crypto.randomUUID()
  const evidence = {
    of: 'illumination',
    roi_uuid: await regions,
    vessel: 'Strip',
    seal: 'Film',
    volume: 20,
    pictures: [false, true].map((turned) => ({ ...picture, turned })),
    channels: [{ channel: 'FAM', range: 1, cv: 0, offset: 0, corrected: 0 }],
    wells: names.map((well, order) => ({
      well,
      channels: [{ light: 90, turned: 90, field: order === 0 ? factor : 1, plate: 0, block: 0 }],
    })),
  }
  const parts = { kind: 'illumination', at, supersedes, evidence }
  await changeRecord(lab.company, { kind: 'calibration', uuid }, bodyOf(uuid, parts))
  return uuid
}

function bodyOf(
  uuid: string,
  parts: { kind: string; at: string | null; supersedes: string | null; evidence: object },
) {
  const { at, kind, ...rest } = parts
  const measured_at = at ?? new Date().toISOString()
  return {
    ...rest,
    uuid,
    kind,
    created_at: measured_at,
    updated_at: measured_at,
    user_uuid: crypto.randomUUID(),
    user_name: 'Ada',
    name: 'bGATE',
    device_uuid: lab.device,
    deviceType: 'bgate',
    serial_no: 'SN-1',
    cartridge_type: 'Wells96',
    method: '1.1.0',
    material: 'Plate',
    measured_at,
    valid_until: validUntil('illumination', measured_at),
    limits: limitsOf(kind as 'roi'),
    findings: [],
    signature: at && {
      user_uuid: crypto.randomUUID(),
      printed_name: 'Ada',
      at,
      meaning: 'approval',
      comment: '',
      record_hash: 'a'.repeat(64),
    },
  } satisfies Record<keyof Calibration, unknown>
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const regions = Promise.resolve(crypto.randomUUID())

async function keepRegions(): Promise<void> {
  const uuid = await regions
  const evidence = {
    of: 'roi',
    wells: 'bright',
    width: 400,
    height: 300,
    pitch: 30,
    pictures: [picture],
    regions: names.map((well) => ({
      well,
      x: 10,
      y: 10,
      radius: 5,
      off: 0,
      shift: null,
      channels: [{ seen: true, x: 10, y: 10, radius: 5, grey: 90, saturated: 0 }],
    })),
    placed: false,
  }
  const parts = { kind: 'roi', at: daysAgo(30), supersedes: null, evidence }
  await changeRecord(lab.company, { kind: 'calibration', uuid }, bodyOf(uuid, parts))
}

/** Run forty cycles on the device, which says by what it has divided its light. */
async function runWith(light: string | null | undefined) {
  const { uuid } = await create(manager, planFor(lab))
  const params = { id: uuid }
  const { data: entry } = await must(manager(analysisCalls.launch, { params }))
  const answer = { command_uuid: entry.uuid, state: 'done' }
  await must(lab.asDevice(deviceLinkCalls.answer, { body: answer }))
  const readings = Array.from({ length: 40 }, (_, at) => cycle(at + 1))
  const body = { readings, progress: progressAt(uuid, 40) }
  await must(lab.asDevice(deviceLinkCalls.readings, { params, body }))
  const at = new Date().toISOString()
  const measured = { AMP: 40, VAL: 0 }
  const end = {
    outcome: 'completed',
    reason: '',
    at,
    measured,
    ...(light !== undefined && { light }),
  }
  await must(lab.asDevice(deviceLinkCalls.finished, { params, body: end }))
  const { data: record } = await must(manager(analysisCalls.get, { params }))
  const { amplification } = await readCurves(files, record, record.curves_hash ?? '')
  return { record, uuid, first: curveOf(amplification, 0, 0)[0], late: { params, body } }
}

const raw = cycle(1).values[0]?.[0] ?? 0

describe('issue 19: factors of light in the pipeline', () => {
  let inForce: string
  beforeAll(async () => {
    await keepRegions()
    inForce = await keepLight(0.8, { at: daysAgo(20), supersedes: null })
  })

  it('raw readings are divided by the service, once, and the run says by what', async () => {
    const { record, first, late } = await runWith(null)
    expect(record.light).toEqual({ calibration_uuid: inForce, divided_by: 'service' })
    expect(first).toBeCloseTo(raw / 0.8, 6)
    // Send the same readings again, which are no other readings than those of the curve file.
    await must(lab.asDevice(deviceLinkCalls.readings, late))
    const messages = await must(
      manager(deviceCalls.messages, { query: { page: '1', limit: '100' }, body: {} }),
    )
    expect(messages.data.data.filter(({ code }) => code === 'reading_differs')).toEqual([])
  })

  it('readings that the device has divided, or of which it says nothing, stay as they came', async () => {
    const divided = await runWith(inForce)
    expect(divided.record.light).toEqual({ calibration_uuid: inForce, divided_by: 'device' })
    const silent = await runWith(undefined)
    expect(silent.record).not.toHaveProperty('light')
    expect([divided.first, silent.first]).toEqual([raw, raw])
  })

  it('a new calibration names the results since the last one whose call would change', async () => {
    const draft = await keepLight(0.4, { at: null, supersedes: inForce })
    const ask = async (page: string) =>
      (await must(manager(calibrationCalls.effect, { params: { id: draft }, query: { page } })))
        .data
    const { data, ...counts } = await ask('1')
    expect(counts).toMatchObject({
      kind: 'illumination',
      total: 3,
      hidden: 0,
      pages: 1,
      until: null,
    })
    // Expect twice the light in A1 to move its Cq, and that of no other well.
    expect(data.map(({ assumed, calls, moved }) => ({ assumed, calls, moved }))).toMatchObject([
      { assumed: true, calls: 0 },
      { assumed: false, calls: 0 },
      { assumed: false, calls: 0 },
    ])
    expect(data.every(({ moved }) => (moved ?? 0) > 0)).toBe(true)
    expect((await ask('2')).data).toEqual([])
    const gone = await keepLight(1e6, { at: null, supersedes: inForce })
    const { data: changed } = await must(
      manager(calibrationCalls.effect, { params: { id: gone }, query: {} }),
    )
    expect(changed.data[0]?.changes).toContainEqual({
      well: 'A1',
      target: expect.any(String),
      from: 'detected',
      to: expect.not.stringMatching('^detected$'),
    })
  })
})

describe('issue 19: calibration that never sleeps', () => {
  it('runs whose A1 loses light are a drift of the device, which its health and its page say', async () => {
    const admin = await lab.as('Administrator')
    const device = await makeDevice(lab.company, { name: 'Dusty', cartridge_type: 'Wells9' })
    const filled = ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'].map((well) => ({
      uuid: crypto.randomUUID(),
      name: well,
      sample_type: 'unknown',
      coordinates: [well],
    }))
    const company_uuid = lab.company
    const kept: string[] = []
    for (let at = 0; at < 12; at += 1) {
      const { uuid } = await makeCompleted(manager, lab.swarm)
      const curves = createReadings(['FAM'], 9, 12)
      for (let well = 0; well < 9; well += 1) {
        curveOf(curves, 0, well).fill(1000 + ((well + at) % 3) - (well === 0 ? 6 * at : 0))
      }
      const bytes = encodeCurves({ amplification: curves, melt: null })
      const changes = {
        device_uuid: device.uuid,
        cartridge_type: 'Wells9',
        samples: filled,
        started_at: daysAgo(48 - 4 * at),
        curves_hash: await keepBlob(files, company_uuid, bytes),
      }
      kept.push(changes.curves_hash)
      await changeRecord(lab.company, { kind: 'analysis', uuid }, changes)
    }
    const params = { id: device.uuid }
    const { data: report } = await must(admin(calibrationCalls.drift, { params }))
    expect(report).toMatchObject({ runs: 12, unread: 0 })
    expect(report.series[0]).toMatchObject({
      what: 'change',
      part: 'FAM',
      well: 'A1',
      flagged: true,
    })
    const context = { env, own: storeOf(lab.company), device: device.uuid }
    await noteDrift(context as unknown as DeviceContext)
    const { data: known } = await must(admin(deviceCalls.get, { params }))
    expect(driftOf(known)).toMatchObject({ what: 'change', part: 'FAM', well: 'A1' })
    // Note the same again, which leaves no second entry.
    await noteDrift(context as unknown as DeviceContext)
    const { data: again } = await must(admin(deviceCalls.get, { params }))
    expect(again.updated_at).toBe(known.updated_at)
    const [calibration] = findHealth(
      { device: known, info: null, heardAt: null },
      Date.now(),
    ).filter(({ name }) => name === 'calibration')
    expect(calibration?.verdict).not.toBe('ok')

    // Take back no warning for runs that cannot be read (eighteenth attack A18-7).
    for (const hash of kept.slice(0, 6)) await files.BLOBS.delete(`${company_uuid}/${hash}`)
    await noteDrift(context as unknown as DeviceContext)
    const { data: unread } = await must(admin(calibrationCalls.drift, { params }))
    expect(unread).toMatchObject({ runs: 6, unread: 6, series: [] })
    const { data: warned } = await must(admin(deviceCalls.get, { params }))
    expect(driftOf(warned)).toEqual(driftOf(known))
  }, 60_000)
})
