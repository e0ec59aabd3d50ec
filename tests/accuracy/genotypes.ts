import { readFileSync } from 'node:fs'
import type { Genotype } from '../../workers/plate/genotype-clusters.ts'
import {
  type AlleleEndPoint,
  findGenotypes,
  type GenotypePlate,
} from '../../workers/plate/genotypes.ts'
import type { Figure } from '../support/curve-accuracy.ts'

type Truth = Genotype | 'none' | 'mixture'

export interface TypedPlate {
  wells: AlleleEndPoint[]
  truth: Truth[]
}

/** Thresholds of a typical assay in dRn: below both nothing amplified. */
const settings = { least: [0.2, 0.2] as const }

/** Read a vendor's SNP plate, 96 wells; `withControls` keeps the known genotypes of the plate's controls. */
export function readSnpPlate(withControls: boolean): TypedPlate {
  const file = new URL('../fixtures/plate/qs7-snp.json', import.meta.url)
  const rows = JSON.parse(readFileSync(file, 'utf8')) as [string, string, number, number, Truth][]
  const controls: Record<string, AlleleEndPoint['control']> = {
    NTC: 'ntc',
    PC_ALLELE_1: 'allele_1',
    PC_ALLELE_2: 'allele_2',
    PC_ALLELE_BOTH: 'heterozygote',
  }
  return {
    wells: rows.map(([, task, first, second]) => ({
      first,
      second,
      control: withControls ? (controls[task] ?? null) : null,
    })),
    truth: rows.map(([, , , , call]) => call),
  }
}

export function genotype(plate: TypedPlate): GenotypePlate {
  return findGenotypes(plate.wells, settings)
}

export interface Tally {
  wells: number
  right: number
  /** Called as something they are not: never acceptable. */
  wrong: number
  review: number
  /** Mixtures of two genotypes, and of them those called as one. */
  mixtures: number
  mixturesCalled: number
}

export function tally(plates: readonly TypedPlate[]): Tally {
  const result: Tally = { wells: 0, right: 0, wrong: 0, review: 0, mixtures: 0, mixturesCalled: 0 }
  for (const plate of plates) {
    for (const [well, found] of genotype(plate).wells.entries()) {
      if (plate.truth[well] === 'mixture') {
        result.mixtures++
        if (found.call !== 'review') result.mixturesCalled++
        continue
      }
      result.wells++
      if (found.call === 'review') result.review++
      else if ((found.genotype ?? 'none') === plate.truth[well]) result.right++
      else result.wrong++
    }
  }
  return result
}

/** List parts of the vendor's plate: every choice of genotypes on it, with and without the blanks and controls. */
export function listPartialPlates(withControls: boolean): TypedPlate[] {
  const whole = readSnpPlate(withControls)
  const choices: Genotype[][] = [
    ['allele_1', 'heterozygote'],
    ['heterozygote', 'allele_2'],
    ['allele_1', 'allele_2'],
    ['allele_1'],
    ['heterozygote'],
    ['allele_2'],
  ]
  return choices.map((choice) =>
    keepWells(whole, (truth) => truth === 'none' || choice.some((one) => one === truth)),
  )
}

/** Spread the plate's wells over small cartridges of `size` wells. */
export function dealOut(plate: TypedPlate, size: number): TypedPlate[] {
  const count = Math.floor(plate.wells.length / size)
  return Array.from({ length: count }, (_, i) =>
    keepWells(plate, (_truth, well) => well % count === i),
  )
}

function keepWells(plate: TypedPlate, keeps: (truth: Truth, well: number) => boolean): TypedPlate {
  const kept = plate.truth.flatMap((truth, well) => (keeps(truth, well) ? [well] : []))
  return {
    wells: kept.map((well) => plate.wells[well]!),
    truth: kept.map((well) => plate.truth[well]!),
  }
}

export interface MadePlates {
  sizes: readonly number[]
  /** Relative noise of the amplitudes. */
  noise: number
  /** Part of wells that are a mixture of two genotypes, which must not be called. */
  mixtures: number
  controls: boolean
}

