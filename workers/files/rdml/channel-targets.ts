import { curveOf } from '../../curves/readings.ts'
import {
  createTarget,
  type ExportRun,
  type ImportedCurves,
  type ImportedWell,
} from '../imported-run.ts'
import { nameWell } from '../plate.ts'

/** RDML knows curves of targets only; the passive reference is written as one with this name. */
const passiveName = 'Passive reference'

/**
 * Return the run with a target for every measured curve that has none: the passive reference, and channels without a
 * target. Wells that have curves and no description are added.
 */
export function coverChannels(run: ExportRun): ExportRun {
  const wells = new Map(
    run.wells.map((well) => [well.well, { ...well, targets: [...well.targets] }]),
  )
  for (const curves of [run.amplification, run.melt]) {
    if (curves) coverCurves(curves, run, wells)
  }
  return { ...run, wells: [...wells.values()].sort((a, b) => a.well - b.well) }
}

function coverCurves(
  { readings }: ImportedCurves,
  run: ExportRun,
  wells: Map<number, ImportedWell>,
): void {
  readings.channels.forEach((channel, index) => {
    for (let at = 0; at < readings.wells; at++) {
      const well = wells.get(at)
      if (well?.targets.some((target) => target.channel === channel)) continue
      if (!curveOf(readings, index, at).some(Number.isFinite)) continue
      const passive = channel === run.passiveReference
      const name = passive ? `${passiveName} ${channel}` : `Channel ${channel}`
      const target = { ...createTarget(name, channel), channel }
      if (well) well.targets.push(target)
      else wells.set(at, createWell(run, at, [target]))
    }
  })
}

function createWell(run: ExportRun, well: number, targets: ImportedWell['targets']): ImportedWell {
  const name = nameWell(run.plate, well)
  return { well, name, sample: '', sampleType: 'unkn', targets }
}

/** Remove the targets of the passive reference from the wells. Return its channel, null when there is none. */
export function takePassiveReference(wells: readonly ImportedWell[]): string | null {
  let passive: string | null = null
  for (const well of wells) {
    well.targets = well.targets.filter(({ target, channel }) => {
      if (channel === null || target !== `${passiveName} ${channel}`) return true
      passive ??= channel
      return passive !== channel
    })
  }
  return passive
}
