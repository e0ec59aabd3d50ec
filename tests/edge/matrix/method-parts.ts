import { applicationCalls } from '../../../domain/calls/applications.ts'
import { evaluationRecipeCalls } from '../../../domain/calls/evaluation-recipes.ts'
import { processRecipeCalls } from '../../../domain/calls/process-recipes.ts'
import {
  applicationBody,
  evaluationBody,
  made,
  type Making,
  processBody,
} from '../method-bodies.ts'
import type { Examples, World } from './example.ts'

/** Make the examples of three kinds with the same calls; they differ in content. */
function examplesOf(create: Making, body: (name: string) => object) {
  const one = async ({ call, word }: World) => ({
    params: { id: await made(call, create, body(word())) },
  })
  return {
    search: async (world: World) => {
      await one(world)
      return { query: { order: 'name ASC' }, body: { filters: { archived: [0, 1] } } }
    },
    get: one,
    createForm: () => ({}),
    create: ({ word }: World) => ({ body: body(word()) }),
    edit: async (world: World) => ({ ...(await one(world)), body: { name: world.word() } }),
    delete: one,
    duplicateForm: one,
    duplicate: async (world: World) => ({ ...(await one(world)), body: { name: world.word() } }),
    migrateForm: one,
    migrate: async (world: World) => ({
      ...(await one(world)),
      body: { swarm_uuid: world.home.swarm },
    }),
  }
}

export const processRecipeExamples: Examples<typeof processRecipeCalls> = examplesOf(
  processRecipeCalls.create,
  processBody,
)

export const evaluationRecipeExamples: Examples<typeof evaluationRecipeCalls> = examplesOf(
  evaluationRecipeCalls.create,
  evaluationBody,
)

export const applicationExamples: Examples<typeof applicationCalls> = examplesOf(
  applicationCalls.create,
  applicationBody,
)
