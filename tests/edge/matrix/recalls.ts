import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { operatorCalls } from '../../../domain/calls/operator.ts'
import { recallCalls } from '../../../domain/calls/recalls.ts'
import type { RecallSubject } from '../../../domain/entities/recall.ts'
import { must, operatorHeaders, send } from '../lab.ts'
import { makeCompleted, readAnalysis, validate } from '../made-analyses.ts'
import { makeRecipe } from '../method-bodies.ts'
import { planFor } from '../plan.ts'
import type { Examples, World } from './example.ts'

const because = { reason: 'an example' }

/** Make a plan with a kit of its own, and the lot of that as the subject of a recall. */
async function touched({ call, home, word }: World) {
  const bkit_uuid = crypto.randomUUID()
  const label = { name: word(), ref: 'R', box: null, expiry_date: '2099-01-01', confirmed: false }
  const kit = { ...label, bkit_uuid, lot: 'L-1' }
  const plan = planFor(home, { name: word(), device_uuid: null, kit })
  const { uuid } = (await must(call(analysisCalls.create, { body: plan }))).data
  const subject: RecallSubject = { kind: 'lot', bkit_uuid, lot: 'L-1' }
  return { subject, analysis: uuid }
}

async function opened(world: World) {
  const { subject, analysis } = await touched(world)
  const body = { subject, reason: world.word() }
  const { uuid } = (await must(world.call(recallCalls.create, { body }))).data
  return { params: { id: uuid }, analysis }
}

async function held(world: World) {
  const { params, analysis } = await opened(world)
  await must(world.call(recallCalls.hold, { params }))
  return { params, analysis }
}

const open = async (world: World) => ({ params: (await opened(world)).params })

/** Make a recall of the provider with a notice to the company. */
async function toldOf(world: World) {
  const { subject } = await touched(world)
  const uuid = crypto.randomUUID()
  const facts = { number: 1, name: world.word(), subject, reason: 'an example', sender: 'Provider' }
  const body = { ...facts, status: 'open', answer: null, user_name: '', waiting: 0 }
  const records = [{ kind: 'recall_notice' as const, uuid, body }]
  const given = { headers: operatorHeaders, body: { company_uuid: world.home.company, records } }
  await must(send(operatorCalls.putRecords, given))
  return { params: { id: uuid } }
}

export const recallExamples: Examples<typeof recallCalls> = {
  search: async (world) => {
    await opened(world)
    return { body: { filters: { status: 'open' } } }
  },
  get: open,
  subjects: async (world) => {
    await touched(world)
    return { body: { kind: 'lot', search: 'L-1' } }
  },
  touched: async (world) => ({
    query: { limit: '20' },
    body: { subject: (await touched(world)).subject, states: ['planned'] },
  }),
  csv: async (world) => ({ body: { subject: (await touched(world)).subject } }),
  reach: async (world) => {
    await opened(world)
    return {}
  },
  holds: async (world) => ({ body: { uuids: [(await held(world)).analysis] } }),
  create: async (world) => ({
    body: { subject: (await touched(world)).subject, reason: world.word() },
  }),
  hold: open,
  lift: async (world) => {
    const { params, analysis } = await held(world)
    return { params, body: { analyses: [analysis], ...because } }
  },
  people: open,
  notify: async (world) => {
    const { params } = await opened(world)
    const { data } = await must(world.call(recallCalls.people, { params }))
    return { params, body: { users: data.map(({ uuid }) => uuid) } }
  },
  amendable: open,
  amend: async (world) => {
    const { call, home, word } = world
    const recipe_uuid = await makeRecipe(call, word())
    const { uuid } = await makeCompleted(call, home.swarm, { name: word(), recipe_uuid })
    await validate(call, await readAnalysis(call, uuid))
    const report = await must(call(analysisCalls.report, { params: { id: uuid }, body: {} }))
    const body = { subject: { kind: 'recipe', recipe_uuid, version: 1 }, reason: word() }
    const { data } = await must(call(recallCalls.create, { body }))
    return { params: { id: data.uuid }, body: { reports: [report.data.uuid] } }
  },
  announce: async (world) => ({
    ...(await open(world)),
    body: { companies: [world.lab.company] },
  }),
  notices: async (world) => {
    await toldOf(world)
    return { body: { filters: { status: 'open' } } }
  },
  answer: async (world) => ({ ...(await toldOf(world)), body: { answer: 'acknowledged' } }),
  close: async (world) => ({ ...(await open(world)), body: because }),
}
