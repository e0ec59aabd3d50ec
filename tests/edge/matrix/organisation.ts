import { closingCalls } from '../../../domain/calls/closings.ts'
import { companyCalls } from '../../../domain/calls/companies.ts'
import { contextAttributeCalls } from '../../../domain/calls/context-attributes.ts'
import { foundingCalls } from '../../../domain/calls/foundings.ts'
import { partnerCalls } from '../../../domain/calls/partners.ts'
import { swarmCalls } from '../../../domain/calls/swarms.ts'
import type { retentionCalls } from '../../../domain/calls/retention.ts'
import { visitCalls } from '../../../domain/calls/visits.ts'
import type { whyCalls } from '../../../domain/calls/why.ts'
import type { Closing } from '../../../domain/entities/closing.ts'
import { must } from '../lab.ts'
import { makeCompleted } from '../made-analyses.ts'
import { makeCompany, makePerson } from '../people.ts'
import { fileForm, onePoint } from '../png.ts'
import type { Examples, Sent, World } from './example.ts'
import { changeInside } from './world.ts'

const company = async ({ call, word }: World): Promise<Sent> => ({
  params: { id: await makeCompany(call, word()) },
})

const logo = () => fileForm(onePoint, 'image/png', 'logo.png')

export const companyExamples: Examples<typeof companyCalls> = {
  search: () => ({ query: { order: 'name ASC', limit: '10' } }),
  createForm: () => ({}),
  create: (world) => ({
    body: {
      name: world.word(),
      city: 'Udine',
      swarm: 'First',
      administrator: {
        username: world.plainWord(),
        name: world.word(),
        email: `${world.plainWord()}@lab.example`,
      },
    },
  }),
  editForm: company,
  edit: async (world) => ({
    ...(await company(world)),
    body: { name: world.word(), certificates_enabled: 'Y' },
  }),
  editDetailsFormOf: company,
  editDetailsOf: async (world) => ({ ...(await company(world)), body: { city: 'Trieste' } }),
  editDetailsForm: () => ({}),
  storeSize: () => ({}),
  figures: () => ({}),
  editDetails: (world) => ({ body: { address: world.word() } }),
  logo: async ({ call }) => {
    await must(call(companyCalls.uploadLogo, { body: logo() }))
    return {}
  },
  uploadLogo: () => ({ body: logo() }),
  delete: company,
}

const swarm = async ({ call, word }: World): Promise<{ params: { id: string } }> => {
  const made = await must(call(swarmCalls.create, { body: { name: word() } }))
  return { params: { id: made.data.uuid } }
}

export const swarmExamples: Examples<typeof swarmCalls> = {
  search: () => ({ query: { extended: '1', order: 'name ASC' } }),
  get: swarm,
  createForm: () => ({}),
  // Share it, as it has no id: a name is given once, and the second of two is refused.
  create: { prepare: (world) => ({ body: { name: world.word() } }), shared: true },
  editForm: swarm,
  edit: async (world) => ({ ...(await swarm(world)), body: { name: world.word() } }),
  delete: swarm,
  products: swarm,
  users: swarm,
  uses: swarm,
  mergeForm: swarm,
  merge: async (world) => ({
    ...(await swarm(world)),
    body: { swarm_uuid: (await swarm(world)).params.id, reason: 'one bench now' },
  }),
  linkProductForm: swarm,
  linkProduct: async (world) => ({
    ...(await swarm(world)),
    body: { devices: [world.home.device] },
  }),
  linkUserForm: swarm,
  linkUser: async (world) => ({ ...(await swarm(world)), body: { users: [] } }),
}

const partner = async (world: World): Promise<Sent> => {
  const made = await company(world)
  await must(world.call(partnerCalls.promote, made))
  return made
}

export const partnerExamples: Examples<typeof partnerCalls> = {
  listEligible: () => ({ query: { order: 'name DESC' } }),
  search: (world) => ({ body: { search: world.plainWord() } }),
  get: partner,
  promote: company,
  declass: partner,
  setUnderlingsForm: partner,
  setUnderlings: async (world) => ({
    ...(await partner(world)),
    body: { underlings: [await makeCompany(world.call, world.word())] },
  }),
  underlings: partner,
}

/** Make a company that the provider visits. */
const visited = async (world: World) => {
  const made = await company(world)
  const order = { ...made, body: { reason: 'help with a run', minutes: 60 } }
  const { data } = await must(world.call(visitCalls.begin, order))
  return { ...made, body: { visit: data.visit.uuid } }
}

/** Make a request of somebody else for a visit of the company. */
const askedHome = async ({ home, underling }: World) => {
  const request = crypto.randomUUID()
  const from = { uuid: underling.company, name: 'their company' }
  const order = { request, minutes: 60, reason: 'help with a run', from }
  await changeInside(home.company, { type: 'company.ask_visit', uuid: home.company, ...order })
  return { params: { id: request } }
}

