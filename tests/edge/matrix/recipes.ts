import type { globalRecipeCalls } from '../../../domain/calls/global-recipes.ts'
import { globalRecipeCalls as published } from '../../../domain/calls/global-recipes.ts'
import { operatorCalls } from '../../../domain/calls/operator.ts'
import type { recipeCalls } from '../../../domain/calls/recipes.ts'
import { recipeCalls as calls } from '../../../domain/calls/recipes.ts'
import type { Recipe, RecipeRelease } from '../../../domain/entities/recipe.ts'
import {
  openVersion,
  type OpenVersion,
  signedVersion,
} from '../../../domain/rules/recipe-version.ts'
import type { publicationCalls } from '../../../domain/calls/publications.ts'
import { publicationCalls as requests } from '../../../domain/calls/publications.ts'
import { must, operatorHeaders, send } from '../lab.ts'
import { form, pdf } from '../material-bodies.ts'
import { comparisonOf } from '../comparison-of.ts'
import { makeCompleted, signing } from '../made-analyses.ts'
import {
  evaluation,
  makePublished,
  makeRecipe,
  process,
  publishedBody,
  recipeBody,
} from '../method-bodies.ts'
import type { Examples, World } from './example.ts'

const one = async ({ call, word }: World) => ({ params: { id: await makeRecipe(call, word()) } })

/** Put a recipe into the company with what a review has left in it. */
async function putRecipe({ home, word }: World, review: Partial<Recipe>): Promise<string> {
  const uuid = crypto.randomUUID()
  const body = { ...recipeBody(word()), archived: 0, version: 1, ...review }
  const records = [{ kind: 'recipe' as const, uuid, body }]
  const given = { headers: operatorHeaders, body: { company_uuid: home.company, records } }
  await must(send(operatorCalls.putRecords, given))
  return uuid
}

const evidence = 'Bench: 12 runs, no call differs.'
const authors = [{ uuid: crypto.randomUUID(), name: 'Somebody else' }]
const release = { authors, effective_from: null, signature: null }

/** Make a recipe whose first version is in a state of its review. */
const inState = (state: RecipeRelease['state'], body: object) => async (world: World) => {
  const id = await putRecipe(world, { release: { ...release, state } })
  return { params: { id }, body }
}

/** Make a recipe in force with a draft. */
async function withDraft(world: World) {
  const { process, evaluation, minimum_bkernel } = recipeBody('')
  const content = { process, evaluation, minimum_bkernel, cartridge_types: ['Wells16' as const] }
  const next = { version: 2, ...content, release: { ...release, state: 'draft' as const } }
  return { params: { id: await putRecipe(world, { next }) }, body: { reason: 'not needed' } }
}

/** Make a recipe in review, with the signature of a person who did not write it. */
async function inReview(world: World) {
  const { params } = await inState('review', {})(world)
  const { data } = await must(world.call(calls.get, { params }))
  const open = openVersion(data, new Date().toISOString())
  return { params, body: signing(signedVersion(data, open as OpenVersion)) }
}

/** Make a recipe in review, with a comparison on a run of the company. */
async function compared(world: World) {
  const { params } = await inState('review', {})(world)
  const { data } = await must(world.call(calls.get, { params }))
  const run = await makeCompleted(world.call, world.home.swarm)
  return { params, body: comparisonOf(data, [run]) }
}

const figure = {
  kind: 'lod',
  target: null,
  unit: 'copies/reaction',
  least: null,
  most: 10,
  value: 5,
  n: 20,
  run_uuids: [],
  file_uuids: [],
} as const

/** Make a draft with a figure of its verification. */
async function withFigure(world: World) {
  const sent = await inState('draft', {})(world)
  const body = { ...figure, uuid: crypto.randomUUID() }
  await must(world.call(calls.setFigure, { params: sent.params, body }))
  return { params: sent.params, body: { figure_uuid: body.uuid } }
}

