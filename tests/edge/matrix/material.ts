import type { attachmentCalls } from '../../../domain/calls/attachments.ts'
import type { bkernelCalls } from '../../../domain/calls/bkernels.ts'
import { bkitCalls } from '../../../domain/calls/bkits.ts'
import type { instrumentTypeCalls } from '../../../domain/calls/instrument-types.ts'
import { labLotCalls, lotCalls } from '../../../domain/calls/lots.ts'
import { instrumentCalls } from '../../../domain/calls/instruments.ts'
import type { Instrument } from '../../../domain/entities/instrument.ts'
import { must } from '../lab.ts'
import { signing } from '../made-analyses.ts'
import {
  attach,
  bkernelBody,
  bkitBody,
  form,
  makeBkernel,
  makeBkit,
  makeImaged,
  makeType,
  pdf,
} from '../material-bodies.ts'
import { plainProcessing } from '../../../domain/rules/rehearsal.ts'
import { planBody, planByAnother } from '../rollouts.ts'
import type { Examples, Sent, World } from './example.ts'

const bkernel =
  (body?: (world: World) => object) =>
  async (world: World): Promise<Sent> => ({
    params: { id: (await makeBkernel(world.call, world.word())).uuid },
    ...(body && { body: body(world) }),
  })

export const bkernelExamples: Examples<typeof bkernelCalls> = {
  search: { prepare: () => ({ body: { filters: { models: 'bGATE 96' } } }), shared: true },
  createForm: () => ({}),
  create: (world) => ({ body: bkernelBody(world.word()) }),
  editForm: bkernel(),
  edit: bkernel(() => ({ notes: 'Quieter fans', unsupported_from: '2027-01-01' })),
  linkForm: bkernel(),
  link: bkernel(({ lab }) => ({ company_uuids: [lab.company], device_uuids: [lab.device] })),
  unlinkForm: bkernel(),
  unlink: bkernel(({ lab }) => ({ company_uuids: [lab.company] })),
  delete: bkernel(),
  image: bkernel(() => form(new File(['software'], 'image.bin'))),
  stick: {
    shared: true,
    answers: {
      status: 409,
      reason: 'releases_unsigned',
      why: 'no release signers sign for the tests',
    },
    prepare: async (world) => ({
      params: { id: (await makeImaged(world.call, world.word())).uuid },
    }),
  },
  plan: async (world) => ({
    params: { id: (await makeImaged(world.call, world.word())).uuid },
    body: { ...planBody(), reason: 'Released today' },
  }),
  rollout: async (world) => {
    const { uuid } = await makeImaged(world.call, world.word())
    await planByAnother(world.home.company, uuid)
    return { params: { id: uuid }, body: { step: 'approve', reason: 'Read and checked' } }
  },
  audience: {
    prepare: async (world) => {
      const { phases: _phases, window: _window, deadline: _deadline, ...body } = planBody()
      return { params: { id: (await makeBkernel(world.call, world.word())).uuid }, body }
    },
    shared: true,
  },
  rehearse: async (world) => {
    const { uuid } = await makeImaged(world.call, world.word(), { processing: plainProcessing })
    await planByAnother(world.home.company, uuid)
    return { params: { id: uuid } }
  },
  rehearsed: { prepare: bkernel(), shared: true },
  gates: { prepare: bkernel(), shared: true },
  updates: { prepare: bkernel(), shared: true },
  usage: () => ({}),
  devices: ({ lab }) => ({ body: { company_uuid: lab.company } }),
}

const bkit =
  (body?: (world: World) => object) =>
  async (world: World): Promise<Sent> => ({
    params: { id: (await makeBkit(world.call, world.word())).uuid },
    ...(body && { body: body(world) }),
  })

const lot = async (world: World) => ({
  lot_number: world.plainWord(),
  boxes: 2,
  bkit_uuid: (await makeBkit(world.call, world.word())).uuid,
})

export const bkitExamples: Examples<typeof bkitCalls> = {
  search: { prepare: () => ({ body: { filters: { lot: 'L2026-05' } } }), shared: true },
  recipe: { prepare: bkit(), shared: true },
  createForm: () => ({}),
  create: (world) => ({ body: bkitBody(world.word()) }),
  editForm: bkit(),
  edit: bkit(() => ({ quantity: 48 })),
  linkForm: bkit(),
  link: bkit(({ home }) => ({ recipe_uuids: [home.recipe] })),
  delete: bkit(),
  datasheet: bkit(() => form(pdf())),
  extraction: bkit(() => form(pdf())),
  lots: () => ({}),
  printerCsv: async (world) => {
    const wanted = await lot(world)
    await must(world.call(bkitCalls.inject, { body: { lots: [wanted] } }))
    const body = { filters: { lot_number: wanted.lot_number } }
    const { data } = (await must(world.call(bkitCalls.lots, { body }))).data
    return { body: { lots: data.map(({ uuid }) => uuid) } }
  },
  checkLots: async (world) => ({ body: { lots: [await lot(world)] } }),
  manyLabels: async (world) => {
    const wanted = [await lot(world), await lot(world)]
    await must(world.call(bkitCalls.inject, { body: { lots: wanted } }))
    const filters = { lot_number: wanted.map(({ lot_number }) => lot_number) }
    const { data } = (await must(world.call(bkitCalls.lots, { body: { filters } }))).data
    const order = {
      copies: 1,
      size: '51x25',
      symbol: 'datamatrix',
      format: 'zpl',
      dpi: '203',
    } as const
    return { body: { lots: data.map(({ uuid }) => ({ uuid, boxes: null })), ...order } }
  },
  labels: async (world) => {
    const wanted = await lot(world)
    await must(world.call(bkitCalls.inject, { body: { lots: [wanted] } }))
    const body = { filters: { lot_number: wanted.lot_number } }
    const { data } = (await must(world.call(bkitCalls.lots, { body }))).data
    return {
      params: { id: data[0]?.uuid ?? '' },
      body: {
        boxes: { from: 1, to: 2 },
        copies: 1,
        size: '51x25',
        symbol: 'datamatrix',
        format: 'zpl',
        dpi: '203',
      },
    }
  },
  inject: async (world) => ({ body: { lots: [await lot(world)] } }),
}

