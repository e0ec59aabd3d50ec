import type { CreateAnalysis } from '../../domain/calls/analysis.ts'
import { cartridges, type CartridgeName } from '../../domain/catalog/cartridges.ts'
import { type Analysis, notRun } from '../../domain/entities/analysis.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { GlobalRecipe } from '../../domain/entities/global-recipe.ts'
import type { Protocol } from '../../domain/entities/protocol.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import type { Swarm } from '../../domain/entities/swarm.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import { findDraftProblems } from '../../domain/rules/cartridge.ts'
import { takeEffect } from '../../domain/rules/recipe-version.ts'
import { newerVersion } from '../../domain/rules/version.ts'
import type { ImportedAnalysis } from './imported-analysis.ts'
import { type By, checkSwarm, readSeen } from './by.ts'
import { authorOf, readRecord, type StoredBody, wasEverUsed } from './operations.ts'
import { allowRun, endOf, eyesOf, findInstrument, refuseImported, takeRun } from './planned-run.ts'
import { readCompany } from './principal.ts'
import { checkInForce, checkPublished } from './rules/recipe-versions.ts'
import { settleInstrument } from './run-instrument.ts'
import type { Sql } from './sql.ts'

/** @param published the recipe, where it is the provider's and is kept in another store. */
export function createAnalysis(
  sql: Sql,
  input: CreateAnalysis,
  before: Analysis | null,
  by: By,
  at: string,
  published?: GlobalRecipe,
): StoredBody {
  const frame = frameAnalysis(sql, input, before, by, at)
  if (published) checkPublished(sql)
  const recipe = published ?? readRunnable(sql, input.recipe_uuid, by, at)
  const protocol = input.protocol_uuid && readSeen(sql, 'protocol', input.protocol_uuid, by.sight)
  checkRecipe(input, recipe)
  checkProtocol(protocol || null, recipe)
  const device = input.device_uuid ? readDevice(sql, input.device_uuid, by) : null
  return {
    ...frame,
    status: 'INIT',
    recipe_name: recipe.name,
    device_uuid: device?.uuid ?? null,
    bcube: device?.hostname ?? null,
    method: {
      recipe_uuid: recipe.uuid,
      recipe_version: recipe.version,
      protocol_uuid: input.protocol_uuid,
      ...(protocol ? { protocol_version: protocol.version } : {}),
      process: recipe.process,
      evaluation: recipe.evaluation,
      minimum_bkernel: newerVersion(
        recipe.minimum_bkernel,
        protocol ? protocol.minimum_bkernel : null,
      ),
    },
    notebook: input.notebook,
    ...(input.kit ? { kit: input.kit } : {}),
    ...(input.instrument
      ? { instrument: settleInstrument(sql, input.instrument, device?.uuid ?? null) }
      : {}),
  } satisfies Analysis
}

/** Record the run of an instrument file. Its file, curves and results are kept already. */
export function importAnalysis(
  sql: Sql,
  input: ImportedAnalysis,
  before: Analysis | null,
  by: By,
  at: string,
): StoredBody {
  if (input.once) refuseImported(sql, input.source)
  if (input.planned) return takeRun(sql, { ...input, planned: input.planned }, before, by, at)
  const frame = frameAnalysis(sql, input, before, by, at)
  const { recipe_uuid: recipeUuid, recipe_version: version } = input.method
  if (recipeUuid !== null) {
    const recipe = readRunnable(sql, recipeUuid, by, at)
    checkRecipe(input, recipe)
    if (recipe.version !== version) {
      throw new Fault('stale', 'The recipe changed meanwhile', { reason: 'changed_meanwhile' })
    }
  }
  const { told } = input
  return {
    ...frame,
    ...endOf(input),
    recipe_name: input.recipe_name,
    device_uuid: null,
    bcube: null,
    method: input.method,
    exclusions: input.exclusions,
    notebook: told?.notebook ?? '',
    ...(input.points ? { points: input.points } : {}),
    curves_hash: input.curves_hash,
    results: [input.result.entry],
    source: input.source,
    ...findInstrument(sql, input.serial),
    ...eyesOf(sql, input.source.origin?.analysis_uuid),
  } satisfies Analysis
}

type Frame = Omit<
  Analysis,
  'status' | 'recipe_name' | 'device_uuid' | 'bcube' | 'method' | 'notebook'
>

