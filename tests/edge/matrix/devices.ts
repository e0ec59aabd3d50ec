import {
  type commissioningCalls,
  commissioningCalls as commissionings,
} from '../../../domain/calls/commissionings.ts'
import type { assetCalls } from '../../../domain/calls/assets.ts'
import {
  type calibrationCalls,
  calibrationCalls as calibration,
} from '../../../domain/calls/calibrations.ts'
import {
  type deviceReportCalls,
  deviceReportCalls as reports,
} from '../../../domain/calls/device-reports.ts'
import type { deviceCalls } from '../../../domain/calls/devices.ts'
import { boxDevice, claimCode } from '../boxed-device.ts'
import { must } from '../lab.ts'
import {
  cubePicture,
  makeCube,
  prepareRoi,
  roiBody,
  thermalBody,
  finishedRun,
  illuminationBody,
} from '../calibration-bodies.ts'
import { signing } from '../made-analyses.ts'
import { form, makeDevice, makeImaged, plate, startRun } from '../material-bodies.ts'
import { makeReadyDevice } from '../ready-device.ts'
import { startRollout } from '../rollouts.ts'
import { onePoint } from '../png.ts'
import type { Examples, Sent, World } from './example.ts'

const made = (world: World) => makeDevice(world.home.company, { name: world.word() })

const existing =
  (body?: object) =>
  ({ home }: World): Sent => ({ params: { id: home.device }, ...(body ? { body } : {}) })

export const commissioningExamples: Examples<typeof commissioningCalls> = {
  search: () => ({}),
  prepare: async (world) => ({ params: { id: (await made(world)).uuid } }),
  print: async (world) => {
    const params = { id: (await made(world)).uuid }
    const { data } = await must(world.call(commissionings.prepare, { params }))
    return { params: { id: data.uuid } }
  },
  sign: async ({ home, call, word }) => {
    const { uuid } = await makeReadyDevice(home, call, word())
    const { data } = await must(call(commissionings.prepare, { params: { id: uuid } }))
    return { params: { id: data.uuid }, body: signing(data) }
  },
}

export const deviceExamples: Examples<typeof deviceCalls> = {
  search: () => ({ body: { filters: { deviceType: 'bgate' } } }),
  get: async (world) => ({ params: { id: (await made(world)).uuid } }),
  editForm: existing(),
  edit: async (world) => ({
    params: { id: (await made(world)).uuid },
    body: { name: world.word(), swarms: [world.home.swarm], active: 'N' },
  }),
  configForm: existing(),
  config: existing(),
  setConfigForm: existing(),
  setConfig: async (world) => ({
    params: { id: (await made(world)).uuid },
    body: { config: { 'illumination.FAM.intensity': 80 } },
  }),
  postpone: async (world) => {
    const [name, model] = [world.word(), world.word()]
    const { uuid } = await makeDevice(world.home.company, { name, model })
    const { uuid: rolledOut, version } = await makeImaged(world.call, model, { models: [model] })
    await startRollout(world.home.company, world.call, rolledOut, {
      phases: [{ share: 1, soak_hours: 0, least_pairs: 0 }],
      window: { from: '22:00', to: '05:00' },
      install: { days: 0, at_most: 10, security: false },
    })
    return {
      params: { id: uuid },
      body: { version, until: 'latest', reason: 'Verification goes on' },
    }
  },
  claim: async (world) => {
    const device = await boxDevice(world.home.company)
    await device.show()
    const sender = await world.lab.as('Administrator')
    return { sender, body: { serial_no: device.serial, code: claimCode } }
  },
  migrateForm: existing(),
  migrate: async (world) => ({
    params: { id: (await made(world)).uuid },
    body: { company_uuid: world.underling.company, new_key: true, reason: 'sold' },
  }),
  linkForm: existing(),
  link: async (world) => ({
    params: { id: (await made(world)).uuid },
    body: { swarms: [world.home.otherSwarm] },
  }),
  details: existing(),
  health: () => ({ query: { limit: '50' } }),
  autoTests: existing(),
  temperatures: existing(),
  swarms: existing(),
  delete: async (world) => ({ params: { id: (await made(world)).uuid } }),
  logList: existing(),
  messages: ({ home }) => ({ body: { device_uuid: home.device, levels: ['info'] } }),
  command: async (world) => {
    const device = await made(world)
    const analysis_uuid = await startRun(world.home, world.call, device)
    return { params: { id: device.uuid }, body: { name: 'ABORT', analysis_uuid } }
  },
}

const at = '2026-11-20T10:00:00.000Z'

