import { analyseLinreg } from '../../workers/linreg/linreg.ts'
import { averageEfficiency } from '../../workers/plate/assay-efficiency.ts'
import { estimateCopies, type LimitingFactor } from '../../workers/plate/starting-quantity.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import {
  listReference,
  readRdml,
  readText,
  type RdmlFile,
  type RdmlRun,
} from '../support/linreg-reference.ts'
import { hasReference } from '../support/vendor-csv.ts'

const stored = 'rdmlpython/test/stored_results_test.json'
const experiments = 'rdmlpython/experiments/untergasser/'
/** Beyond it there are no copies, and nothing is stored. */
const mostEfficiency = 2.3
const controls = ['ntc', 'nac', 'ntp', 'nrt', 'opt']

/** Means of one sample with one target, of the reactions that gave copies. */
interface Group {
  run: RdmlRun
  target: string
  sample: string
  efficiency: number
  td0: number
  copies: number
}

/** Key of a stored result without its last part, by file. */
const keys: Record<string, (group: Group) => string[]> = {
  quantification_methods: ({ target, sample }) =>
    ['A', 'B', 'C', 'D', 'E'].map((part) => `Test_QUANT_METH_${part}_${target}_${sample}`),
  large_DNA_dilutions: ({ run, target, sample }) => [
    `Large_DNA_Dil_${run.run.startsWith('P10') ? 'A' : 'B'}_*_${target}_${sample}`,
  ],
  own_mix_a: ({ target }) => [
    `Test_OWNMIX_A_${target.replace('DMSO ', '').replace(' - Mg ', '_')}`,
  ],
  own_mix_b: ({ target }) => {
    const [, dye, part, protein] = /^(SYBR|Sigma) 1:(\d+)( BSA)?$/.exec(target) ?? []
    if (!dye) return []
    return [`Test_OWNMIX_B_${dye === 'SYBR' && !protein ? 'No_BSA' : dye}_${part}`]
  },
  eva_green_a: ({ target }) => [`Test_EVAGREEN_A_${target.replaceAll(' ', '_')}`],
  probes: ({ run, target }) =>
    run.run.startsWith('P8') ? [`probe_prim_prob_${target.replaceAll(' ', '_')}`] : [],
}

/** Compare results that RDML-Tools keeps for its own test, where the data behind them are at hand. */
export function measureStoredResults(): Figure[] {
  if (!hasReference(stored)) return []
  const wanted = JSON.parse(readText(stored)) as Record<string, number>
  let compared = 0
  let equal = 0
  for (const file of listReference(experiments)) {
    const write = keys[file.replace(/\.rdml$/, '')]
    if (!write || !file.endsWith('.rdml')) continue
    for (const group of groupFile(readRdml(experiments + file))) {
      for (const key of write(group)) {
        for (const [name, value, precision] of nameValues(key, group)) {
          const theirs = wanted[name]
          if (theirs === undefined) continue
          compared++
          const ours = Number.isNaN(value) ? -1 : value
          if (Math.abs(ours - theirs) <= precision * Math.max(1, Math.abs(theirs))) equal++
        }
      }
    }
  }
  return compared === 0
    ? []
    : [
        {
          name: `LinRegPCR, ${compared} stored means of TD0, efficiency and copies: equal ones`,
          value: (100 * equal) / compared,
          unit: '%',
          bar: '>= 99.5',
          ok: equal >= 0.995 * compared,
        },
      ]
}

/** Name a group's stored values; a star is replaced by the kind of value. */
function nameValues(key: string, group: Group): [name: string, value: number, precision: number][] {
  const at = (kind: string) => (key.includes('*') ? key.replace('*', kind) : `${key}_${kind}`)
  // Look up the mean efficiency without the sample, as it is stored.
  const whole = at('PCReff').replace(`_${group.sample}`, '')
  const values: [string, number, number][] = [
    [at('TD0'), group.td0, 1e-9],
    [whole, group.efficiency < mostEfficiency ? group.efficiency : Number.NaN, 1e-9],
  ]
  // Leave out that experiment's stored copies with a saturating dye, which also scale with the length of the product.
  const scaled = key.startsWith('Test_QUANT') && /^FSTL_1_._\d+$/.test(group.target)
  if (!scaled) values.push([at('Ncopy'), group.copies, 1e-6])
  return values
}

function groupFile(file: RdmlFile): Group[] {
  return file.runs.flatMap((run) => {
    const found = analyseLinreg(run.values, run.names.length, run.points)
    return [...new Set(run.reactions.map(({ target }) => target))].flatMap((target) => {
      const curves = [...run.reactions.keys()].filter((i) => run.reactions[i]!.target === target)
      const members = curves.map((curve) => {
        const { sample, excluded } = run.reactions[curve]!
        const type = file.samples.get(sample)?.type ?? 'unkn'
        return { curve, counted: !excluded && !controls.includes(type) }
      })
      const { efficiency } = averageEfficiency(found, members)
      const samples = [...new Set(curves.map((curve) => run.reactions[curve]!.sample))]
      return samples.map((sample) => {
        const copied = curves.flatMap((curve) => {
          const reaction = run.reactions[curve]!
          if (reaction.sample !== sample) return []
          const td0 = found.td0[curve]!
          const volume = reaction.volume > 0 ? reaction.volume : run.columns < 13 ? 20 : 10
          const single = file.samples.get(sample)?.doubleStranded !== true
          const copies = estimateCopies(td0, efficiency, limitOf(file, target), volume, single)
          return copies > 0 ? [[td0, copies] as const] : []
        })
        const mean = (at: 0 | 1) => copied.reduce((sum, one) => sum + one[at], 0) / copied.length
        return { run, target, sample, efficiency, td0: mean(0), copies: mean(1) }
      })
    })
  })
}

/** Read the reaction conditions of a target, with the defaults of RDML-Tools. */
function limitOf(file: RdmlFile, target: string): LimitingFactor {
  const { dye, amplicon, primer } = file.targets.get(target) ?? {}
  const { chemistry, concentration } = file.dyes.get(dye ?? '') ?? {}
  const scarcer = primer !== undefined && primer > 0 ? primer : 250
  if (chemistry === 'saturating DNA binding dye') return { kind: 'saturating dye', primer: scarcer }
  if (chemistry === 'hydrolysis probe') return { kind: 'probe', primer: scarcer }
  return {
    kind: 'dye',
    concentration: concentration !== undefined && concentration > 0 ? concentration : 400,
    amplicon: amplicon !== undefined && amplicon > 30 ? amplicon : 100,
  }
}
