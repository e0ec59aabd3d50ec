import { cartridges } from '../../domain/catalog/cartridges.ts'
import { isOtherLight } from '../../domain/catalog/dyes.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { FaultDetail } from '../../domain/fault.ts'
import { wellName } from '../../domain/rules/well.ts'
import { curveOf, type Readings } from '../curves/readings.ts'
import type { ImportPlan } from './import-plan.ts'

/** Parts of a planned analysis that a run must fit to. */
export type PlannedRun = Pick<Analysis, 'cartridge_type' | 'samples' | 'method'>

/**
 * Find what keeps a run of a file from being the run of a planned analysis: another plate, planned wells without a curve, or
 * channels of the method that were not measured. Wells that the file measured beside the plan do not matter. The page asks the
 * same before it sends the file as the service does.
 */
export function findMisfits(
  run: Pick<ImportPlan, 'cartridge_type' | 'curves' | 'guessed' | 'evaluation'>,
  planned: PlannedRun,
): FaultDetail[] {
  const misfit = (reason: FaultDetail['reason'], message: string, params = {}): FaultDetail[] => [
    { code: 'invalid', message, field: 'file', reason, params },
  ]
  if (run.cartridge_type !== planned.cartridge_type) {
    const params = { file: run.cartridge_type, plan: planned.cartridge_type }
    return misfit('plan_cartridge', 'The plate of the file is not the planned one', params)
  }
  const readings = run.curves.amplification
  const missing = wantedChannels(planned.method.evaluation).filter(
    (name) => !readings.channels.includes(name),
  )
  if (missing.length > 0) {
    const params = { channels: missing.join(', ') }
    return misfit('plan_channels', 'The file has no curves of planned channels', params)
  }
  const unsure = findUnsure(run, planned.method.evaluation)
  if (unsure) return [unsure]
  const wells = planned.samples.flatMap(({ coordinates }) => coordinates)
  const empty = emptyWells(readings, planned.cartridge_type)
  const without = wells.filter((well) => empty.has(well))
  if (without.length === 0) return []
  return misfit('plan_wells', 'The file has no curves of planned wells', {
    wells: without.join(', '),
  })
}

/** Return the channels that the targets of a method are read in. */
function wantedChannels({ targets }: Pick<Evaluation, 'targets'>): string[] {
  return [...new Set(targets.map(({ channel }) => channel))]
}

/**
 * Find out if the curves of one target could be those of another: where the file reads a target of that name in another channel than
 * the method, or where the method reads channels that were given to dyes in the order of the file, as none of them is known. A single
 * such dye is the one that is left, unless its light is known to be none of ours.
 */
export function findUnsure(
  { guessed, evaluation: told }: Pick<ImportPlan, 'guessed' | 'evaluation'>,
  evaluation: Pick<Evaluation, 'targets'>,
): FaultDetail | null {
  const sure = told.targets.filter((one) => !guessed.some(({ channel }) => channel === one.channel))
  for (const { name, channel } of evaluation.targets) {
    const own = sure.filter((one) => plain(one.name) === plain(name))
    if (own.length === 0 || own.some((one) => one.channel === channel)) continue
    return {
      code: 'invalid',
      message: 'The file reads a target in another channel than the method',
      field: 'file',
      reason: 'plan_targets',
      params: { target: name, channel, dye: own[0]?.channel ?? '' },
    }
  }
  const wanted = wantedChannels(evaluation)
  const unsure = guessed.filter(({ channel }) => wanted.includes(channel))
  const isLeft = guessed.length === 1 && !guessed.some(({ dye }) => isOtherLight(dye))
  if (isLeft || unsure.length === 0) return null
  return {
    code: 'invalid',
    message: 'The dyes of the file do not say which curves are of the channels of the method',
    field: 'file',
    reason: 'plan_dyes',
    params: {
      channels: unsure.map(({ channel }) => channel).join(', '),
      dyes: guessed.map(({ dye }) => dye.slice(0, 40) || '-').join(', '),
    },
  }
}

/** Compare names of targets whatever their case, blanks, hyphens and underlines. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')
}

/** Return the names of the wells in which nothing was measured. */
function emptyWells(readings: Readings, type: Analysis['cartridge_type']): Set<string> {
  const shape = cartridges[type]
  const isEmpty = (well: number) =>
    readings.channels.every((_, channel) => curveOf(readings, channel, well).every(Number.isNaN))
  const all = Array.from({ length: shape.rows * shape.columns }, (_, well) => well)
  return new Set(all.filter(isEmpty).map((well) => wellName(shape, well)))
}
