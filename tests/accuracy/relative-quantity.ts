import { readFileSync } from 'node:fs'
import { rankReferences, type ReferenceStability } from '../../workers/plate/reference-stability.ts'
import {
  findRelativeQuantities,
  type RelativeQuantity,
} from '../../workers/plate/relative-quantity.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { hasReference, readReference } from '../support/vendor-csv.ts'

interface Expression {
  genes: string[]
  BM: number[][]
  POOL: number[][]
}

/** Read the Cq of ten reference genes in two kinds of tissue (Vandesompele 2002). */
export function readExpression(): Expression {
  const file = new URL('../fixtures/plate/vandesompele-2002.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Expression
}

/** geNorm of one tissue. */
export function rankTissue(tissue: 'BM' | 'POOL'): ReferenceStability {
  return rankReferences(readExpression()[tissue].map((cqs) => cqs.map((cq) => -cq)))
}

/** Stabilities and variations another implementation printed for the bone marrow samples, 7 digits. */
export const printedBoneMarrow = {
  ranking: ['HPRT1', 'GAPD', 'SDHA', 'TBP', 'HMBS', 'B2M', 'ACTB'],
  stabilities: {
    HPRT1: 0.5160313,
    YWHAZ: 0.5314564,
    RPL13A: 0.5335963,
    UBC: 0.5700961,
    GAPD: 0.6064919,
    SDHA: 0.620147,
    TBP: 0.6397969,
    HMBS: 0.7206013,
    B2M: 0.7747634,
    ACTB: 0.8498739,
  } as Record<string, number>,
  means: [
    0.6362855, 0.5828883, 0.5302283, 0.4999437, 0.4773775, 0.4377282, 0.4067706, 0.3716192,
    0.3492712,
  ],
  variations: [
    0.113745, 0.09767827, 0.08416531, 0.08061944, 0.06813202, 0.067112, 0.07765343, 0.07646901,
  ],
}

/** Sets of c-myc and GAPDH in brain and kidney (ABI User Bulletin 2), and the fold known for kidney. */
const bulletins = [
  { name: 'ct1', fold: 5.637 },
  { name: 'ct2', fold: 5.776 },
]

export interface BulletinCqs {
  brain: { target: number[]; reference: number[] }
  kidney: { target: number[]; reference: number[] }
}

export function readBulletin(name: string): BulletinCqs {
  const rows = readReference(`pcr-R/${name}.csv`)
  const read = (gene: string, from: number) =>
    rows.slice(from, from + 6).map((row) => Number(row[gene]))
  return {
    brain: { target: read('c_myc', 0), reference: read('GAPDH', 0) },
    kidney: { target: read('c_myc', 6), reference: read('GAPDH', 6) },
  }
}

/** c-myc in kidney against brain, normalised to GAPDH. */
export function compareBulletin({ brain, kidney }: BulletinCqs): RelativeQuantity {
  const quantities = findRelativeQuantities(
    [
      { sample: 'brain', target: 'c-myc', cqs: brain.target },
      { sample: 'brain', target: 'GAPDH', cqs: brain.reference },
      { sample: 'kidney', target: 'c-myc', cqs: kidney.target },
      { sample: 'kidney', target: 'GAPDH', cqs: kidney.reference },
    ],
    {
      references: ['GAPDH'],
      calibrators: ['brain'],
      efficiencies: new Map(),
      confidence: 0.95,
      calibratorError: true,
    },
  )
  const found = quantities.find(({ sample }) => sample === 'kidney')
  if (!found) throw new Error('No quantity of the kidney')
  return found
}

/** Calculate the same by the formula of the paper, with the power function of JavaScript. */
export function calculateDirectly({ brain, kidney }: BulletinCqs): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const delta = (one: BulletinCqs['brain']) => mean(one.target) - mean(one.reference)
  return 2 ** -(delta(kidney) - delta(brain))
}

/** ddCq against a direct calculation, geNorm against printed figures. */
export function measureRelativeQuantity(): Figure[] {
  return [...measureFolds(), ...measureStabilities()]
}

function measureFolds(): Figure[] {
  return bulletins.flatMap(({ name, fold }) => {
    if (!hasReference(`pcr-R/${name}.csv`)) return []
    const cqs = readBulletin(name)
    const found = compareBulletin(cqs).fold
    const difference = Math.abs(found / calculateDirectly(cqs) - 1)
    return [
      {
        name: `ddCq ${name}: fold`,
        value: found,
        unit: 'fold',
        bar: `${fold}`,
        ok: Math.abs(found - fold) < 0.0005,
      },
      {
        name: `ddCq ${name}: against a direct calculation`,
        value: difference,
        unit: 'relative',
        bar: '<= 1e-6',
        ok: difference <= 1e-6,
      },
    ]
  })
}

function measureStabilities(): Figure[] {
  const { genes } = readExpression()
  const { steps, variations } = rankTissue('BM')
  const differences = [
    ...genes.map((gene, i) => steps[0]!.stabilities[i]! - printedBoneMarrow.stabilities[gene]!),
    ...printedBoneMarrow.means.map((mean, i) => steps[i]!.mean - mean),
    ...printedBoneMarrow.variations.map((value, i) => variations[i]! - value),
  ]
  const worst = Math.max(...differences.map(Math.abs))
  return [
    {
      name: 'geNorm of the published bone marrow set: M and V, worst of 27',
      value: worst,
      unit: 'log2',
      bar: '<= 1e-6',
      ok: worst <= 1e-6,
    },
  ]
}
