import type { globalRecipeCalls } from '../../../domain/calls/global-recipes.ts'
import { globalRecipeCalls as published } from '../../../domain/calls/global-recipes.ts'
import type { recipeCalls } from '../../../domain/calls/recipes.ts'
import { recipeCalls as calls } from '../../../domain/calls/recipes.ts'
import type { RecipeRelease } from '../../../domain/entities/recipe.ts'
import {
  openVersion,
  type OpenVersion,
  signedVersion,
} from '../../../domain/rules/recipe-version.ts'
import { must } from '../lab.ts'
import { signing } from '../made-analyses.ts'
import {
  evaluation,
  makePublished,
  makeRecipe,
  process,
  publishedBody,
  recipeBody,
} from '../method-bodies.ts'
import { changeRecord } from '../store-writes.ts'
import type { Examples, World } from './example.ts'

const one = async ({ call, word }: World) => ({ params: { id: await makeRecipe(call, word()) } })

/** A recipe whose first version is in a state of its review. */
const inState =
  (state: RecipeRelease['state'], body: object) =>
  async ({ home, call, word }: World) => {
    const id = await makeRecipe(call, word())
    const authors = [{ uuid: crypto.randomUUID(), name: 'Somebody else' }]
    const release = { state, authors, effective_from: null, signature: null }
    await changeRecord(home.company, { kind: 'recipe', uuid: id }, { release })
    return { params: { id }, body }
  }
const evidence = 'Bench: 12 runs, no call differs.'

/** A recipe in force with a draft beside it. */
async function withDraft({ home, call, word }: World) {
  const id = await makeRecipe(call, word())
  const content = { version: 2, process, evaluation, ...shape }
  const release = { state: 'draft', authors: [], effective_from: null, signature: null }
  const next = { ...content, release }
  await changeRecord(home.company, { kind: 'recipe', uuid: id }, { next })
  return { params: { id }, body: { reason: 'not needed' } }
}
const shape = { cartridge_types: ['Wells16'], minimum_bkernel: null }

/** In review, with the signature of a person who did not write it. */
async function inReview(world: World) {
  const { params } = await inState('review', {})(world)
  const { data } = await must(world.call(calls.get, { params }))
  const open = openVersion(data, new Date().toISOString())
  return { params, body: signing(signedVersion(data, open as OpenVersion)) }
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
  split: one,
  versions: one,
  sendVersion: inState('draft', { evidence, effective_from: null }),
  withdrawVersion: inState('review', {}),
  approveVersion: inReview,
  discardVersion: withDraft,
  retire: async (world) => ({ ...(await one(world)), body: { reason: 'replaced' } }),
}

const everybodys = async ({ call, word }: World) => ({
  params: { id: await makePublished(call, word()) },
})
const shared = <const Prepare>(prepare: Prepare) => ({ prepare, shared: true }) as const

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
