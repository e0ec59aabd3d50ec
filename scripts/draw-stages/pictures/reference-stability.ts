import {
  enoughVariation,
  rankReferences,
  type ReferenceStability,
} from '../../../workers/plate/reference-stability.ts'
import { nameAxis } from '../axis.ts'
import { Chart } from '../chart.ts'
import { fixed, readJson } from '../data.ts'
import { colours, writePicture } from '../svg.ts'

/** Draw the stability of ten candidate reference genes in bone marrow, and how many are enough. */
export function drawReferenceStability(): string {
  const { genes, BM } = readJson<{ genes: string[]; BM: number[][] }>(
    '../../tests/fixtures/plate/vandesompele-2002.json',
  )
  const stability = rankReferences(BM.map((cqs) => cqs.map((cq) => -cq)))
  return writePicture({
    width: 760,
    height: 340,
    title: 'Reference stability',
    description:
      'Left: mean stability M of the genes that are still in, with the gene that leaves at each step. Right: pairwise variation V against its limit of 0.15.',
    parts: [drawSteps(genes, stability), drawVariations(stability)].map(String),
  })
}

function drawSteps(genes: readonly string[], { steps, ranking }: ReferenceStability): Chart {
  const counts = steps.map(({ targets }) => String(targets.length))
  const chart = new Chart(
    { left: 76, top: 40, width: 300, height: 250 },
    nameAxis(counts, 'genes still in'),
    { from: 0, to: 0.8, label: 'mean stability M' },
  ).title('The least stable leaves first')
  const means = steps.map(({ mean }, i) => [i + 1, mean] as const)
  chart.line(means).points(means)
  for (const [i, { mean, targets }] of steps.entries()) {
    const next = steps[i + 1]
    const gone = next && targets.find((target) => !next.targets.includes(target))
    if (gone !== undefined) chart.label([i + 1, mean], genes[gone]!, { dx: 4, dy: -7, size: 10 })
  }
  const last = ranking.slice(0, 2).map((target) => genes[target]!)
  const style = { anchor: 'end' as const, dx: 4, dy: 18, size: 10 }
  return chart.label(means.at(-1)!, last.join(', '), style)
}

function drawVariations({ variations, recommended }: ReferenceStability): Chart {
  const pairs = variations.map((_, i) => `${i + 2}/${i + 3}`)
  const chart = new Chart(
    { left: 446, top: 40, width: 290, height: 250 },
    nameAxis(pairs, 'n/n+1'),
    { from: 0, to: 0.2, label: 'pairwise variation V' },
  ).title(`Enough genes: ${recommended ?? 'none'}`)
  for (const [i, value] of variations.entries()) {
    const colour = value < enoughVariation ? colours.green : colours.grey
    chart.block([i + 0.7, 0], [i + 1.3, value], colour, 0.8)
    chart.label([i + 1, value], fixed(value, 2), { anchor: 'middle', dy: -5, size: 9 })
  }
  return chart.across(enoughVariation, { colour: colours.orange, dash: '5 3' })
}
