import { describe, expect, test } from 'vitest'
import { type AlleleEndPoint, findGenotypes } from '../../workers/plate/genotypes.ts'
import {
  dealOut,
  genotype,
  listPartialPlates,
  measureGenotypes,
  readSnpPlate,
  tally,
} from '../accuracy/genotypes.ts'

const settings = { least: [0.2, 0.2] as const }

function wells(...values: [number, number, AlleleEndPoint['control']?][]): AlleleEndPoint[] {
  return values.map(([first, second, control = null]) => ({ first, second, control }))
}

const calls = (list: AlleleEndPoint[]) =>
  findGenotypes(list, settings).wells.map(
    ({ genotype: name, call, doubt }) => doubt ?? name ?? call,
  )

describe('end-point genotypes', () => {
  test('every figure within its bar', () => {
    expect(measureGenotypes().filter(({ ok }) => ok === false)).toEqual([])
  })

  test.each([true, false])(
    'a real SNP plate as the vendor called it, controls known: %s',
    (known) => {
      expect(tally([readSnpPlate(known)])).toMatchObject({
        wells: 96,
        right: 96,
        wrong: 0,
        review: 0,
      })
      const { clusters } = genotype(readSnpPlate(known))
      expect(clusters.map((one) => `${one.genotype} ${one.wells.length}`)).toEqual([
        'allele_1 32',
        'heterozygote 24',
        'allele_2 32',
      ])
    },
  )

  test('parts of the plate: with controls every one is named, without none is named wrongly', () => {
    expect(tally(listPartialPlates(true))).toMatchObject({ wrong: 0, review: 0 })
    expect(tally(listPartialPlates(false)).wrong).toBe(0)
    for (const size of [9, 16, 36]) expect(tally(dealOut(readSnpPlate(false), size)).wrong).toBe(0)
  })

  test('brightness of a channel does not matter', () => {
    const plate = readSnpPlate(false)
    const dim = plate.wells.map((well) => ({ ...well, second: 0.35 * well.second }))
    const names = findGenotypes(dim, { least: [0.2, 0.05] }).wells.map(
      (one) => one.genotype ?? 'none',
    )
    expect(names).toEqual(plate.truth)
  })

  test('wells between clusters, faint ones and gaps are for review, never the nearest genotype', () => {
    const list = wells(
      [0.02, 0.03, 'ntc'],
      ...[4.5, 4.6, 4.4, 4.55].map((x): [number, number] => [x, 0.4]),
      ...[5.9, 6.1, 6, 6.2].map((y): [number, number] => [0.3, y]),
      ...[5.8, 5.6, 6].map((y): [number, number] => [4.2, y]),
      [4.4, 1.4],
      [1.6, 0.3],
      [Number.NaN, 5],
      [0.02, 0.02],
    )
    const found = calls(list)
    expect(found.slice(0, 12)).toEqual([
      'not_amplified',
      ...Array.from({ length: 4 }, () => 'allele_1'),
      ...Array.from({ length: 4 }, () => 'allele_2'),
      ...Array.from({ length: 3 }, () => 'heterozygote'),
    ])
    expect(['between_clusters', 'cluster_unnamed']).toContain(found[12])
    expect(['weak', 'between_clusters', 'cluster_unnamed']).toContain(found[13])
    expect(found[14]).toBe('not_measured')
    expect(found[15]).toBe('not_amplified')
  })

  // Give each allele the same light whatever the other is; crosstalk turns all angles to one side.
  const turned = (counts: readonly [number, number, number], leak: number) =>
    counts.flatMap((count, kind) =>
      Array.from({ length: count }, (_, i): [number, number] => {
        const first = kind === 2 ? 0.1 : 5
        const second = kind === 0 ? 0.1 : kind === 1 ? 2.2 : 5
        const light = 0.8 + (i % 7) / 15
        return [light * first, light * (second + leak * first)]
      }),
    )

  test('issue 15: three clear clusters are named by their order where angles do not tell', () => {
    const found = calls(wells(...turned([20, 36, 40], 0.4)))
    expect(found).toEqual([
      ...Array.from({ length: 20 }, () => 'allele_1'),
      ...Array.from({ length: 36 }, () => 'heterozygote'),
      ...Array.from({ length: 40 }, () => 'allele_2'),
    ])
  })

  test('issue 15: nothing is named by order that a control contradicts, nor two clusters alone', () => {
    const three = wells(...turned([20, 36, 40], 0.4))
    three[0] = { ...three[0]!, control: 'heterozygote' }
    expect(calls(three)).not.toContain('allele_1')
    const two = calls(wells(...turned([0, 36, 40], 0.4)))
    expect(two.slice(0, 36)).not.toContain('allele_1')
    expect(two.slice(36)).not.toContain('heterozygote')
  })

  test('a lone cluster is named by a control or a dark channel, else not at all', () => {
    const both = Array.from({ length: 8 }, (_, i): [number, number] => [4 + i / 20, 3 + i / 20])
    expect(new Set(calls(wells(...both)))).toEqual(new Set(['cluster_unnamed']))
    expect(new Set(calls(wells(...both, [4.1, 3.1, 'heterozygote'])))).toEqual(
      new Set(['heterozygote']),
    )
    const dark = both.map(([x]): [number, number] => [x, 0.05])
    expect(new Set(calls(wells(...dark)))).toEqual(new Set(['allele_1']))
  })

  test('a blank that amplified and a control of another genotype are in doubt', () => {
    const plate = readSnpPlate(true)
    plate.wells[0] = { first: 4.4, second: 6.2, control: 'ntc' }
    const wrong = plate.wells.findIndex(({ control }) => control === 'allele_1')
    plate.wells[wrong] = { first: 0.8, second: 6.7, control: 'allele_1' }
    const found = genotype(plate).wells
    expect(found[0]).toMatchObject({ genotype: null, call: 'review', doubt: 'ntc_amplified' })
    expect(found[wrong]?.call).toBe('review')
    const names = found.map(
      (one, well) => one.call === 'called' && one.genotype !== plate.truth[well],
    )
    expect(names.filter(Boolean)).toEqual([])
  })

  test('an empty plate and one where nothing amplified', () => {
    expect(findGenotypes([], settings)).toEqual({ wells: [], clusters: [] })
    expect(new Set(calls(wells([0.01, 0.02], [0.03, 0], [0.02, 0.02, 'ntc'])))).toEqual(
      new Set(['not_amplified']),
    )
  })
})
