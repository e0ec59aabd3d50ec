import { technicianNeeds } from '../../../domain/catalog/wavelengths.ts'
import type { Application } from '../../../domain/entities/application.ts'
import type { Evaluation } from '../../../domain/entities/evaluation-recipe.ts'
import type { Protocol } from '../../../domain/entities/protocol.ts'
import type { Recipe } from '../../../domain/entities/recipe.ts'
import type { Process } from '../../../domain/entities/process-recipe.ts'
import { Fault, type FaultDetail, problem } from '../../../domain/fault.ts'
import { can } from '../../../domain/permissions.ts'
import {
  findEvaluationProblems,
  findVariableProblems,
  wordOf,
} from '../../../domain/rules/evaluation-problems.ts'
import { type MethodKind, methodKinds, methodState } from '../../../domain/actions/method.ts'
import { findProcessProblems, findRecipeProblems } from '../../../domain/rules/recipe-problems.ts'
import type { ActionName } from '../../../domain/actions/table.ts'
import { findTechnicianChange } from '../../../domain/rules/technician.ts'
import { collectCodes } from '../../names/alike-codes.ts'
import { allowAction } from '../allow.ts'
import type { By } from '../by.ts'
import { checkCompensation } from '../dye-calibration-changes.ts'
import type { StoredBody } from '../operations.ts'
import type { RecordRules, RulesByKind } from '../record-rule.ts'
import type { Sql } from '../sql.ts'
import {
  countKitsOf,
  countOpenAnalyses,
  countProtocolsOf,
  countProtocolsOutside,
  countProtocolsWith,
  refuseInUse,
} from './method-uses.ts'
import { checkProtocol } from './protocols.ts'
import { beginVersion } from './recipe-versions.ts'

/** @throws Fault `forbidden` or `refused` when the method's state or the person's permissions are in the way. */
export function allowMethod(
  kind: MethodKind,
  action: { [Kind in MethodKind]: ActionName<Kind> }[MethodKind],
  record: StoredBody,
  { permissions }: Pick<By, 'permissions'>,
): void {
  // Cast, since the calls of a kind ask only for actions of its own table.
  allowAction(kind, action as ActionName<MethodKind>, methodState(record), permissions)
}

/**
 * Check a method beyond its schema, a new one (`before` is null) or a changed one.
 * @throws Fault with every problem that was found.
 */
export function checkMethod(
  sql: Sql,
  kind: MethodKind,
  after: StoredBody,
  before: StoredBody | null,
  by: By,
): void {
  const [first, ...others] = [...findProblems(kind, after), ...findAlike(after, before)]
  if (first) throw new Fault([first, ...others])
  const compensationIn = (body: StoredBody | null) =>
    (body?.['evaluation'] as Evaluation | undefined)?.compensation
  checkCompensation(sql, compensationIn(after), compensationIn(before), by)
  // Claim the type that the kind says.
  if (kind === 'protocol') checkProtocol(sql, after as Protocol, before as Protocol | null, by)
  if (before && (kind === 'recipe' || kind === 'application'))
    checkFollowers(sql, kind, after, before)
}

function findProblems(kind: MethodKind, after: StoredBody): FaultDetail[] {
  switch (kind) {
    case 'recipe':
    case 'global_recipe':
      return findRecipeProblems(after as { process: Process; evaluation: Evaluation })
    case 'process_recipe':
      return findProcessProblems(after['process'] as Process)
    case 'evaluation_recipe':
      return findEvaluationProblems(after['evaluation'] as Evaluation)
    case 'application':
      return findApplicationProblems(after as Pick<Application, 'variables' | 'sample_types'>)
    case 'protocol':
      return []
  }
}

