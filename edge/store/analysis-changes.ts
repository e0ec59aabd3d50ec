import type { CreateAnalysis } from '../../domain/calls/analysis.ts'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Analysis, ResultEntry, Sample } from '../../domain/entities/analysis.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { Protocol } from '../../domain/entities/protocol.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import type { Swarm } from '../../domain/entities/swarm.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import { findDraftProblems } from '../../domain/rules/cartridge.ts'
import { allow } from './allow.ts'
import { type By, defined, readSeen } from './by.ts'
import { findOpenLaunch } from './commands.ts'
import { type PlannedOperation, readRecord, type StoredBody, wasEverUsed } from './operations.ts'
import { readCompany } from './principal.ts'
import { checkBasis, recalculate, type ResultChange, validate } from './result-changes.ts'
import type { Sql } from './sql.ts'

/** Fields an edit may set; which of them when is decided by the rules in domain/rules/analysis.ts. */
export interface AnalysisPatch {
  name?: string | undefined
  notebook?: string | undefined
  samples?: Sample[] | undefined
  device_uuid?: string | null | undefined
}

export type AnalysisChange =
  | { type: 'analysis.create'; uuid: string; input: CreateAnalysis }
  | {
      type: 'analysis.edit'
      uuid: string
      patch: AnalysisPatch
      reason: string
      /** Results of the new samples, where the record has curves. */
      computed?: { result: ResultEntry; basis: string } | undefined
    }
  | { type: 'analysis.delete'; uuid: string; reason: string }
  | { type: 'analysis.makeComplete'; uuid: string; reason: string }
  | ResultChange

/** The operation behind a change of an analysis. */
export function analysisChange(
  sql: Sql,
  change: AnalysisChange,
  by: By,
  at: string,
): PlannedOperation {
  const base = { kind: 'analysis', uuid: change.uuid, action: change.type } as const
  switch (change.type) {
    case 'analysis.create':
      return { ...base, change: (before) => createAnalysis(sql, change.input, before, by, at) }
    case 'analysis.edit':
      return {
        ...base,
        reason: change.reason,
        change: (before) => editAnalysis(sql, before, change, by, at),
      }
    case 'analysis.delete':
      return {
        ...base,
        reason: change.reason,
        change: (before) => {
          const { uuid } = allow('delete', before, by)
          checkNotLaunching(sql, uuid, at)
          return null
        },
      }
    case 'analysis.makeComplete':
      return {
        ...base,
        reason: change.reason,
        change: (before) => ({ ...allow('makeComplete', before, by), status: 'COMPLETE' }),
      }
    case 'analysis.calculate':
      return { ...base, reason: change.reason, change: (before) => recalculate(before, change, by) }
    case 'analysis.validate':
      return { ...base, change: (before) => validate(sql, before, change, by, at) }
  }
}

function createAnalysis(
  sql: Sql,
  input: CreateAnalysis,
  before: StoredBody | null,
  by: By,
  at: string,
): StoredBody {
  // Also not the id of a deleted one: what is known of its run would be taken for the new one's.
  if (before || wasEverUsed(sql, 'analysis', input.uuid))
    throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
  const recipe = readSeen(sql, 'recipe', input.recipe_uuid, by.sight) as unknown as Recipe
  const protocol =
    input.protocol_uuid &&
    (readSeen(sql, 'protocol', input.protocol_uuid, by.sight) as unknown as Protocol)
  const swarm = readRecord(sql, 'swarm', input.swarm_uuid) as Swarm | null
  const company = readCompany(sql)
  if (!swarm || !company || !by.sight.swarms.includes(swarm.uuid)) {
    throw new Fault('invalid', 'You are not in this swarm', {
      field: 'swarm_uuid',
      reason: 'swarm_unknown',
    })
  }
  checkMethod(input, recipe, protocol || null, by)
  const device = input.device_uuid ? readDevice(sql, input.device_uuid, by) : null
  return {
    uuid: input.uuid,
    created_at: at,
    updated_at: at,
    status: 'INIT',
    name: input.name,
    recipe_name: recipe.name,
    user_uuid: by.actor.uuid,
    user_name: by.actor.name,
    swarm_uuid: swarm.uuid,
    swarm_name: swarm.name,
    company_uuid: company.uuid,
    device_uuid: device?.uuid ?? null,
    bcube: device?.hostname ?? null,
    certified: 'N',
    cartridge_type: input.cartridge_type,
    method: {
      recipe_uuid: recipe.uuid,
      recipe_version: recipe.version,
      protocol_uuid: input.protocol_uuid,
      process: recipe.process,
      evaluation: recipe.evaluation,
      minimum_bkernel: recipe.minimum_bkernel,
    },
    samples: input.samples,
    exclusions: [],
    notebook: input.notebook,
    started_at: null,
    ended_at: null,
    end_reason: '',
    curves_hash: null,
    results: [],
    signature: null,
  } satisfies Analysis
}

