import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
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
  run: Pick<ImportPlan, 'cartridge_type' | 'curves'>,
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
  const missing = wantedChannels(planned).filter((name) => !readings.channels.includes(name))
  if (missing.length > 0) {
    const params = { channels: missing.join(', ') }
    return misfit('plan_channels', 'The file has no curves of planned channels', params)
  }
  const wells = planned.samples.flatMap(({ coordinates }) => coordinates)
  const empty = emptyWells(readings, planned.cartridge_type)
  const without = wells.filter((well) => empty.has(well))
  if (without.length === 0) return []
  return misfit('plan_wells', 'The file has no curves of planned wells', {
    wells: without.join(', '),
  })
}

/** Return the channels that the method's targets are read in. */
function wantedChannels({ method }: PlannedRun): string[] {
  return [...new Set(method.evaluation.targets.map(({ channel }) => channel))]
}

/** Return the names of the wells in which nothing was measured. */
function emptyWells(readings: Readings, type: Analysis['cartridge_type']): Set<string> {
  const shape = cartridges[type]
  const isEmpty = (well: number) =>
    readings.channels.every((_, channel) => curveOf(readings, channel, well).every(Number.isNaN))
  const all = Array.from({ length: shape.rows * shape.columns }, (_, well) => well)
  return new Set(all.filter(isEmpty).map((well) => wellName(shape, well)))
}
