import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { assetCalls } from '../../domain/calls/assets.ts'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { dyeCalibrationCalls } from '../../domain/calls/dye-calibrations.ts'
import { retentionCalls } from '../../domain/calls/retention.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Calibration } from '../../domain/entities/calibration.ts'
import { channels, cubePicture, keepPicture, makeCube, prepareRoi } from './calibration-bodies.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { makeCompleted, signing, validate } from './made-analyses.ts'
import { importPureDyes, plateOf } from './pure-dye-run.ts'
import { inStoreOf } from './store-writes.ts'

const dayMs = 86_400_000
const began = Date.now()
const limits = { analyses: 730, pictures: 90, messages: null, logs: null }

let lab: Lab
let manager: Sender
let admin: Sender
let device = ''
let loose = ''
let accepted: Calibration
let waiting: Calibration
let dyes: Analysis
let plain: Analysis

/** Go on to a day after the beginning, and sign in again: sessions do not last so long. */
async function goTo(days: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: began + days * dayMs })
  manager = await signIn('Manager-removed', password)
  admin = await signIn('Administrator-removed', password)
}

const round = () => runDurableObjectAlarm(env.COMPANY_STORE.getByName(lab.company))
const isThere = async ({ uuid }: Analysis) =>
  (await manager(analysisCalls.get, { params: { id: uuid } })).status === 200

/** Return the statuses of reading the pictures of a calibration. */
async function readPictures({ evidence }: Calibration): Promise<number[]> {
  if (evidence.of !== 'roi') throw new Error('another kind')
  return Promise.all(
    evidence.pictures.map(
      async ({ name }) => (await admin(assetCalls.roi, { params: { a: device, b: name } })).status,
    ),
  )
}

beforeAll(async () => {
  lab = await foundLab('removed')
  await goTo(0)
  device = (await makeCube(lab.company, 'Calibrated')).uuid
  loose = await keepPicture(admin, device, cubePicture('FAM', { missing: [1] }))
  const draft = await prepareRoi(admin, device)
  const sign = { params: { id: draft.uuid }, body: signing(draft) }
  accepted = (await must(admin(calibrationCalls.sign, sign))).data
  waiting = await prepareRoi(admin, device, { dim: { 4: 0.3 } })
  dyes = await importPureDyes(manager, lab.swarm)
  await must(manager(dyeCalibrationCalls.keep, { body: plateOf(dyes) }))
  plain = await makeCompleted(manager, lab.swarm, { name: 'Plain' })
  const body = { ...limits, reason: 'our rule for records' }
  await must(admin(retentionCalls.set, { body }))
  await goTo(731)
  await round()
  await goTo(762)
  await round()
}, 60_000)
afterAll(() => void vi.useRealTimers())

describe('a removal by age', () => {
  it('twelfth attack A12-1: leaves the pictures that a calibration was signed on', async () => {
    expect(await readPictures(accepted)).toEqual(channels.map(() => 200))
    // Keep the pictures of a draft too, which rests on them while it waits for its signature.
    expect(await readPictures(waiting)).toEqual(channels.map(() => 200))
    const files = await must(admin(retentionCalls.preview, { body: limits }))
    expect(files.data.parts.find(({ part }) => part === 'pictures')?.count).toBe(0)
    const again = await admin(calibrationCalls.prepareRoi, {
      params: { id: device },
      body: {
        pictures: channels.map((channel) => ({ channel, file_uuid: loose })),
        wells: 'bright',
        material: 'ROI plate',
      },
    })
    // Expect the picture that no calibration names to be gone.
    expect(again.status).toBe(404)
  })

  it('twelfth attack A12-2: leaves the run that a colour calibration was measured on', async () => {
    expect(await isThere(dyes)).toBe(true)
    expect(await isThere(plain)).toBe(false)
  })
})

describe('a legal hold', () => {
  it('twelfth attack A12-3: is never frozen into a signed record, where nobody could lift it', async () => {
    const run = await makeCompleted(manager, lab.swarm, { name: 'In dispute' })
    const hold = (on: boolean) =>
      admin(retentionCalls.holdAnalysis, {
        params: { id: run.uuid },
        body: { on, reason: on ? 'complaint 9' : 'it is settled' },
      })
    const held = (await must(hold(true))).data
    const signed = await manager(analysisCalls.validate, {
      params: { id: run.uuid },
      body: signing(held),
    })
    expect(signed.errors[0]).toMatchObject({ code: 'refused', reason: 'legal_hold' })
    // Expect it in no copy either, on which nobody has put it.
    const copy = await must(manager(analysisCalls.duplicate, { params: { id: run.uuid } }))
    expect(copy.data).not.toHaveProperty('legal_hold')
    await validate(manager, (await must(hold(false))).data)
    // Expect nothing to keep the company from being erased after it was closed.
    const files = { kind: 'file', count: 0, hash: '' }
    const erased = await inStoreOf(lab.company, (_sql, store) => store.signErasure('ended', files))
    expect(erased.ok).toBe(true)
  })
})
