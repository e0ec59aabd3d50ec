import { analyseLinreg } from '../../workers/linreg/linreg.ts'
import { averageEfficiency } from '../../workers/plate/assay-efficiency.ts'
import { flagCurve, type EfficiencyFlag } from '../../workers/plate/efficiency-flags.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { listReference, readRdml, readTabbed, type RdmlRun } from '../support/linreg-reference.ts'
import { hasReference } from '../support/vendor-csv.ts'

const experiments = 'rdmlpython/experiments/untergasser/'
const controls = ['ntc', 'nac', 'ntp', 'nrt', 'opt']

/** Codes of the sentences RDML-Tools writes; those about copies have none. */
const sentences: readonly (readonly [RegExp, EfficiencyFlag])[] = [
  [/^amplification in negative control/, 'amplification_in_negative_control'],
  [/^TD0 found in negative control/, 'take_off_in_negative_control'],
  [/^no amplification/, 'no_amplification'],
  [/^no TD0 found/, 'no_take_off'],
  [/^only .* values in log phase/, 'short_log_phase'],
  [/^baseline error/, 'no_baseline'],
  [/^no plateau/, 'no_plateau'],
  [/^indiv PCR eff is .* < 1.7/, 'low_efficiency'],
  [/^mean PCR eff is .* < 1.7/, 'low_assay_efficiency'],
  [/^PCR efficiency outlier/, 'efficiency_outlier'],
]

/** Compare the flags of the stored experiments with the sentences they were stored with. */
export function measureFlags(): Figure[] {
  let compared = 0
  let equal = 0
  for (const name of listReference(experiments)) {
    const results = `${experiments}${name.replace(/\.rdml$/, '_results.tsv')}`
    if (!name.endsWith('.rdml') || !hasReference(results)) continue
    const rows = readTabbed(results)
    const file = readRdml(experiments + name)
    for (const run of file.runs) {
      const own = rows.filter((row) => row['Run'] === run.run)
      const ours = flagRun(run, (sample) => file.samples.get(sample)?.type ?? 'unkn')
      for (const [curve, flags] of ours.entries()) {
        const row = own.find(({ well, target }) => `${well} ${target}` === run.names[curve])
        if (!row) continue
        compared++
        const theirs = readFlags(`${row['excluded']};${row['note']}`)
        if ([...flags].sort().join() === theirs.sort().join()) equal++
      }
    }
  }
  if (compared === 0) return []
  const value = (100 * equal) / compared
  const name = `LinRegPCR, flags of ${compared} curves: equal to the stored notes`
  return [{ name, value, unit: '% of curves', bar: '>= 99.5', ok: value >= 99.5 }]
}

function flagRun(run: RdmlRun, typeOf: (sample: string) => string): EfficiencyFlag[][] {
  const found = analyseLinreg(run.values, run.names.length, run.points)
  const flags = run.reactions.map((): EfficiencyFlag[] => [])
  for (const curves of Map.groupBy(
    run.reactions.keys(),
    (i) => run.reactions[i]!.target,
  ).values()) {
    const members = curves.map((curve) => {
      const control = controls.includes(typeOf(run.reactions[curve]!.sample))
      return { curve, control, counted: !control && !run.reactions[curve]!.excluded }
    })
    const { efficiency, uses } = averageEfficiency(found, members)
    for (const [i, { curve, control }] of members.entries()) {
      const context = { negativeControl: control, use: uses[i]!, assayEfficiency: efficiency }
      flags[curve] = flagCurve(found, curve, context).filter(
        (flag) => flag !== 'efficiency_above_doubling',
      )
    }
  }
  return flags
}

function readFlags(text: string): EfficiencyFlag[] {
  return text
    .split(';')
    .flatMap((part) => sentences.find(([pattern]) => pattern.test(part))?.[1] ?? [])
}
