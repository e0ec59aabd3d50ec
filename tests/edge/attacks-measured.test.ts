import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { RecallSubject } from '../../domain/entities/recall.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { commandLifeMs } from '../../domain/catalog/limits.ts'
import { acceptedOf } from '../../domain/rules/calibration-age.ts'
import { methods } from '../../scripts/demo/methods.ts'
import quantStudio from '../fixtures/files/appbio_quantstudio_example03.txt?raw'
import example from '../fixtures/files/RDES_v1_0_example_amplification.tsv?raw'
import {
  channels,
  cubePicture,
  illuminationBody,
  keepPicture,
  makeCube,
  measuredBy,
  prepareRoi,
  thermalBody,
} from './calibration-bodies.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { importForm, makeCompleted, signing } from './made-analyses.ts'
import { makeDevice, type TestDevice } from './material-bodies.ts'
import { changeInside, storeOf } from './matrix/world.ts'
import { create, planFor } from './plan.ts'
import { inStoreOf } from './store-writes.ts'

const began = Date.now()
let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('measured')
  admin = await lab.as('Administrator')
}, 60_000)
afterAll(() => void vi.useRealTimers())

/** Go on to an hour after the beginning, and sign in again. */
async function goTo(hours: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: began + hours * 3_600_000 })
  admin = await signIn('Administrator-measured', password)
}

const acceptTemperature = async (id: string) => {
  const body = thermalBody({})
  return (await must(admin(calibrationCalls.prepareThermal, { params: { id }, body }))).data
}
const sign = (record: { uuid: string }) =>
  admin(calibrationCalls.sign, {
    params: { id: record.uuid },
    body: { ...signing(record), comment: '' },
  })
const read = async (id: string) => (await must(admin(deviceCalls.get, { params: { id } }))).data
const importInto = (uuid: string, text = example) => {
  const form = importForm(lab.swarm, { uuid, planned: 'Y' })
  form.set('file', new File([text], 'example.txt'))
  return admin(analysisCalls.import, { body: form })
}
/** Plan a run of the file's own programme on a device. */
async function planOn(device: string | null, text = example): Promise<Analysis> {
  const form = importForm(lab.swarm)
  form.set('file', new File([text], 'example.txt'))
  const told = (await must(admin(analysisCalls.import, { body: form }))).data
  const { process, evaluation } = told.method
  const recipe = crypto.randomUUID()
  const body = { ...methods[0]?.recipe, name: `Of the file ${recipe}`, process, evaluation }
  await changeInside(lab.company, { type: 'put', kind: 'recipe', uuid: recipe, body })
  const plan = { recipe_uuid: recipe, protocol_uuid: null, device_uuid: device }
  return create(
    admin,
    planFor(lab, { ...plan, samples: [{ ...told.samples[0]!, coordinates: ['A1'] }] }),
  )
}

describe('a file’s run in a plan for a device', () => {
  let device: TestDevice
  beforeAll(async () => {
    device = await makeDevice(lab.company, { name: 'Bystander' })
    await inStoreOf(lab.company, (_sql, store) => store.devicePresence(device.uuid, true))
  })

  it('thirteenth attack A13-8: was measured by no device, so its calibrations are not named', async () => {
    await must(sign(await acceptTemperature(device.uuid)))
    const { uuid } = await planOn(device.uuid)
    const after = (await must(importInto(uuid))).data
    expect(after).toMatchObject({ status: 'COMPLETE', device_uuid: null, bcube: null })
    const params = { id: uuid }
    expect((await must(admin(calibrationCalls.ofRun, { params }))).data).toEqual([])
    const map = admin(calibrationCalls.prepareMelt, {
      params: { id: device.uuid },
      body: { run_uuid: uuid, target: 'none', material: '' },
    })
    expect((await map).errors[0]).toMatchObject({ field: 'run_uuid', reason: 'run_unknown' })
  })

  it('thirteenth attack A13-9: is not taken while the device may be running the plan', async () => {
    const { uuid } = await create(admin, planFor(lab, { device_uuid: device.uuid }))
    await must(admin(analysisCalls.launch, { params: { id: uuid } }))
    await must(device.sender(deviceLinkCalls.commands))
    expect((await importInto(uuid)).errors[0]?.reason).toBe('launch_under_way')
    await goTo(1 + commandLifeMs / 3_600_000)
    await inStoreOf(lab.company, (_sql, store) => store.alarm())
    expect((await importInto(uuid)).errors[0]?.reason).toBe('launch_unknown')
    const { data } = await must(admin(analysisCalls.get, { params: { id: uuid } }))
    expect(data.status).toBe('INIT')
  })
})

