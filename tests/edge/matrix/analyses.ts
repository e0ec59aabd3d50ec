import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { globalRecipeCalls } from '../../../domain/calls/global-recipes.ts'
import type { signTogetherCalls } from '../../../domain/calls/sign-together.ts'
import { sessionCalls } from '../../../domain/calls/session.ts'
import { sha256Hex } from '../../../edge/crypto/secret.ts'
import { must, password } from '../lab.ts'
import {
  holding,
  importForm,
  makeClean,
  makeCompleted,
  makeValidated,
  openRun,
  signing,
} from '../made-analyses.ts'
import { evaluation, made, publishedBody, target } from '../method-bodies.ts'
import { create, planFor } from '../plan.ts'
import { makeBroken, makeDevice, makeRunning, silenceRun } from './devices-at-work.ts'
import type { Examples, World } from './example.ts'
import { changeInside } from './world.ts'

const planned = async ({ call, home, word }: World) => {
  const { uuid } = await create(call, planFor(home, { name: word(), notebook: word() }))
  return { params: { id: uuid } }
}
const completed = ({ call, home, word }: World) => makeCompleted(call, home.swarm, { name: word() })
const one = async (world: World) => ({ params: { id: (await completed(world)).uuid } })
const signed = async ({ call, home, word }: World) => {
  const { uuid } = await makeValidated(call, home.swarm, { name: word() })
  return { params: { id: uuid } }
}
const because = { reason: 'an example' }
const period = {
  from: '2026-01-01T00:00:00Z',
  to: '2027-01-01T00:00:00Z',
  by: 'month',
  timezone: 'Europe/Rome',
}

const wellComment = () => ({
  uuid: crypto.randomUUID(),
  well: 'A1',
  target: null,
  text: 'A bubble',
  mentions: [],
})

/** Make a global recipe for the single channel of an imported run. */
function makeGlobalRecipe({ call, word }: World): Promise<string> {
  const body = { ...publishedBody(word()), evaluation: { ...evaluation, targets: [target('Any')] } }
  return made(call, globalRecipeCalls.create, body)
}

/** Let the caller work in both swarms from now on. */
async function joinOtherSwarm({ call, home }: World): Promise<string> {
  const { uuid } = (await must(call(sessionCalls.me))).data
  const patch = { swarms: [home.swarm, home.otherSwarm] }
  await changeInside(home.company, { type: 'patch', kind: 'user', uuid, patch })
  return home.otherSwarm
}

export const signTogetherExamples: Examples<typeof signTogetherCalls> = {
  opened: async (world) => {
    const { uuid, record_hash } = await openedRun(world)
    return { params: { id: uuid }, body: { record_hash } }
  },
  sign: {
    prepare: async (world) => {
      const runs = [await openedRun(world), await openedRun(world)]
      return { body: { password, meaning: 'approval', comment: '', runs } }
    },
    // Share it: without their ids the two runs are one, which is
    // refused as such; foreign ids are in sign-together.test.ts.
    shared: true,
  },
}

/** Make a clean run that the caller has opened. */
async function openedRun(world: World) {
  const { call, home, word } = world
  return openRun(call, await makeClean(call, home.swarm, { name: word() }))
}

export const analysisExamples: Examples<typeof analysisCalls> = {
  search: async (world) => {
    await planned(world)
    return {
      query: { limit: '5', extended: '1' },
      body: { filters: { swarm_uuid: world.home.swarm } },
    }
  },
  get: async (world) => ({ ...(await planned(world)), query: { extended: '1' } }),
  create: ({ home, word }) => ({ body: planFor(home, { name: word() }) }),
  import: ({ home, word }) => ({ body: importForm(home.swarm, { name: word() }) }),
  edit: async (world) => ({ ...(await planned(world)), body: { name: world.word() } }),
  merge: async (world) => ({
    ...(await planned(world)),
    body: { base_seq: 1, changes: [{ field: 'name', from: 'before', to: world.word() }] },
  }),
  delete: async (world) => ({ ...(await planned(world)), body: because }),
  launch: async (world) => {
    const device = await makeDevice(world)
    const plan = planFor(world.home, { name: world.word(), device_uuid: device.uuid })
    return { params: { id: (await create(world.call, plan)).uuid } }
  },
  readings: planned,
  blob: async (world) => {
    const record = await completed(world)
    return { params: { id: record.uuid, hash: record.results[0]?.hash ?? '' } }
  },
  calculate: async (world) => ({ body: { uuid: (await completed(world)).uuid, ...because } }),
  recalcForm: one,
  recalc: async (world) => ({ ...(await one(world)), body: because }),
  recalcGlobalForm: one,
  recalcGlobal: async (world) => ({
    ...(await one(world)),
    body: { recipe_uuid: await makeGlobalRecipe(world), ...because },
  }),
  getNotebook: planned,
  setNotebook: async (world) => {
    const { uuid } = await create(world.call, planFor(world.home))
    return { params: { id: uuid }, body: { notebook: world.word(), base: sha256Hex('') } }
  },
  samples: async (world) => ({ ...(await one(world)), query: { extended: '1' } }),
  reportForm: one,
  report: async (world) => ({ ...(await one(world)), body: { format: 'csv' } }),
  autoTest: one,
  duplicateForm: planned,
  duplicate: async (world) => ({ ...(await planned(world)), body: { name: world.word() } }),
  migrateForm: planned,
  migrate: async (world) => ({
    ...(await planned(world)),
    body: { swarm_uuid: await joinOtherSwarm(world), ...because },
  }),
  correct: async (world) => ({ ...(await signed(world)), body: because }),
  versions: one,
  oldPoints: async (world) => ({ body: { uuids: [(await completed(world)).uuid] } }),
  aggregate: async (world) => {
    await one(world)
    return { body: period }
  },
  giveUp: async (world) => {
    const { uuid, analysis } = await makeRunning(world)
    await silenceRun(world.home.company, uuid, analysis)
    return { params: { id: analysis }, body: because }
  },
  makeComplete: async (world) => ({
    params: { id: await makeBroken(world) },
    body: because,
  }),
  reviewSamples: async (world) => {
    const record = await completed(world)
    return { params: { id: record.uuid }, body: holding(record) }
  },
  comment: async (world) => ({ ...(await planned(world)), body: { comments: [wellComment()] } }),
  removeComment: async (world) => {
    const { params } = await planned(world)
    const comment = wellComment()
    const body = { comments: [comment] }
    await must(world.call(analysisCalls.comment, { params, body }))
    return { params, body: { comment_uuid: comment.uuid, reason: 'wrong well' } }
  },
  mentionable: planned,
  validate: async (world) => {
    const record = await completed(world)
    return { params: { id: record.uuid }, body: signing(record) }
  },
  export: async (world) => ({ ...(await one(world)), body: { fileFormat: 'csv' } }),
  rawData: one,
  audit: planned,
}