/** Make plates over channel scales, crosstalk, heterozygote amplitudes and missing genotypes, seeded. */
export function makePlates(count: number, made: MadePlates, random: () => number): TypedPlate[] {
  const between = (low: number, high: number) => low + (high - low) * random()
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Array.from({ length: count }, (_, at) => {
    const size = made.sizes[at % made.sizes.length]!
    const scale = [between(1, 8), between(1, 8)] as const
    const leak = [between(0, 0.28), between(0, 0.28)] as const
    const half = [between(0.55, 1), between(0.55, 1)] as const
    const shares = [random(), random(), random()].map((share) => (share < 0.25 ? 0 : share))
    const light: Record<Truth, readonly [number, number]> = {
      none: [0.01, 0.01],
      mixture: [0, 0],
      allele_1: [1, leak[1]],
      heterozygote: half,
      allele_2: [leak[0], 1],
    }
    const plate: TypedPlate = { wells: [], truth: [] }
    const add = (truth: Truth, control: AlleleEndPoint['control'], mix = 0) => {
      const bright = 1 + made.noise * gauss()
      const value = (i: 0 | 1) => {
        const pure = light[truth][i]
        const other = light['heterozygote'][i]
        return (
          scale[i] *
          ((pure + mix * (other - pure)) * bright * (1 + (made.noise / 2) * gauss()) +
            0.005 * gauss())
        )
      }
      plate.wells.push({ first: value(0), second: value(1), control })
      plate.truth.push(truth)
    }
    add('none', 'ntc')
    if (made.controls) for (const name of genotypes) add(name, name)
    while (plate.wells.length < size) {
      const pick = random() * shares.reduce((sum, share) => sum + share, 1e-9)
      const index = pick < shares[0]! ? 0 : pick < shares[0]! + shares[1]! ? 1 : 2
      if (random() < made.mixtures) {
        add(random() < 0.5 ? 'allele_1' : 'allele_2', null, between(0.35, 0.6))
        plate.truth[plate.truth.length - 1] = 'mixture'
      } else add(genotypes[index]!, null)
    }
    return plate
  })
}

const genotypes = ['allele_1', 'heterozygote', 'allele_2'] as const

/** Make a small seeded generator, the same everywhere (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Measure the genotypes of a vendor's plate, of parts of it, and of made plates. */
export function measureGenotypes(): Figure[] {
  const whole = tally([readSnpPlate(true)])
  const small = [9, 16, 36].flatMap((size) => dealOut(readSnpPlate(false), size))
  const made = (controls: boolean, mixtures: number) =>
    makePlates(400, { sizes: [9, 16, 36, 96], noise: 0.05, mixtures, controls }, seeded(7))
  return [
    limit("SNP plate of 96 wells: calls other than the vendor's", 96 - whole.right, 'wells', 0),
    ...rates('parts of it with genotypes missing, controls known', listPartialPlates(true)),
    ...rates('parts of it with genotypes missing, controls unknown', listPartialPlates(false)),
    ...rates('dealt to cartridges of 9, 16, 36', small),
    ...rates('400 made plates with controls', made(true, 0)),
    ...rates('400 made plates without controls', made(false, 0)),
    ...rates('400 made plates with one well in ten a mixture', made(true, 0.1)),
  ]
}

function rates(name: string, plates: readonly TypedPlate[]): Figure[] {
  const { wells, wrong, review, mixtures, mixturesCalled } = tally(plates)
  const called = (100 * mixturesCalled) / mixtures
  const mixed: Figure[] =
    mixtures === 0
      ? []
      : [
          {
            name: `genotypes, ${name}: mixtures called`,
            value: called,
            unit: '% of mixtures',
            bar: '',
            ok: null,
          },
        ]
  return [
    ...mixed,
    limit(`genotypes, ${name}: wrong calls`, (100 * wrong) / wells, '% of wells', 0.1),
    {
      name: `genotypes, ${name}: review`,
      value: (100 * review) / wells,
      unit: '% of wells',
      bar: '',
      ok: null,
    },
  ]
}

function limit(name: string, value: number, unit: string, most: number): Figure {
  return { name, value, unit, bar: `<= ${most}`, ok: value <= most }
}