describe('a file’s run in a plan for an instrument', () => {
  const planned = { uuid: crypto.randomUUID(), name: 'Planned', serial_no: 'CT-1' }
  const taken = async (instrument: typeof planned) => {
    const { uuid } = await planOn(null, quantStudio)
    const patch = { instrument }
    await change({ type: 'patch', kind: 'analysis', uuid, patch } as never)
    return (await must(importInto(uuid, quantStudio))).data.instrument
  }

  it('thirteenth attack A13-12: names the instrument of the file where that is another one', async () => {
    expect(await taken(planned)).toBeNull()
    const same = { ...planned, serial_no: '１２３456789' }
    expect(await taken(same)).toEqual(same)
    const uuid = crypto.randomUUID()
    const own = { name: 'Own', serial_no: '123456789', status: 'active', device_uuid: null }
    const body = { ...own, type_uuid: crypto.randomUUID(), company_uuid: lab.company }
    await changeInside(lab.company, { type: 'put', kind: 'instrument', uuid, body })
    expect(await taken(planned)).toEqual({ uuid, name: 'Own', serial_no: '123456789' })
  }, 30_000)
})

describe('signed calibrations of a device', () => {
  it('thirteenth attack A13-10: stay when settings are written by somebody who read the device before', async () => {
    const { uuid } = await makeCube(lab.company, 'Overwritten')
    const before = await read(uuid)
    const signed = (await must(sign(await prepareRoi(admin, uuid)))).data
    // Change it as a handler does that has read the device, and whose change reaches the store after the signature.
    const patch = { config: { ...before.config, 'own.setting': 1 } }
    await change({ type: 'record.edit', kind: 'device', uuid, patch })
    const after = await read(uuid)
    expect(after.config['own.setting']).toBe(1)
    expect(acceptedOf(after).roi?.uuid).toBe(signed.uuid)
  })

  it('thirteenth attack A13-11: end when it leaves the company, and do not come back with it', async () => {
    const { uuid } = await makeCube(lab.company, 'Boomerang')
    await must(sign(await acceptTemperature(uuid)))
    const draft = await prepareRoi(admin, uuid)
    await goTo(29)
    const started_at = new Date().toISOString()
    await goTo(30)
    await leaveAndReturn(uuid)
    await goTo(31)
    const [early, late] = [
      await makeCompleted(admin, lab.swarm),
      await makeCompleted(admin, lab.swarm),
    ]
    await measuredBy(lab, { run: early.uuid, device: uuid, started_at })
    const now = new Date().toISOString()
    await measuredBy(lab, { run: late.uuid, device: uuid, started_at: now })
    const kindsOf = async (id: string) =>
      (await must(admin(calibrationCalls.ofRun, { params: { id } }))).data.map(({ kind }) => kind)
    expect(await kindsOf(early.uuid)).toEqual(['thermal'])
    expect(await kindsOf(late.uuid)).toEqual([])
    expect((await sign(draft)).errors[0]).toMatchObject({ code: 'stale' })
  })
})

