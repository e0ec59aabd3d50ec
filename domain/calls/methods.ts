import type * as v from 'valibot'
import { type Call, get, search } from '../call.ts'
import { application } from '../entities/application.ts'
import { evaluationRecipe } from '../entities/evaluation-recipe.ts'
import { processRecipe } from '../entities/process-recipe.ts'
import { protocol } from '../entities/protocol.ts'
import { recipe } from '../entities/recipe.ts'
import { swarm } from '../entities/swarm.ts'
import { company } from '../entities/company.ts'
import type { EntityFacts } from '../entity.ts'
import { byId, Page, PageQuery } from './shapes.ts'

/** Search and get of an entity; its writes come with the issue that gives it screens. */
function reads<Schema extends v.GenericSchema>(facts: EntityFacts<Schema>) {
  const data = Page(facts.schema)
  return {
    search: search(`${facts.path}/search`, { needs: facts.permission, query: PageQuery, data }),
    get: get(`${facts.path}/get/:id`, {
      needs: facts.permission,
      params: byId,
      data: facts.schema,
    }),
  } satisfies Record<string, Call>
}

export const applicationCalls = reads(application)
export const protocolCalls = reads(protocol)
export const recipeCalls = reads(recipe)
export const processRecipeCalls = reads(processRecipe)
export const evaluationRecipeCalls = reads(evaluationRecipe)
export const swarmCalls = reads(swarm)
export const companyCalls = { search: reads(company).search }