/** Find targets and variables whose names are read like another one's: results name them. Those from before this rule stay. */
function findAlike(after: StoredBody, before: StoredBody | null): FaultDetail[] {
  return namedIn(after).flatMap(({ place, reason, names }) => {
    const known = new Set(namedIn(before ?? {}).find((one) => one.place === place)?.names)
    if (names.every((name) => known.has(name))) return []
    const earlier = collectCodes()
    const words = new Set<string>()
    return names.flatMap((name, index) => {
      // Pass over the same name twice, which is a problem of its own (evaluation-problems.ts).
      const isAlike = !words.has(wordOf(name)) && earlier.has(name)
      earlier.add(name)
      words.add(wordOf(name))
      if (!isAlike) return []
      return problem(reason, `${place}.${index}.name`, `${name} looks like another one`, { name })
    })
  })
}

function namedIn({ evaluation, variables }: StoredBody) {
  const { targets = [], variables: inner = [] } = (evaluation ?? {}) as Partial<Evaluation>
  const own = (variables ?? []) as Evaluation['variables']
  const nameOf = ({ name }: { name: string }) => name
  return [
    { place: 'evaluation.targets', reason: 'target_repeated', names: targets.map(nameOf) },
    { place: 'evaluation.variables', reason: 'variable_repeated', names: inner.map(nameOf) },
    { place: 'variables', reason: 'variable_repeated', names: own.map(nameOf) },
  ] as const
}

function findApplicationProblems({
  variables,
  sample_types: types,
}: Pick<Application, 'variables' | 'sample_types'>): FaultDetail[] {
  const repeated = types.findIndex((type, index) => types.indexOf(type) < index)
  const problems = findVariableProblems(variables, 'variables')
  if (repeated < 0) return problems
  return [
    ...problems,
    {
      code: 'invalid',
      message: 'This sample type is there already: remove it first',
      field: `sample_types.${repeated}`,
      reason: 'rule_repeated',
    },
  ]
}

/**
 * Refuse changes of technician-only wavelengths by others than technicians (PERM-007).
 * @throws Fault `forbidden`
 */
export function checkTechnician(after: StoredBody, before: StoredBody | null, by: By): void {
  if (can(by.permissions, technicianNeeds)) return
  const field = findTechnicianChange(after, before ?? {})
  if (field === null) return
  throw new Fault('forbidden', 'Only technicians use this wavelength', {
    field,
    reason: 'technician_only',
    params: { permission: technicianNeeds },
  })
}

/** Check that a recipe stays visible to everybody who sees the protocols that use it. */
function checkFollowers(
  sql: Sql,
  kind: 'recipe' | 'application',
  after: StoredBody,
  before: StoredBody,
): void {
  const swarm = after['swarm_uuid']
  if (typeof swarm !== 'string' || swarm === before['swarm_uuid']) return
  refuseInUse(countProtocolsOutside(sql, kind, after['uuid'] as string, swarm), 'PROTOCOL')
}

/** @throws Fault `refused` while something depends on it, with what and how many. */
function checkUses(sql: Sql, kind: MethodKind, { uuid }: StoredBody): void {
  const id = uuid as string
  switch (kind) {
    case 'recipe':
      refuseInUse(countProtocolsOf(sql, id), 'PROTOCOL')
      return refuseInUse(countKitsOf(sql, id), 'BKIT')
    case 'global_recipe':
      return refuseInUse(countKitsOf(sql, id), 'BKIT')
    case 'application':
      return refuseInUse(countProtocolsWith(sql, id), 'PROTOCOL')
    case 'protocol':
      return refuseInUse(countOpenAnalyses(sql, id), 'ANALYSIS')
    default:
  }
}

function rulesFor(kind: MethodKind): RecordRules {
  return {
    check: (sql, after, before, by) => {
      checkMethod(sql, kind, after, before, by)
      checkTechnician(after, before, by)
    },
    ...(kind === 'recipe' && {
      complete: (sql: Sql, after: StoredBody, before: StoredBody | null, by: By) =>
        before ? after : beginVersion(sql, after as Recipe, by),
    }),
    checkDelete: (sql, before, by) => {
      allowMethod(kind, 'delete', before, by)
      checkUses(sql, kind, before)
    },
  }
}

/** Rules of the six kinds of method. */
export const methodRules: RulesByKind = Object.fromEntries(
  methodKinds.map((kind) => [kind, rulesFor(kind)]),
)