const made = async (world: World) => {
  const wanted = await lot(world)
  await must(world.call(bkitCalls.inject, { body: { lots: [wanted] } }))
  const body = { filters: { lot_number: wanted.lot_number } }
  const found = await must(world.call(bkitCalls.lots, { body }))
  const [record] = found.data.data
  if (!record) throw new Error('no lot')
  return record
}

const signed = async (world: World) => {
  const record = await made(world)
  const evidence = { words: 'Certificate of analysis 7', file: null }
  return {
    params: { id: record.uuid },
    body: {
      words: evidence.words,
      file_uuid: null,
      signature: { ...signing({ ...record, evidence }), comment: 'Meets its specification' },
    },
  }
}

export const lotExamples: Examples<typeof lotCalls> = {
  edit: async (world) => ({
    params: { id: (await made(world)).uuid },
    body: { expiry_date: '2099-01-31', reason: 'Read from the label' },
  }),
  hold: async (world) => {
    const { params, body } = await signed(world)
    await must(world.call(lotCalls.release, { params, body }))
    return { params, body: { reason: 'Complaint of a laboratory' } }
  },
  evidence: async (world) => ({ params: { id: (await made(world)).uuid }, body: form(pdf()) }),
  release: signed,
  withdraw: signed,
}

const ownLot = async (world: World) => ({
  bkit_uuid: (await makeBkit(world.call, world.word())).uuid,
  lot: world.plainWord(),
})
const held = async (world: World) => {
  const body = { ...(await ownLot(world)), reason: 'Box arrived warm' }
  return (await must(world.call(labLotCalls.hold, { body }))).data
}

const retired = async (world: World) => {
  const body = { ...(await ownLot(world)), box: 2, reason: 'Dropped and leaking' }
  return (await must(world.call(labLotCalls.retire, { body }))).data
}

export const labLotExamples: Examples<typeof labLotCalls> = {
  search: () => ({}),
  unit: {
    prepare: async (world) => ({
      body: { ...(await ownLot(world)), box: 2, opened_at: '2026-05-06' },
    }),
    shared: true,
  },
  retire: {
    prepare: async (world) => ({
      body: { ...(await ownLot(world)), box: 2, reason: 'Dropped and leaking' },
    }),
    shared: true,
  },
  reinstate: async (world) => ({
    params: { id: (await retired(world)).uuid },
    body: { box: 2, reason: 'It was another box' },
  }),
  // Share the kit, which is the provider's and read by everybody; the record is made in the caller's own company.
  keep: {
    prepare: async (world) => ({ body: { ...(await ownLot(world)), received_at: '2026-05-04' } }),
    shared: true,
  },
  hold: {
    prepare: async (world) => ({ body: { ...(await ownLot(world)), reason: 'Box arrived warm' } }),
    shared: true,
  },
  release: async (world) => ({
    params: { id: (await held(world)).uuid },
    body: { reason: 'Control was good' },
  }),
  use: {
    prepare: async (world) => ({ params: { id: (await ownLot(world)).bkit_uuid } }),
    shared: true,
  },
}

async function issue(world: World): Promise<Instrument> {
  const { uuid: type_uuid } = await makeType(world.call, world.word())
  const body = { name: world.word(), serial_no: world.plainWord(), type_uuid }
  return (await must(world.call(instrumentCalls.issue, { body }))).data
}

const instrument =
  (body?: (world: World) => object) =>
  async (world: World): Promise<Sent> => ({
    params: { id: (await issue(world)).uuid },
    ...(body && { body: body(world) }),
  })

export const instrumentExamples: Examples<typeof instrumentCalls> = {
  search: () => ({ body: { filters: { status: 'active' } } }),
  get: instrument(),
  createForm: { prepare: () => ({}), shared: true },
  issue: async (world) => ({
    body: {
      name: world.word(),
      serial_no: world.plainWord(),
      type_uuid: (await makeType(world.call, world.word())).uuid,
      device_uuid: world.home.device,
    },
  }),
  edit: instrument(() => ({ status: 'inactive' })),
  delete: instrument(),
}

export const instrumentTypeExamples: Examples<typeof instrumentTypeCalls> = {
  search: { prepare: () => ({ body: { filters: { model: 'CFX96' } } }), shared: true },
  create: (world) => ({ body: { name: world.word(), manufacturer: 'Maker', model: 'CFX96' } }),
  edit: async (world) => ({
    params: { id: (await makeType(world.call, world.word())).uuid },
    body: { model: 'CFX96 Touch' },
  }),
}

const toDevice = ({ home }: World) => ({ resource_kind: 'device', resource_uuid: home.device })

export const attachmentExamples: Examples<typeof attachmentCalls> = {
  search: (world) => ({ body: { filters: toDevice(world) } }),
  upload: (world) => ({
    body: form(new File([world.word()], 'note.txt', { type: 'text/plain' }), toDevice(world)),
  }),
  download: async (world) => ({
    query: { uuids: (await attach(world.call, toDevice(world))).uuid },
  }),
  delete: async (world) => ({
    params: { id: (await attach(world.call, toDevice(world))).uuid },
  }),
}
