import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import type { TargetRule } from '../../../../domain/entities/evaluation-recipe.ts'
import type { WellResult } from '../../../../domain/results.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import { minutesPerReading } from '../../../../domain/rules/assay-kind.ts'
import { correctedSigns, curveUnit } from '../../../../domain/rules/curve-unit.ts'
import { wellOf } from '../../../../workers/curves/correct.ts'
import {
  curveOf,
  findChannel,
  type Readings,
  temperaturesOf,
} from '../../../../workers/curves/readings.ts'
import { differentiateSmoothly } from '../../../../workers/melt/smooth-slope.ts'
import { compensateRun, correctCurves, findReference } from '../../../../workers/run/measure-run.ts'
import { type Curve, curvePicture } from '../page/curve-picture.ts'
import type { Picture } from '../page/pictures.ts'
import { platePicture, type PlateWell } from '../page/plate-picture.ts'
import type { ShapeText } from '../type/shape-text.ts'
import { isControl, isExcluded, type ReportFacts, samplesById, shownCall } from './report-facts.ts'

/** Curves so few that each has its well's name beside it. */
const mostNamed = 10

/** Make one plate for each target that is shown, with the result and Cq of each well. */
export function plates(facts: ReportFacts, shape: ShapeText): Picture[] {
  const { say, record } = facts
  const samples = samplesById(facts)
  const { rows, columns } = cartridges[record.cartridge_type]
  return shownTargets(facts).map(({ target, wells }) => {
    const entries = wells.map((one): [string, PlateWell] => {
      const sample = samples.get(one.sample_uuid ?? '')
      const look = {
        sample: sample?.name ?? '',
        isControl: isControl(sample),
        isExcluded: isExcluded(one),
      }
      return [
        one.well,
        {
          ...look,
          call: shownCall(facts, one.sample_uuid, one.call),
          number: one.cq === null ? '' : say.number(one.cq, 2),
        },
      ]
    })
    return platePicture({
      title: titleOf(target),
      alt: say.word('plate.of', { target: target.name }),
      rows,
      columns,
      wells: new Map(entries),
      shape,
    })
  })
}

/**
 * Draw the curves that the results were read from: over the baselines of the recipe, with the thresholds that were
 * used.
 */
export function amplification(facts: ReportFacts, shape: ShapeText): Picture[] {
  const { say, results, curves } = facts
  if (!curves) return []
  const { evaluation } = results
  const readings = compensateRun(curves.amplification, evaluation)
  const passive = findReference(readings, evaluation)
  const minutes = minutesPerReading(evaluation)
  return shownTargets(facts).flatMap(({ target, wells }) => {
    const channel = findChannel(readings, target.channel)
    if (channel < 0) return []
    const { corrected } = correctCurves(readings, channel, passive, target.baseline, evaluation)
    const cycles = Array.from(
      { length: readings.points },
      (_, point) => (point + 1) * (minutes ?? 1),
    )
    const own = curvesOf(facts, wells, (index) => ({
      x: cycles,
      y: wellOf(corrected, index, readings.points),
    }))
    const thresholds = [...new Set(wells.flatMap(({ threshold }) => threshold ?? []))].slice(0, 4)
    const threshold = thresholds.map((value) => say.signal(value)).join(' / ') || '–'
    return curvePicture({
      title: titleOf(target),
      alt: say.word('curves.of', { target: target.name, count: own.length, threshold }),
      curves: own,
      thresholds: thresholds.map((value) => ({ value, text: say.signal(value) })),
      band: null,
      xTitle: say.word(minutes === null ? 'axis.cycle' : 'axis.time'),
      yTitle: correctedSigns[curveUnit(evaluation, facts.record.source?.curves)],
      isNamed: own.length <= mostNamed,
      shape,
      number: say.number,
    })
  })
}

/**
 * Draw the melting curves of the targets that were melted, as their negative slope; the peak belongs into the grey
 * band.
 */
export function melting(facts: ReportFacts, shape: ShapeText): Picture[] {
  const { say, curves, results } = facts
  if (!curves?.melt) return []
  const melt = compensateRun(curves.melt, results.evaluation)
  return shownTargets(facts).flatMap(({ target, wells }) => {
    const channel = findChannel(melt, target.channel)
    if (channel < 0) return []
    const own = curvesOf(facts, wells, (index) => slopeOf(melt, channel, index))
    return curvePicture({
      title: titleOf(target),
      alt: say.word('melt.of', { target: target.name, count: own.length }),
      curves: own,
      thresholds: [],
      band: target.tm ? [target.tm.min, target.tm.max] : null,
      xTitle: say.word('axis.temperature'),
      yTitle: '−dF/dT',
      isNamed: own.length <= mostNamed,
      shape,
      number: say.number,
    })
  })
}

function slopeOf(melt: Readings, channel: number, index: number): Pick<Curve, 'x' | 'y'> {
  const x = temperaturesOf(melt, index)
  const y = new Float64Array(melt.points)
  differentiateSmoothly(x, curveOf(melt, channel, index), y)
  return { x, y }
}

function curvesOf(
  facts: ReportFacts,
  wells: readonly WellResult[],
  read: (index: number) => Pick<Curve, 'x' | 'y'>,
): Curve[] {
  const shape = cartridges[facts.record.cartridge_type]
  return wells.flatMap((one) => {
    const index = wellIndex(shape, one.well)
    return index < 0 || isExcluded(one)
      ? []
      : [{ well: one.well, call: shownCall(facts, one.sample_uuid, one.call), ...read(index) }]
  })
}

/** Return the targets with results, with their wells. */
function shownTargets({ results }: ReportFacts): { target: TargetRule; wells: WellResult[] }[] {
  return results.evaluation.targets.flatMap((target) => {
    const wells = results.wells.filter((one) => one.target === target.name)
    return wells.length === 0 ? [] : [{ target, wells }]
  })
}

function titleOf({ name, channel }: TargetRule): string {
  return `${name} (${displayName(channel)})`
}