function autoTestForm(uuid: string, name: string): FormData {
  const fields = {
    uuid,
    name,
    outcome: 'passed',
    ran_at: at,
    bkernel_version: '2.9.4',
    values: { lamp: 0.98 },
  }
  return form(new File([onePoint], 'lamp.png', { type: 'image/png' }), fields)
}

export const deviceReportExamples: Examples<typeof deviceReportCalls> = {
  uploadCheck: ({ home }) => ({ sender: home.asDevice, body: { filler: 'x'.repeat(1000) } }),
  info: ({ home }) => ({
    sender: home.asDevice,
    body: {
      ip: '10.0.0.7',
      ssid: 'lab',
      latitude: 45.6,
      longitude: 13.8,
      accuracy: 20,
      versions: { bkernel: '2.9.4' },
      uptime: 12,
      temperature: 31.5,
      health: { system_disk: 40, data_disk: 12, memory: 50, cpu: 3 },
      measured: { wifi: -55, optics: { FAM: 98 }, uploads: { waiting: 0, oldest: null } },
    },
  }),
  messages: (world) => ({
    sender: world.home.asDevice,
    body: {
      messages: [
        {
          uuid: crypto.randomUUID(),
          level: 'info',
          code: 'lid',
          text: world.word(),
          created_at: at,
        },
      ],
    },
  }),
  logs: ({ home }) => ({
    sender: home.asDevice,
    body: { logs: [{ name: 'bkernel.log', size: 1200, date: at }] },
  }),
  autoTest: (world) => ({
    sender: world.home.asDevice,
    body: autoTestForm(crypto.randomUUID(), world.word()),
  }),
}

export const assetExamples: Examples<typeof assetCalls> = {
  autoTest: async (world) => {
    const uuid = crypto.randomUUID()
    await must(world.home.asDevice(reports.autoTest, { body: autoTestForm(uuid, world.word()) }))
    return { params: { a: uuid, b: 'lamp.png' } }
  },
  roi: async ({ call, home }) => {
    const fields = { rows: 3, columns: 3, device_uuid: home.device }
    const found = await must(call(calibration.roi, { body: form(plate(3, 3), fields) }))
    return { params: { a: home.device, b: found.data.asset ?? '' } }
  },
}

const readings = [30, 60, 95].map((t) => ({ device_sensor: t, probes: [t + 0.1, t + 0.2] }))

const cube = (world: World) => makeCube(world.home.company, world.word())

export const calibrationExamples: Examples<typeof calibrationCalls> = {
  search: { prepare: () => ({ body: { filters: { kind: 'roi' } } }), shared: true },
  get: async (world) => {
    const { uuid } = await cube(world)
    return { params: { id: (await prepareRoi(world.call, uuid)).uuid } }
  },
  ofRun: async (world) => ({
    params: { id: await startRun(world.home, world.call, await made(world)) },
  }),
  drift: existing(),
  effect: async (world) => ({
    params: { id: (await prepareRoi(world.call, (await cube(world)).uuid)).uuid },
  }),
  picture: async (world) => {
    const file = new File([cubePicture('FAM') as Uint8Array<ArrayBuffer>], 'plate.pgm')
    return { params: { id: (await cube(world)).uuid }, body: form(file) }
  },
  prepareRoi: async (world) => {
    const { uuid } = await cube(world)
    return { params: { id: uuid }, body: await roiBody(world.call, uuid) }
  },
  prepareIllumination: async (world) => {
    const { uuid } = await cube(world)
    const regions = await prepareRoi(world.call, uuid)
    const params = { id: regions.uuid }
    await must(world.call(calibration.sign, { params, body: signing(regions) }))
    return { params: { id: uuid }, body: await illuminationBody(world.call, uuid) }
  },
  prepareMelt: async (world) => {
    const { uuid } = await cube(world)
    const run_uuid = await finishedRun(world.home, world.call, uuid)
    return { params: { id: uuid }, body: { run_uuid, target: 'SYBR', material: '' } }
  },
  prepareThermal: async (world) => ({
    params: { id: (await cube(world)).uuid },
    body: thermalBody({}),
  }),
  apply: async (world) => {
    const record = await prepareRoi(world.call, (await cube(world)).uuid)
    const params = { id: record.uuid }
    await must(world.call(calibration.sign, { params, body: signing(record) }))
    return { params }
  },
  sign: async (world) => {
    const record = await prepareRoi(world.call, (await cube(world)).uuid)
    return { params: { id: record.uuid }, body: signing(record) }
  },
  roi: ({ home }) => ({
    body: form(plate(3, 3), { rows: 3, columns: 3, device_uuid: home.device }),
  }),
  thermal: () => ({
    body: {
      serial: 'TC-1',
      uuid: crypto.randomUUID(),
      firmware_version: '1.0.2',
      timestamp: at,
      readings,
    },
  }),
}
