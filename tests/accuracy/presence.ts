import type { CallName } from '../../domain/results.ts'
import { wellName } from '../../domain/rules/well.ts'
import { analyse } from '../../workers/run/analyse.ts'
import { plateInput, plateShape, type Figure } from '../support/curve-accuracy.ts'
import { hasReference, readReference } from '../support/vendor-csv.ts'
import { readPlate } from '../support/vendor-plate.ts'
import { uuidOf } from '../support/uuid-of.ts'

const folder = 'allotropy/csv/qs7_pa'
/** The target of the assay; the others of the plate are internal controls. */
const assayTarget = 'Xeno'

export interface PresenceDisputes {
  targets: string[]
  samples: string[]
  controls: string[]
}

/**
 * Compare presence and absence with a vendor's calls on one plate: targets in wells, samples over their wells, and
 * controls without the target. Empty without the data.
 */
export function measurePresence(): Figure[] {
  if (!hasReference(`${folder}_Sample_Call.csv`)) return []
  const { targets, samples, controls } = findPresenceDisputes()
  const figure = (what: string, disputes: readonly string[]): Figure => ({
    name: `qs7_pa: ${what} called otherwise than by the vendor`,
    value: disputes.length,
    unit: 'disputes',
    bar: '<= 0',
    ok: disputes.length === 0,
  })
  return [figure('targets', targets), figure('samples', samples), figure('controls', controls)]
}

/** Find the calls that differ from the vendor's: wells with their target, samples, controls by name. */
export function findPresenceDisputes(): PresenceDisputes {
  const rows = readReference(`${folder}_Target_Call.csv`)
  const calls = readReference(`${folder}_Sample_Call.csv`)
  const named = [...new Set(rows.map((row) => row['Sample'] ?? ''))]
  const controlNames = new Set(
    rows.filter((row) => row['Task'] === 'NTC').map((row) => row['Sample'] ?? ''),
  )
  const plate = readPlate('qs7_pa', 'ROX')
  const input = plateInput(plate)
  const samples = named.map((name, index) => ({
    uuid: uuidOf(index),
    sample_type: controlNames.has(name) ? ('ntc' as const) : ('unknown' as const),
    coordinates: [
      ...new Set(rows.filter((row) => row['Sample'] === name).map((row) => row['Well'] ?? '')),
    ],
  }))
  const targets = input.evaluation.targets.map((target) => ({
    ...target,
    role: target.name === assayTarget ? ('target' as const) : ('internal control' as const),
  }))
  const controls = { ...input.evaluation.controls, ntc_clean: true }
  const evaluation = { ...input.evaluation, targets, controls }
  const results = analyse({ ...input, evaluation, samples })
  const wellCalls = new Map(results.wells.map((one) => [`${one.well} ${one.target}`, one.call]))
  const sampleCalls = new Map(
    results.samples.map((one) => [`${one.sample_uuid} ${one.target}`, one.call]),
  )
  const wellsOf = new Set(plate.curves.map(({ well, target }) => keyOf(well, target)))
  return {
    targets: rows.flatMap((row) => {
      const key = `${row['Well']} ${row['Target']}`
      const call = wellsOf.has(key) ? wellCalls.get(key) : undefined
      return agrees(call, row['Call']) ? [] : [`${key} ${call ?? 'missing'}`]
    }),
    samples: calls.flatMap((row) => {
      const name = row['Sample'] ?? ''
      const call = sampleCalls.get(`${uuidOf(named.indexOf(name))} ${assayTarget}`)
      return agrees(call, row['Call']) ? [] : [`${name} ${call ?? 'missing'}`]
    }),
    controls: results.controls.flatMap(({ rule, ok, wells }) =>
      ok ? [] : [`${rule} ${wells.join(' ')}`],
    ),
  }
}

function agrees(call: CallName | undefined, vendor: string | undefined): boolean {
  return call === (vendor === 'Presence' ? 'detected' : 'not_detected')
}

function keyOf(well: number, target: string): string {
  return `${wellName(plateShape, well)} ${target}`
}