describe('what is said of calibrations', () => {
  it('thirteenth attack A13-13: one picture in two formats is no turned plate', async () => {
    const { uuid } = await makeCube(lab.company, 'Twice')
    await must(sign(await prepareRoi(admin, uuid)))
    const body = await illuminationBody(admin, uuid)
    const turned = await Promise.all(
      channels.map(async (channel) => ({
        channel,
        file_uuid: await keepPicture(
          admin,
          uuid,
          withComment(cubePicture(channel, {}, 'as it is')),
        ),
      })),
    )
    const sent = admin(calibrationCalls.prepareIllumination, {
      params: { id: uuid },
      body: { ...body, turned },
    })
    expect((await sent).errors[0]).toMatchObject({ field: 'turned', reason: 'picture_not_turned' })
  })

  it('thirteenth attack A13-14: a recall of one is of the whole time in which it was in force', async () => {
    const { uuid: device_uuid } = await makeCube(lab.company, 'Shortened')
    const { signature } = (await must(sign(await prepareRoi(admin, device_uuid)))).data
    const from = signature?.at ?? ''
    const term = { kind: 'calibration', device_uuid, from, until: null, of: 'roi' } as const
    const later = new Date(Date.parse(from) + 1000).toISOString()
    const open = (subject: RecallSubject) =>
      admin(recallCalls.create, { body: { subject, reason: 'It drifted' } })
    for (const changes of [{ until: later }, { from: later }, { of: 'thermal' as const }]) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await open({ ...term, ...changes })).errors[0]).toMatchObject({ code: 'stale' })
    }
    expect((await must(open(term))).data.subject).toEqual(term)
    // Sign another one after it was searched for.
    await goTo(32)
    await must(sign(await prepareRoi(admin, device_uuid)))
    expect((await open(term)).errors[0]).toMatchObject({ code: 'stale', field: 'subject' })
  })

  it('thirteenth attack A13-17: a recall of one in force holds no run by the next one', async () => {
    const { uuid: device } = await makeCube(lab.company, 'Replaced')
    const { signature } = (await must(sign(await prepareRoi(admin, device)))).data
    await goTo(32.5)
    const term = { device_uuid: device, from: signature?.at ?? '', until: null, of: 'roi' } as const
    const subject = { kind: 'calibration', ...term } as const
    const runNow = async () => {
      const { uuid: run } = await makeCompleted(admin, lab.swarm)
      await measuredBy(lab, { run, device, started_at: new Date().toISOString() })
      return run
    }
    const bad = await runNow()
    const body = { subject, reason: 'It drifted' }
    const { uuid: id } = (await must(admin(recallCalls.create, { body }))).data
    await goTo(33)
    await must(sign(await prepareRoi(admin, device)))
    await goTo(34)
    const good = await runNow()
    const { data, proof } = (await must(admin(recallCalls.touched, { body: { subject } }))).data
    expect(data.map(({ analysis_uuid }) => analysis_uuid)).toEqual([bad])
    expect(proof).toMatchObject({ trail: 1, records: 1, faults: [] })
    await must(admin(recallCalls.hold, { params: { id } }))
    const asked = { body: { uuids: [bad, good] } }
    const { data: holds } = await must(admin(recallCalls.holds, asked))
    expect(holds.map(({ analysis_uuid }) => analysis_uuid)).toEqual([bad])
  })
})

/** Write a picture as another file of the same pixels. */
function withComment(pgm: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode('P5\n# another file\n')
  return new Uint8Array([...head, ...pgm.slice(3)])
}

/** Take a device to another company and back, as two moves do. */
async function leaveAndReturn(uuid: string): Promise<void> {
  const body = await read(uuid)
  await change({ type: 'device.leave', uuid, reason: 'lent' })
  await change({ type: 'device.adopt', uuid, body, reason: 'back' })
}

/** Change the store as a handler does that has read before. */
async function change(wanted: Parameters<ReturnType<typeof storeOf>['change']>[0]): Promise<void> {
  const by = {
    actor: { uuid: crypto.randomUUID(), name: 'test', via: 'operator' as const },
    sight: { kinds: [], swarms: [lab.swarm] },
    permissions: ['products.migrate', 'products.config'],
    fourEyes: false,
  }
  const outcome = await storeOf(lab.company).change(wanted, crypto.randomUUID(), by)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors))
}
