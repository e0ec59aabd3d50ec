import type { CallInput } from '../../domain/call.ts'
import type { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis, Exclusion, Method } from '../../domain/entities/analysis.ts'
import type { Evaluation, TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { fitToCurves } from '../../domain/rules/fit-to-curves.ts'
import type { Results } from '../../domain/results.ts'
import { cutName } from '../../domain/rules/plain-text.ts'
import { takeEffect } from '../../domain/rules/recipe-version.ts'
import { encodeCurves } from '../../workers/run/blob.ts'
import { countCurvePoints } from '../../workers/run/count-curves.ts'
import { importFile } from '../../workers/files/import.ts'
import { digestWells } from '../../workers/files/bca/digest-wells.ts'
import { findMisfits, findUnsure } from '../../workers/files/fit-plan.ts'
import type { ImportPlan, ToldRun } from '../../workers/files/import-plan.ts'
import { planImport } from '../../workers/files/plan-import.ts'
import { refuseFile } from '../../workers/files/refuse-file.ts'
import { keepBlob } from '../files/blobs.ts'
import type { AccountContext } from '../context.ts'
import { evaluate, type EvaluationOrder, storeResults } from '../runs/evaluate.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { unwrap } from '../outcome.ts'
import type { ImportedAnalysis } from '../store/imported-analysis.ts'
import { attachmentBytes, attachmentCalls } from '../../domain/calls/attachments.ts'
import { can } from '../../domain/permissions.ts'
import { openBca } from '../../workers/files/bca/open.ts'
import { openArchive } from '../../workers/files/open-archive.ts'
import { importLimits, inImportRoom } from '../requests/import-room.ts'
import { keepFile } from '../keep-file.ts'
import type { NewFile } from '../store/material-changes.ts'

type Order = CallInput<typeof analysisCalls.import>['body']

/**
 * Read an instrument file itself (nothing that the page made of it is believed), keep file, curves and
 * results, and give what the record is made of.
 */
export async function readImport(order: Order, context: AccountContext): Promise<ImportedAnalysis> {
  const { own, by, opId } = context
  const { uuid, swarm_uuid, recipe_uuid } = order
  const asked = { uuid, swarm_uuid, recipe_uuid, planned: order.planned === 'Y' }
  await unwrap(own.ask({ name: 'checkImport', input: asked, opId, by }, by.sight))
  return inImportRoom(() => readFile(order, context))
}

async function readFile(order: Order, context: AccountContext): Promise<ImportedAnalysis> {
  const { env, account, company } = context
  const bytes = await order.file.bytes()
  const file = await importFile(order.file.name, bytes, importLimits())
  const run = file.runs[order.run]
  if (!run) throw refuseFile('run_not_in_file', {}, { count: file.runs.length })
  const plan = planImport(run, makeUuid)
  const target =
    order.planned === 'Y'
      ? await fitToPlan(order.uuid, plan, context)
      : await makeTarget(order, plan, context)
  const { samples, method, exclusions, planned, recipe_name } = target
  const curvesHash = await keepBlob(env, company, encodeCurves(plan.curves))
  const { told } = plan
  const files = told && !planned ? await keepArchiveFiles(bytes, context) : []
  const evaluation: EvaluationOrder = {
    record: { company_uuid: company, cartridge_type: plan.cartridge_type, samples, method },
    curves: plan.curves,
    curvesHash,
    evaluation: method.evaluation,
    exclusions,
    by: account.name,
    reason: '',
  }
  const results = evaluate(evaluation)
  const isCompared = told && method.recipe_uuid === null
  const reason = `import of ${order.file.name}${isCompared ? compare(told, results) : ''}`
  return {
    uuid: order.uuid,
    name: order.name,
    swarm_uuid: order.swarm_uuid,
    recipe_name,
    cartridge_type: plan.cartridge_type,
    method,
    samples,
    exclusions,
    points: pointsOf({ ...plan, process: method.process }),
    serial: run.source.serial,
    ran_at: timeOf(run.source.date),
    told,
    files,
    planned,
    once: order.once === 'Y',
    base: order.base,
    curves_hash: curvesHash,
    result: await storeResults(env, { ...evaluation, reason }, results),
    source: {
      ...plan.source,
      file_name: order.file.name.slice(0, 255),
      file_hash: await keepBlob(env, company, bytes),
    },
  }
}

type Target = Pick<
  ImportedAnalysis,
  'samples' | 'method' | 'exclusions' | 'planned' | 'recipe_name'
>

/** Return samples and method of a new analysis: those of the file, judged by the chosen recipe. */
async function makeTarget(
  order: Order,
  plan: ImportPlan,
  context: AccountContext,
): Promise<Target> {
  const recipe = await findRecipe(order.recipe_uuid, context)
  const unsure = recipe && findUnsure(plan, recipe.evaluation)
  if (unsure) throw new Fault([unsure])
  return {
    samples: plan.samples,
    method: methodOf(plan, recipe),
    exclusions: plan.exclusions,
    planned: undefined,
    recipe_name:
      recipe?.name ?? plan.told?.recipe_name ?? (cutName(order.file.name, 120) || order.name),
  }
}

/**
 * Return samples and method of the planned analysis that takes the run.
 * @throws Fault `invalid` with what of the plan the file does not have.
 */
async function fitToPlan(
  uuid: string,
  plan: ImportPlan,
  { own, by }: AccountContext,
): Promise<Target> {
  const { samples, method, cartridge_type, recipe_name } = await unwrap(
    own.get('analysis', uuid, by.sight),
  )
  const [first, ...others] = findMisfits(plan, { samples, method, cartridge_type })
  if (first) throw new Fault([first, ...others])
  return {
    samples,
    method: { ...method, evaluation: fitEvaluation(method.evaluation, plan) },
    exclusions: exclusionsFor(plan, { samples, method }),
    planned: { samples, method },
    recipe_name,
  }
}

/**
 * Return the wells that the file leaves out, in the words of a plan: where it has no such target, the whole well is left out, and
 * wells beside the plan are not there to be left out.
 */
function exclusionsFor(
  { exclusions }: ImportPlan,
  { samples, method }: Pick<Analysis, 'samples' | 'method'>,
): Exclusion[] {
  const wells = new Set(samples.flatMap(({ coordinates }) => coordinates))
  const targets = new Set(method.evaluation.targets.map(({ name }) => name))
  const found = new Map<string, Exclusion>()
  for (const one of exclusions.filter(({ well }) => wells.has(well))) {
    const target = one.target !== null && targets.has(one.target) ? one.target : null
    found.set(`${one.well} ${target}`, { ...one, target })
  }
  return [...found.values()]
}

/** Count the points of the curves. An archive of ours also has the planned points, with cycles that people ordered. */
function pointsOf({ process, curves, told }: ImportPlan): Analysis['points'] {
  const counted = countCurvePoints(process, curves)
  const planned = told?.points
  if (!counted || !planned) return counted
  return {
    AMP: { ...counted.AMP, planned: planned.AMP.planned },
    VAL: { ...counted.VAL, planned: planned.VAL.planned },
  }
}

/** Compare the results with those that an archive of ours states, for the note of the import. */
function compare({ wells_digest: told }: ToldRun, results: Results): string {
  return digestWells(results) === told
    ? ': the same results as in the archive'
    : ': other results than in the archive'
}

async function findRecipe(
  uuid: string | null,
  { own, by }: AccountContext,
): Promise<Recipe | null> {
  if (uuid === null) return null
  const recipe = await unwrap(own.get('recipe', uuid, by.sight))
  return takeEffect(recipe, new Date().toISOString())
}

function methodOf(plan: ImportPlan, recipe: Recipe | null): Method {
  if (!recipe) {
    return {
      recipe_uuid: null,
      recipe_version: 0,
      protocol_uuid: null,
      process: plan.process,
      evaluation: plan.evaluation,
      minimum_bkernel: null,
    }
  }
  return {
    recipe_uuid: recipe.uuid,
    recipe_version: recipe.version,
    protocol_uuid: null,
    process: plan.process,
    evaluation: fitEvaluation(recipe.evaluation, plan),
    minimum_bkernel: recipe.minimum_bkernel,
  }
}

/** Take the rules of a method, with the thresholds of the file where the method asks for them. */
function fitEvaluation(rules: Evaluation, plan: ImportPlan): Evaluation {
  const targets =
    rules.thresholds_from === 'instrument'
      ? withThresholds(rules.targets, plan.evaluation.targets)
      : rules.targets
  return fitToCurves({ ...rules, targets }, plan.source)
}

/**
 * Return the recipe's targets with the thresholds that the file states for the same target, or for its channel.
 * @throws Fault `invalid` for a file that does not state one.
 */
function withThresholds(
  targets: readonly TargetRule[],
  given: readonly TargetRule[],
): TargetRule[] {
  return targets.map((target) => {
    const ofChannel = given.filter(({ channel }) => channel === target.channel)
    const found = ofChannel.find(({ name }) => name === target.name) ?? ofChannel[0]
    if (found?.threshold.method === 'fixed') return { ...target, threshold: found.threshold }
    throw new Fault('invalid', 'The file states no threshold for a target of the recipe', {
      field: 'recipe_uuid',
      reason: 'thresholds_missing',
      params: { target: target.name },
    })
  })
}

/** Write a date of a file as a timestamp; null where it cannot be read or has no time. */
function timeOf(date: string | null): Analysis['started_at'] {
  const time = date === null ? Number.NaN : Date.parse(date)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/**
 * Keep images and other files of an archive of ours, to become those of the analysis that it becomes. They are looked at as
 * if they were uploaded one by one, and only taken for who may attach files; in the archive itself they stay anyway.
 * @throws Fault `invalid` as in edge/files/uploads.ts, before anything of the analysis is written.
 */
async function keepArchiveFiles(bytes: Uint8Array, context: AccountContext): Promise<NewFile[]> {
  const { by, company, opId } = context
  if (!can(by.permissions, attachmentCalls.upload.needs)) return []
  const limits = importLimits()
  const { manifest } = openBca(bytes, openArchive(bytes, limits), limits.memory, [])
  const own = manifest.parts.filter(({ role }) => role === 'attachment')
  const archive = openArchive(bytes, limits)
  const members = new Map(archive.members.map((member) => [member.name, member]))
  const kept: NewFile[] = []
  for (const [index, { name }] of own.entries()) {
    // Unpack one after another: together they may take the memory.
    const content = archive.readNested(members.get(name)!)
    const file = new File([content], name.replace(/^attachments\/\d+-/, ''))
    const order = { kinds: ['document', 'image', 'pdf', 'archive'], company } as const
    const each = { ...context, opId: `${opId}:file:${index}` }
    kept.push(await keepFile(file, { ...order, limit: attachmentBytes }, each))
  }
  return kept
}
