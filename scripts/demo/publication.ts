import type { operatorCalls } from '../../domain/calls/operator.ts'
import type { GlobalRecipe } from '../../domain/entities/global-recipe.ts'
import type { Publication, PublicationRequest } from '../../domain/entities/publication.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import type { Body } from '../operate.ts'
import { companies, lab } from './companies.ts'
import { type DemoMethod, methods } from './methods.ts'

type NewRecord = Body<typeof operatorCalls.putRecords>['records'][number]
type Unstamped<Record> = Omit<Record, 'uuid' | 'created_at' | 'updated_at'>

const published = { name: 'Amplicon check with melt', of: 'Amplification and melt, 16 wells' }
const requested = 'katG amplification and melt'
const askedAt = '2026-11-20T09:00:00.000Z'

/** Return the recipe of the laboratory by its name. */
function find(name: string): DemoMethod['recipe'] {
  const found = methods.find(({ recipe }) => recipe.name === name)
  if (!found) throw new Error(`the demonstration has no recipe ${name}`)
  return found.recipe
}

/**
 * Make a recipe that the provider has published, and a request of the laboratory that waits for its decision: the records of
 * both stores, as they are after the request has arrived.
 */
export function makePublication(uuidOf: (word: string) => string): {
  ofLab: NewRecord[]
  ofProvider: NewRecord[]
} {
  const { swarm_uuid: _swarm, ...content } = find(published.of)
  const global: Unstamped<GlobalRecipe> = { ...content, swarm_uuid: null, name: published.name }
  const { recipe, asked } = makeRequest(uuidOf)
  const [home] = companies.filter(({ company }) => company.uuid === lab)
  const publication: Unstamped<Publication> = { ...asked, swarm_uuid: null, status: 'requested' }
  const request: Unstamped<PublicationRequest> = {
    ...asked,
    company_uuid: lab,
    company_name: home?.company.name ?? '',
    status: 'open',
    decided_by: null,
    decided_name: '',
  }
  const uuid = uuidOf(`publication ${requested}`)
  return {
    ofLab: [
      { kind: 'recipe', uuid: uuidOf(`recipe ${requested}`), body: recipe },
      { kind: 'publication', uuid, body: publication },
    ],
    ofProvider: [
      { kind: 'global_recipe', uuid: uuidOf(`global recipe ${published.name}`), body: global },
      { kind: 'publication_request', uuid, body: request },
    ],
  }
}

/** Make the recipe with its open request, and the part of the request that both stores keep. */
function makeRequest(uuidOf: (word: string) => string) {
  const recipe: Unstamped<Recipe> = {
    ...find(requested),
    publication_requested: 1,
    publication: {
      request_uuid: uuidOf(`publication ${requested}`),
      state: 'requested',
      at: askedAt,
      reason: '',
      global_uuid: null,
    },
  }
  const { name, version, process, evaluation, cartridge_types, minimum_bkernel } = recipe
  const person = companies
    .flatMap(({ users }) => users)
    .find(({ profile }) => profile === 'Manager')
  const asked = {
    recipe_uuid: uuidOf(`recipe ${requested}`),
    recipe_version: version,
    name,
    process,
    evaluation,
    cartridge_types,
    minimum_bkernel,
    note: 'Compared with sequencing on 120 isolates.',
    user_uuid: person?.uuid ?? '',
    user_name: person?.name ?? '',
    decided_at: null,
    reason: '',
    global_uuid: null,
    global_version: null,
    waiting: 0 as const,
  }
  return { recipe, asked }
}
