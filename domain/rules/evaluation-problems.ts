import type { Evaluation, TargetRule, Variable } from '../entities/evaluation-recipe.ts'
import { type FaultDetail, problem } from '../fault.ts'

/**
 * Find problems of an evaluation beyond its schema (spec §5 "Recipes"): repeated variables and rules, rules about targets
 * or channels that do not exist, bounds in the wrong order.
 */
export function findEvaluationProblems(evaluation: Evaluation): FaultDetail[] {
  const { targets, controls } = evaluation
  const problems = [
    ...findVariableProblems(evaluation.variables, 'evaluation.variables'),
    ...findRepeated(targets, 'evaluation.targets'),
    ...targets.flatMap((target, index) => findBoundProblems(target, `evaluation.targets.${index}`)),
    ...findUnknownTargets(evaluation),
    ...findAssayProblems(evaluation),
  ]
  const range = controls.positive_cq
  if (range && range.min > range.max) {
    problems.push(problem('bounds_reversed', 'evaluation.controls.positive_cq', 'From is above to'))
  }
  return problems
}

/** Find names defined twice, in any case of their letters (VAL-020), and values that are not of their type. */
export function findVariableProblems(variables: readonly Variable[], place: string): FaultDetail[] {
  const seen = new Set<string>()
  return variables.flatMap(({ name, value, type }, index) => {
    const problems: FaultDetail[] = []
    const word = wordOf(name)
    if (seen.has(word)) {
      const message = `The variable ${name} is already defined`
      problems.push(problem('variable_repeated', `${place}.${index}.name`, message, { name }))
    }
    seen.add(word)
    if (typeof value !== type) {
      const message = `The value of ${name} is no ${type}`
      problems.push(problem('variable_type', `${place}.${index}.value`, message, { name, type }))
    }
    return problems
  })
}

/**
 * Find rules that repeat another (VAL-021): two of one name, or two in one channel of the same mixes whose melting
 * windows overlap, so that one peak would count for both.
 */
function findRepeated(targets: readonly TargetRule[], place: string): FaultDetail[] {
  return targets.flatMap((target, index) => {
    const earlier = targets.slice(0, index)
    const twin = earlier.find((one) => wordOf(one.name) === wordOf(target.name))
    if (twin) {
      const message = `The target ${target.name} is there already: remove it first`
      return problem('target_repeated', `${place}.${index}.name`, message, { name: target.name })
    }
    const rival = earlier.find((one) => saysTheSame(one, target))
    if (!rival) return []
    const message = `${rival.name} has this rule already: remove it first`
    const field = `${place}.${index}.${target.tm ? 'tm' : 'channel'}`
    return problem('rule_repeated', field, message, { name: target.name, other: rival.name })
  })
}

function saysTheSame(one: TargetRule, other: TargetRule): boolean {
  if (one.channel !== other.channel || !shareMix(one, other)) return false
  if (!one.tm || !other.tm) return true
  return one.tm.min < other.tm.max && other.tm.min < one.tm.max
}

/** Return true if two targets share a mix. Without mixes a target is expected in every well. */
function shareMix({ well_types: one }: TargetRule, { well_types: other }: TargetRule): boolean {
  return !one || !other || one.some((mix) => other.includes(mix))
}

function findBoundProblems(target: TargetRule, place: string): FaultDetail[] {
  const { baseline, tm, cq_min, cq_review, cq_max } = target
  const problems: FaultDetail[] = []
  const order = (low: number | undefined, high: number | undefined, field: string) => {
    if (low === undefined || high === undefined || low < high) return
    problems.push(problem('bounds_reversed', `${place}.${field}`, 'From is not below to'))
  }
  order(cq_min, cq_review, 'cq_min')
  order(cq_min, cq_max, 'cq_min')
  if (cq_review !== undefined && cq_review > cq_max) order(cq_review, cq_max, 'cq_review')
  order(tm?.min, tm?.max, 'tm')
  if (baseline.method === 'window') order(baseline.start, baseline.end, 'baseline.start')
  return problems
}

function findUnknownTargets({ targets, quantification, genotypes = [] }: Evaluation) {
  const names = new Set(targets.map(({ name }) => name))
  const problems: FaultDetail[] = []
  const look = (name: string, field: string) => {
    if (names.has(name)) return
    problems.push(problem('target_unknown', field, `There is no target ${name}`, { name }))
  }
  if (quantification?.method === 'relative') {
    for (const [index, name] of quantification.reference_targets.entries())
      look(name, `evaluation.quantification.reference_targets.${index}`)
  }
  for (const [index, { alleles }] of genotypes.entries())
    for (const [side, name] of alleles.entries())
      look(name, `evaluation.genotypes.${index}.alleles.${side}`)
  return problems
}

/** Find settings that need cycles, in a recipe of an isothermal run: other Cq methods, folds by efficiencies, genotypes. */
function findAssayProblems({ assay, targets, quantification, genotypes = [] }: Evaluation) {
  if (assay?.kind !== 'isothermal') return []
  const refuse = (field: string, what: string) =>
    problem('not_isothermal', `evaluation.${field}`, `An isothermal assay has no ${what}`)
  const problems = targets.flatMap(({ baseline, cq_method = 'threshold' }, index) => [
    ...(cq_method === 'threshold' ? [] : [refuse(`targets.${index}.cq_method`, 'other Cq method')]),
    ...(baseline.method === 'sigmoid' || baseline.method === 'linreg'
      ? [refuse(`targets.${index}.baseline`, 'such baseline')]
      : []),
  ])
  if (quantification?.method === 'relative') {
    problems.push(refuse('quantification', 'quantity relative to a calibrator'))
  }
  if (genotypes.length > 0) problems.push(refuse('genotypes', 'genotypes'))
  return problems
}

/** Return the form in which two names that a person reads as one are equal. */
export function wordOf(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}