/** Check what every new analysis needs: an unused id, a swarm of the person's own, wells that fit. */
function frameAnalysis(
  sql: Sql,
  input: Pick<Analysis, 'uuid' | 'name' | 'swarm_uuid' | 'cartridge_type' | 'samples'>,
  before: Analysis | null,
  by: By,
  at: string,
): Frame {
  const swarm = checkPlace(sql, input, before, by)
  const company = readCompany(sql)
  if (!company) throw new Fault('not_found', 'No such company')
  checkCartridge(input.cartridge_type, by)
  checkLayout(input.samples, input.cartridge_type)
  return {
    uuid: input.uuid,
    created_at: at,
    updated_at: at,
    name: input.name,
    ...authorOf(by.actor),
    swarm_uuid: swarm.uuid,
    swarm_name: swarm.name,
    company_uuid: company.uuid,
    certified: 'N',
    cartridge_type: input.cartridge_type,
    samples: input.samples,
    ...notRun(),
  }
}

function checkPlace(
  sql: Sql,
  { uuid, swarm_uuid }: Pick<Analysis, 'uuid' | 'swarm_uuid'>,
  before: Analysis | null,
  by: By,
): Swarm {
  // Refuse the id of a deleted one as well: what is known of its run would be taken for the new one's.
  if (before || wasEverUsed(sql, 'analysis', uuid))
    throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
  return checkSwarm(sql, swarm_uuid, by)
}

/**
 * Refuse an import for what is known before its file is read: the id, the swarm, the recipe. Reading, computing and keeping
 * a file are not for who may not have it.
 * @throws Fault as the import itself does.
 */
export function checkImport(
  sql: Sql,
  input: Pick<Analysis, 'uuid' | 'swarm_uuid'> & { recipe_uuid: string | null; planned: boolean },
  by: By,
): void {
  const { uuid, recipe_uuid, planned } = input
  const now = new Date().toISOString()
  if (planned) {
    allowRun(sql, readRecord(sql, 'analysis', uuid), by, now)
    return
  }
  checkPlace(sql, input, null, by)
  if (recipe_uuid !== null) readRunnable(sql, recipe_uuid, by, now)
}

/**
 * Read a recipe of the company with the version that is in force at a time.
 * @throws Fault `refused` for an archived one, and for one without a version in force (decision 34).
 */
function readRunnable(sql: Sql, uuid: string, by: By, at: string): Recipe {
  const recipe = takeEffect(readSeen(sql, 'recipe', uuid, by.sight), at)
  if (recipe.archived === 1) throw archived()
  checkInForce(recipe, at)
  return recipe
}

function checkCartridge(type: CartridgeName, by: By): void {
  const { permission } = cartridges[type]
  if (can(by.permissions, permission)) return
  throw new Fault('forbidden', "You're not authorized to access this resource", {
    field: 'cartridge_type',
    params: { permission: permission ?? '' },
  })
}

function checkRecipe(
  { cartridge_type }: Pick<Analysis, 'cartridge_type'>,
  recipe: Pick<Recipe, 'archived' | 'cartridge_types'>,
): void {
  if (recipe.archived === 1) throw archived()
  if (recipe.cartridge_types.includes(cartridge_type)) return
  throw new Fault('invalid', 'Cartridge not available for this recipe', {
    field: 'cartridge_type',
    reason: 'cartridge_not_for_recipe',
  })
}

function checkProtocol(protocol: Protocol | null, recipe: Pick<Recipe, 'uuid'>): void {
  if (protocol?.archived === 1) throw archived()
  if (!protocol || protocol.recipe_uuid === recipe.uuid) return
  throw new Fault('invalid', 'The protocol has another recipe', {
    field: 'protocol_uuid',
    reason: 'protocol_recipe',
  })
}

function archived(): Fault {
  return new Fault('refused', 'This recipe is archived', {
    field: 'recipe_uuid',
    reason: 'archived',
  })
}

/** Check the samples of a draft, which may have no wells yet; it may not have more than fit. */
export function checkLayout(samples: Analysis['samples'], cartridge_type: CartridgeName): void {
  const [first, ...others] = findDraftProblems(samples, cartridge_type)
  if (first) throw new Fault([first, ...others])
}

export function readDevice(sql: Sql, uuid: string, by: By): Device {
  try {
    return readSeen(sql, 'device', uuid, by.sight)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Fault('not_found', 'No such device', {
      field: 'device_uuid',
      reason: 'device_unknown',
    })
  }
}