export const visitExamples: Examples<typeof visitCalls> = {
  begin: async (world) => ({
    ...(await company(world)),
    body: { reason: 'help with a run', minutes: 60 },
  }),
  terms: company,
  ask: async (world) => ({
    ...(await company(world)),
    body: { reason: 'help with a run', minutes: 60 },
  }),
  answer: async (world) => ({ ...(await askedHome(world)), body: { granted: 'Y' } }),
  takeBack: async (world) => {
    const uuid = world.home.company
    const asked = await askedHome(world)
    const grant = { type: 'company.answer_visit', request: asked.params.id } as const
    await changeInside(uuid, { ...grant, uuid, granted: 'Y', reason: undefined })
    return { ...asked, body: { reason: 'they come next week' } }
  },
  setGranted: () => ({ body: { granted: 'N', reason: 'we trust them' } }),
  end: visited,
  reachedBy: () => ({}),
  leavePartner: async (world) => {
    const made = await company(world)
    const underlings = [(made.params as { id: string }).id]
    await must(
      world.call(partnerCalls.setUnderlings, { ...(await partner(world)), body: { underlings } }),
    )
    return { ...made, body: { reason: 'the contract has ended' } }
  },
}

const attribute = async ({ call, word, home }: World): Promise<{ params: { id: string } }> => {
  const body = { name: word(), type: 'flag', values: ['on', 'off'], default: 'off' }
  const made = await must(call(contextAttributeCalls.create, { body }))
  const id = made.data.uuid
  const companies = [{ company_uuid: home.company, value: 'on' }]
  await must(call(contextAttributeCalls.manageCompany, { params: { id }, body: { companies } }))
  return { params: { id } }
}

export const contextAttributeExamples: Examples<typeof contextAttributeCalls> = {
  search: () => ({ body: { filters: { type: 'flag' } } }),
  get: attribute,
  createForm: () => ({}),
  create: (world) => ({ body: { name: world.word(), type: 'text', default: 'none' } }),
  edit: async (world) => ({ ...(await attribute(world)), body: { description: world.word() } }),
  delete: attribute,
  listProfiles: attribute,
  listCompanies: attribute,
  manageProfile: async (world) => ({
    ...(await attribute(world)),
    body: { profiles: [{ profile: 'Operator', value: 'on' }] },
  }),
  manageCompany: async (world) => ({ ...(await attribute(world)), body: { companies: [] } }),
}

export const whyExamples: Examples<typeof whyCalls> = {
  why: () => ({ query: { call: 'POST /v3/users/create' } }),
}

async function founding(world: World): Promise<Sent> {
  const body = { name: world.word() }
  const { data } = await must(world.call(foundingCalls.create, { body }))
  return { params: { id: data.uuid } }
}

export const foundingExamples: Examples<typeof foundingCalls> = {
  search: async (world) => {
    await founding(world)
    return { body: { filters: { status: 'open' } } }
  },
  get: founding,
  create: (world) => ({ body: { name: world.word(), swarms: ['Bench'] } }),
  edit: async (world) => ({ ...(await founding(world)), body: { city: world.word() } }),
  step: async (world) => ({ ...(await founding(world)), body: { step: 'company' } }),
  end: founding,
}

/** Close a company; `more`: what is so of the closing by now. */
async function closing(world: World, more: Partial<Closing> = {}): Promise<Sent> {
  const name = world.word()
  const id = await makeCompany(world.call, name)
  const reason = 'contract ended'
  await must(world.call(companyCalls.delete, { params: { id }, body: { confirm: name, reason } }))
  const body = { filters: { company_uuid: id } }
  const { data } = await must(world.call(closingCalls.search, { body }))
  const [found] = data.data
  if (!found) throw new Error('the closing is not noted')
  const { uuid } = found
  if (Object.keys(more).length > 0) {
    const change = { type: 'record.edit', kind: 'closing', uuid, patch: more } as const
    await changeInside(world.home.company, change)
  }
  return { params: { id: uuid }, body: { confirm: name, reason } }
}

/** The waiting time is over. */
const due = { erase_from: '2026-01-01T00:00:00.000Z' }

/** Make another administrator of the provider, who has asked for the erasing. */
async function asked(world: World): Promise<Pick<Closing, 'erasure'>> {
  const { company } = world.home
  const person = { profile: 'SuperAdmin' } as const
  const { uuid: by, name } = await makePerson(world.call, company, world.plainWord(), person)
  const at = '2026-01-02T00:00:00.000Z'
  return { erasure: { by, by_name: name, at, reason: 'contract ended' } }
}

export const closingExamples: Examples<typeof closingCalls> = {
  search: () => ({ body: { filters: { status: 'closed' } } }),
  get: async (world) => ({ params: (await closing(world)).params ?? {} }),
  reopen: async (world) => ({
    params: (await closing(world)).params ?? {},
    body: { reason: 'they stay' },
  }),
  askErasure: (world) => closing(world, due),
  withdrawErasure: async (world) => {
    const { params = {} } = await closing(world, { ...due, ...(await asked(world)) })
    return { params, body: { reason: 'not yet' } }
  },
  erase: async (world) => closing(world, { ...due, ...(await asked(world)) }),
}

const times = { analyses: 3650, pictures: 730, messages: 730, logs: 365 }

export const retentionExamples: Examples<typeof retentionCalls> = {
  preview: () => ({ body: times }),
  set: () => ({ body: { ...times, reason: 'our rule for records' } }),
  hold: async ({ call, home }) => {
    const { data } = await must(call(companyCalls.editForm, { params: { id: home.company } }))
    const on = data.record?.legal_hold === undefined
    return { body: { on, reason: 'a complaint' } }
  },
  holdAnalysis: async ({ call, home, word }) => {
    const { uuid } = await makeCompleted(call, home.swarm, { name: word() })
    return { params: { id: uuid }, body: { on: true, reason: 'a complaint' } }
  },
}