/** A draft may have samples without wells; it may not have more than fit, nor a method that is not on offer. */
function checkMethod(
  input: CreateAnalysis,
  recipe: Recipe,
  protocol: Protocol | null,
  by: By,
): void {
  const { permission } = cartridges[input.cartridge_type]
  if (!can(by.permissions, permission)) {
    throw new Fault('forbidden', "You're not authorized to access this resource", {
      field: 'cartridge_type',
      params: { permission: permission ?? '' },
    })
  }
  if (recipe.archived === 1 || protocol?.archived === 1) {
    throw new Fault('refused', 'This recipe is archived', {
      field: 'recipe_uuid',
      reason: 'archived',
    })
  }
  if (protocol && protocol.recipe_uuid !== recipe.uuid) {
    throw new Fault('invalid', 'The protocol has another recipe', {
      field: 'protocol_uuid',
      reason: 'protocol_recipe',
    })
  }
  if (!recipe.cartridge_types.includes(input.cartridge_type)) {
    throw new Fault('invalid', 'Cartridge not available for this recipe', {
      field: 'cartridge_type',
      reason: 'cartridge_not_for_recipe',
    })
  }
  checkLayout(input.samples, input.cartridge_type)
}

function checkLayout(
  samples: Analysis['samples'],
  cartridge_type: Analysis['cartridge_type'],
): void {
  const [first, ...others] = findDraftProblems(samples, cartridge_type)
  if (first) throw new Fault([first, ...others])
}

function readDevice(sql: Sql, uuid: string, by: By): Device {
  try {
    return readSeen(sql, 'device', uuid, by.sight) as unknown as Device
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Fault('not_found', 'No such device', {
      field: 'device_uuid',
      reason: 'device_unknown',
    })
  }
}

function editAnalysis(
  sql: Sql,
  before: StoredBody | null,
  change: Extract<AnalysisChange, { type: 'analysis.edit' }>,
  by: By,
  at: string,
): StoredBody {
  const { patch, reason } = change
  const structural = patch.samples !== undefined || patch.device_uuid !== undefined
  const record = allow(structural ? 'edit' : 'annotate', before, by)
  if (structural) checkNotLaunching(sql, record.uuid, at)
  if (structural && record.status !== 'INIT' && reason === '') {
    throw new Fault('reason_needed', 'Say why: this run is over', { field: 'reason' })
  }
  if (patch.samples) checkLayout(patch.samples, record.cartridge_type)
  if (patch.device_uuid === undefined) {
    return { ...record, ...defined(patch), ...resultsOf(record, change) }
  }
  if (record.status !== 'INIT') {
    throw new Fault('refused', 'The device of a run cannot change', {
      field: 'device_uuid',
      reason: 'wrong_status',
    })
  }
  const device = patch.device_uuid === null ? null : readDevice(sql, patch.device_uuid, by)
  return { ...record, ...defined(patch), bcube: device?.hostname ?? null }
}

/** With other samples the results of before are those of another plate: new ones come in the same operation. */
function resultsOf(
  record: Analysis,
  { patch, computed }: Extract<AnalysisChange, { type: 'analysis.edit' }>,
): Partial<Analysis> {
  if (!patch.samples || (record.curves_hash === null && !computed)) return {}
  checkBasis(record, computed?.basis ?? '')
  return computed ? { results: [...record.results, computed.result] } : {}
}

/** Between the launch and the device's word the plate is as it was sent: the device may be running it already. */
function checkNotLaunching(sql: Sql, analysis: string, at: string): void {
  if (!findOpenLaunch(sql, analysis, at)) return
  throw new Fault('refused', 'The device is being asked to run this: wait for its answer', {
    reason: 'launch_under_way',
  })
}