const everybodys = async ({ call, word }: World) => ({
  params: { id: await makePublished(call, word()) },
})
const shared = <const Prepare>(prepare: Prepare) => ({ prepare, shared: true }) as const

/** Make a recipe from one of the provider's, of which there is a newer version. */
const offered = async (world: World) => {
  const { params } = await everybodys(world)
  const made = await must(world.call(calls.adopt, { params, body: { swarm_uuid: null } }))
  const body = { evaluation: { ...evaluation, variables: [] } }
  await must(world.call(published.edit, { params, body }))
  return { params: { id: made.data.uuid } }
}

export const recipeExamples: Examples<typeof recipeCalls> = {
  search: async (world) => {
    await one(world)
    return { query: { extended: '1' }, body: { filters: { archived: 0 } } }
  },
  get: one,
  createForm: () => ({}),
  create: ({ word }) => ({ body: recipeBody(word()) }),
  edit: async (world) => ({ ...(await one(world)), body: { name: world.word() } }),
  devEditForm: one,
  devEdit: async (world) => ({ ...(await one(world)), body: { process } }),
  delete: one,
  migrateForm: one,
  migrate: async (world) => ({
    ...(await one(world)),
    body: { swarm_uuid: world.home.swarm },
  }),
  duplicateForm: one,
  duplicate: one,
  protocolFile: one,
  plateFile: one,
  print: one,
  adopt: shared(async (world: World) => ({
    ...(await everybodys(world)),
    body: { swarm_uuid: null },
  })),
  adoptVersion: async (world) => ({ ...(await offered(world)), body: { version: 2 } }),
  stay: async (world) => ({
    ...(await offered(world)),
    body: { version: 2, reason: 'Proven as it is' },
  }),
  split: one,
  versions: one,
  sendVersion: inState('draft', { evidence, effective_from: null }),
  compareVersion: compared,
  setFigure: async (world) => ({
    ...(await inState('draft', {})(world)),
    body: { ...figure, uuid: crypto.randomUUID() },
  }),
  removeFigure: withFigure,
  figureFile: async (world) => ({ ...(await one(world)), body: form(pdf()) }),
  withdrawVersion: inState('review', {}),
  askVersionChanges: async (world) => ({
    ...(await inReview(world)),
    body: { reason: 'State the limit of detection' },
  }),
  approveVersion: inReview,
  discardVersion: withDraft,
  retire: async (world) => ({ ...(await one(world)), body: { reason: 'replaced' } }),
}

export const globalRecipeExamples: Examples<typeof globalRecipeCalls> = {
  search: shared(async (world: World) => {
    await everybodys(world)
    return { body: { search: 'a' } }
  }),
  get: shared(everybodys),
  create: ({ word }) => ({ body: publishedBody(word()) }),
  editForm: everybodys,
  edit: async (world) => ({ ...(await everybodys(world)), body: { name: world.word() } }),
  devEditForm: everybodys,
  devEdit: async (world) => ({ ...(await everybodys(world)), body: { evaluation } }),
  delete: async (world) => {
    const sent = await everybodys(world)
    await must(world.call(published.edit, { ...sent, body: { archived: 1 } }))
    return sent
  },
}

/** Make a request of the provider's own company, as every record of the examples is its own. */
const asked = async ({ call, word }: World) => {
  const id = await makeRecipe(call, word())
  await must(call(calls.edit, { params: { id }, body: { publication_requested: 1 } }))
  const { data } = await must(call(requests.search, { body: { filters: { status: 'open' } } }))
  const found = data.data.find(({ recipe_uuid }) => recipe_uuid === id)
  return { params: { id: found?.uuid ?? '' } }
}

export const publicationExamples: Examples<typeof publicationCalls> = {
  search: async (world) => {
    await asked(world)
    return { body: { filters: { status: 'open' } } }
  },
  takeOver: async (world) => ({ ...(await asked(world)), body: { name: world.word() } }),
  refuse: async (world) => ({ ...(await asked(world)), body: { reason: 'Not for all' } }),
}
