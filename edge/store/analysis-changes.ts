import { createHash } from 'node:crypto'
import type { CreateAnalysis } from '../../domain/calls/analysis.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import type {
  Analysis,
  Exclusion,
  ResultEntry,
  Sample,
  Signature,
} from '../../domain/entities/analysis.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { Protocol } from '../../domain/entities/protocol.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import type { Swarm } from '../../domain/entities/swarm.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import {
  type AnalysisAction,
  refuseAnalysis,
  type Refusal,
  signedContent,
} from '../../domain/rules/analysis.ts'
import { findLayoutProblems } from '../../domain/rules/cartridge.ts'
import { type By, defined, mustSee, readSeen } from './by.ts'
import { type PlannedOperation, readRecord, type StoredBody } from './operations.ts'
import { readCompany } from './principal.ts'
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
  | { type: 'analysis.edit'; uuid: string; patch: AnalysisPatch; reason: string }
  | { type: 'analysis.delete'; uuid: string; reason: string }
  | { type: 'analysis.makeComplete'; uuid: string; reason: string }
  | {
      type: 'analysis.calculate'
      uuid: string
      evaluation: Evaluation
      exclusions: Exclusion[]
      result: ResultEntry
      /** Curve file the results were computed from: another one by now makes them stale. */
      curvesHash: string
      reason: string
    }
  | { type: 'analysis.validate'; uuid: string; signature: Omit<Signature, 'at'> }

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
        change: (before) => editAnalysis(sql, before, change, by),
      }
    case 'analysis.delete':
      return {
        ...base,
        reason: change.reason,
        change: (before) => (allow('delete', before, by), null),
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
      return { ...base, change: (before) => validate(before, change, by, at) }
  }
}

/** The analysis when the actor may do this to it now. @throws Fault `not_found`, `forbidden` or `refused`. */
export function allow(action: AnalysisAction, before: StoredBody | null, by: By): Analysis {
  const record = mustSee('analysis', before, by.sight) as unknown as Analysis
  const refusal = refuseAnalysis(action, record, {
    user_uuid: by.actor.uuid,
    permissions: by.permissions,
    fourEyes: by.fourEyes,
  })
  if (refusal) throw faultOf(refusal)
  return record
}

function faultOf(refusal: Refusal): Fault {
  switch (refusal.reason) {
    case 'permission_missing':
      return new Fault('forbidden', "You're not authorized to access this resource", {
        reason: refusal.reason,
        params: { permission: refusal.permission },
      })
    case 'validated':
      return new Fault('refused', 'Validated analyses cannot be modified!', {
        reason: refusal.reason,
      })
    case 'wrong_status':
      return new Fault('refused', `Not possible while the analysis is ${refusal.status}`, {
        reason: refusal.reason,
        params: { status: refusal.status },
      })
    case 'four_eyes':
      return new Fault('refused', 'Somebody other than the person who launched it must validate', {
        reason: refusal.reason,
      })
    case 'no_results':
      return new Fault('refused', 'There are no results to validate', { reason: refusal.reason })
  }
}

function createAnalysis(
  sql: Sql,
  input: CreateAnalysis,
  before: StoredBody | null,
  by: By,
  at: string,
): StoredBody {
  if (before)
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

/** What no draft may break either; a missing well is for the launch to refuse. */
function checkLayout(
  samples: Analysis['samples'],
  cartridge_type: Analysis['cartridge_type'],
): void {
  const [first, ...others] = findLayoutProblems(samples, { cartridge_type }).filter(
    ({ reason }) => reason !== 'sample_without_well' && reason !== 'no_samples',
  )
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
): StoredBody {
  const { patch, reason } = change
  const structural = patch.samples !== undefined || patch.device_uuid !== undefined
  const record = allow(structural ? 'edit' : 'annotate', before, by)
  if (structural && record.status !== 'INIT' && reason === '') {
    throw new Fault('reason_needed', 'Say why: this run is over', { field: 'reason' })
  }
  if (patch.samples) checkLayout(patch.samples, record.cartridge_type)
  if (patch.device_uuid === undefined) return { ...record, ...defined(patch) }
  if (record.status !== 'INIT') {
    throw new Fault('refused', 'The device of a run cannot change', {
      field: 'device_uuid',
      reason: 'wrong_status',
    })
  }
  const device = patch.device_uuid === null ? null : readDevice(sql, patch.device_uuid, by)
  return { ...record, ...defined(patch), bcube: device?.hostname ?? null }
}

function recalculate(
  before: StoredBody | null,
  change: Extract<AnalysisChange, { type: 'analysis.calculate' }>,
  by: By,
): StoredBody {
  const record = allow('recalculate', before, by)
  if (record.curves_hash !== change.curvesHash) {
    throw new Fault('stale', 'The analysis changed meanwhile', { reason: 'changed_meanwhile' })
  }
  return {
    ...record,
    method: { ...record.method, evaluation: change.evaluation },
    exclusions: change.exclusions,
    results: [...record.results, change.result],
  }
}

function validate(
  before: StoredBody | null,
  { signature }: Extract<AnalysisChange, { type: 'analysis.validate' }>,
  by: By,
  at: string,
): StoredBody {
  const record = allow('validate', before, by)
  const hash = createHash('sha256')
    .update(canonicalJson(signedContent(record)))
    .digest('hex')
  if (hash !== signature.record_hash) {
    throw new Fault(
      'stale',
      'The analysis changed since you opened it: look at it again before signing',
      {
        reason: 'changed_meanwhile',
      },
    )
  }
  return { ...record, status: 'VALIDATION', signature: { ...signature, at } }
}
