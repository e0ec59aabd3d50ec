import { findGenotypes, type GenotypeCall } from '../../../workers/plate/genotypes.ts'
import type { Genotype } from '../../../workers/plate/genotype-clusters.ts'
import { Chart } from '../chart.ts'
import { readJson } from '../data.ts'
import { colours, writePicture } from '../svg.ts'

type SnpRow = [well: string, task: string, first: number, second: number, call: string]

const controls: Readonly<Record<string, 'ntc' | Genotype>> = {
  NTC: 'ntc',
  PC_ALLELE_1: 'allele_1',
  PC_ALLELE_2: 'allele_2',
  PC_ALLELE_BOTH: 'heterozygote',
}

const kinds = [
  { kind: 'allele_1', name: 'allele 1 / allele 1', colour: colours.blue },
  { kind: 'heterozygote', name: 'allele 1 / allele 2', colour: colours.purple },
  { kind: 'allele_2', name: 'allele 2 / allele 2', colour: colours.green },
  { kind: 'not amplified', name: 'no amplification', colour: colours.grey },
  { kind: 'review', name: 'review', colour: colours.orange },
] as const

/** End points of two alleles, by what each well was called. */
export function drawGenotypes(): string {
  const rows = readJson<SnpRow[]>('../../tests/fixtures/plate/qs7-snp.json')
  const points = rows.map(([, task, first, second]) => ({
    first,
    second,
    control: controls[task] ?? null,
  }))
  const { wells } = findGenotypes(points, { least: [Number.NaN, Number.NaN] })
  const chart = new Chart(
    { left: 76, top: 40, width: 400, height: 290 },
    { from: -0.4, to: 6, label: 'allele 1, end point (dRn)' },
    { from: -0.5, to: 9, label: 'allele 2, end point (dRn)' },
  ).title(`${rows.length} wells`)
  for (const [k, { kind, name, colour }] of kinds.entries()) {
    const own = points.filter((_, i) => kindOf(wells[i]!) === kind)
    const places = own.map(({ first, second }) => [first, second] as const)
    chart.points(places, { colour, radius: 3, opacity: 0.8 })
    const style = { dx: 14, dy: 20 + 20 * k, size: 12, colour }
    chart.label([6, 9], `\u25cf ${name}: ${own.length}`, style)
  }
  const same = rows.filter(([, , , , call], i) => call === (wells[i]!.genotype ?? 'none')).length
  chart.label([6, 9], `as the vendor: ${same} of ${rows.length}`, { dx: 14, dy: 140, size: 12 })
  return writePicture({
    width: 700,
    height: 390,
    title: 'Genotypes by end point',
    description:
      'End points of both alleles of each well; three clusters along the ratio of the two, and the wells without amplification near the origin.',
    parts: [String(chart)],
  })
}

function kindOf({ call, genotype }: GenotypeCall) {
  if (call === 'review') return 'review'
  return call === 'not_amplified' || genotype === null ? 'not amplified' : genotype
}
