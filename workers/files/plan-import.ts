import { cartridges, type CartridgeName } from '../../domain/catalog/cartridges.ts'
import { usualNtcDistance } from '../../domain/entities/evaluation-recipe.ts'
import { asLine, asLines, asName } from '../../domain/rules/plain-text.ts'
import { wellName } from '../../domain/rules/well.ts'
import type { RunCurves } from '../run/blob.ts'
import { createReadings, curveOf, temperaturesOf, type Readings } from '../curves/readings.ts'
import type { ImportPlan, ToldRun } from './import-plan.ts'
import type { ImportedCurves, ImportedRun, ImportedWell } from './imported-run.ts'
import { chooseChannels, type Channel } from './plan-channels.ts'
import { asIsothermal, findIsothermalAssay, timedAssay } from './plan-assay.ts'
import { findMixes, nameRules, planExclusions, planSamples } from './plan-layout.ts'
import { findAlleles, planProcess, planTargets } from './plan-method.ts'
import { chooseCartridge, placeWell } from './place-on-plate.ts'
import { refuseFile } from './refuse-file.ts'

/**
 * Fit an imported run to a cartridge, its dyes to channels and its reactions to samples and targets.
 * Thresholds and baselines are taken over where the file states one for all wells of a target; from
 * curves that are baseline-subtracted no baseline is subtracted again. A run of an archive of ours comes with its plan;
 * only its samples get ids of their own, by which nothing else is found.
 *
 * @param newUuid makes the samples' ids.
 * @throws Fault `plate_without_cartridge`, `results_without_curves`, `melt_without_amplification`, `too_many_channels`, `too_many_targets`.
 */
export function planImport(run: ImportedRun, newUuid: () => string): ImportPlan {
  const { amplification, plan } = run
  if (plan) {
    return {
      ...plan,
      samples: plan.samples.map((one) => ({ ...one, uuid: newUuid() })),
      source: asLines(plan.source),
      ...(plan.told && { told: tellInLines(plan.told) }),
    }
  }
  if (!amplification)
    throw refuseFile(run.melt ? 'melt_without_amplification' : 'results_without_curves')
  const { plate } = run
  const cartridge_type = chooseCartridge(plate)
  if (!cartridge_type) {
    throw refuseFile('plate_without_cartridge', {}, { rows: plate.rows, columns: plate.columns })
  }
  const place = (well: number) => placeWell(plate, cartridge_type, well)
  const channels = chooseChannels(run)
  const curves: RunCurves = {
    amplification: placeCurves(amplification, cartridge_type, channels, place),
    melt: run.melt && placeCurves(run.melt, cartridge_type, channels, place),
  }
  const ruleOf = nameRules(run)
  const mixes = findMixes(run, ruleOf)
  const nameOf = (well: ImportedWell) => wellName(cartridges[cartridge_type], place(well.well))
  const passive = amplification.state === 'raw' || amplification.state === 'compensated'
  const passiveChannel = run.passiveReference ? channels.get(run.passiveReference) : undefined
  const { process, given } = planProcess(run, curves)
  const assay = given ? findIsothermalAssay(process) : timedAssay(run)
  const longest =
    assay?.kind === 'isothermal' ? curves.amplification.points * assay.minutes_per_reading : null
  const planned = planTargets(run, ruleOf, mixes, channels)
  const targets = longest === null ? planned : planned.map((one) => asIsothermal(one, longest))
  const genotypes = assay ? [] : findAlleles(targets).slice(0, 12)
  const samples = planSamples(run, mixes, nameOf, newUuid)
  const levels = new Set(samples.flatMap(({ quantity }) => quantity ?? []))
  return {
    cartridge_type,
    samples,
    exclusions: run.wells.flatMap((well) => planExclusions(well, nameOf(well), ruleOf)),
    process,
    evaluation: {
      ...(assay && { assay }),
      targets,
      passive_reference: (passive && passiveChannel?.name) || null,
      controls: {
        ntc_clean: true,
        ntc_distance: usualNtcDistance,
        positive_detected: true,
        internal_control: false,
      },
      ...(genotypes.length > 0 && { genotypes }),
      ...(levels.size > 1 && { quantification: { method: 'standard_curve' as const } }),
      variables: [],
    },
    curves,
    guessed: [...channels.values()].flatMap(({ name, dye, isGuessed }) =>
      isGuessed ? [{ channel: name, dye }] : [],
    ),
    source: asLines({
      format: run.source.format,
      format_version: run.source.version,
      software: [run.source.software, run.source.softwareVersion].filter(Boolean).join(' '),
      instrument: run.source.instrument,
      run: [run.experiment, run.name].filter(Boolean).join(' / '),
      curves: amplification.state,
      dyes: [...channels.values()].map(({ name, dye }) => ({ channel: name, dye })),
      programme_given: given,
      notices: run.notices.length,
    }),
  }
}

/** Tidy the facts that are single lines; the notebook has several, and is checked with the record. */
function tellInLines(told: ToldRun): ToldRun {
  return { ...told, recipe_name: asName(told.recipe_name), end_reason: asLine(told.end_reason) }
}

function placeCurves(
  { readings }: ImportedCurves,
  cartridge: CartridgeName,
  channels: ReadonlyMap<string, Channel>,
  place: (well: number) => number,
): Readings {
  const { rows, columns } = cartridges[cartridge]
  const names = readings.channels.map((file) => channels.get(file)!.name)
  const placed = createReadings(names, rows * columns, readings.points)
  const shared = readings.temperatures.length === readings.points
  if (shared) placed.temperatures.set(readings.temperatures)
  else placed.temperatures = new Float64Array(rows * columns * readings.points).fill(Number.NaN)
  for (let well = 0; well < readings.wells; well++) {
    const to = place(well)
    if (!shared) temperaturesOf(placed, to).set(temperaturesOf(readings, well))
    for (let channel = 0; channel < names.length; channel++) {
      curveOf(placed, channel, to).set(curveOf(readings, channel, well))
    }
  }
  return placed
}
