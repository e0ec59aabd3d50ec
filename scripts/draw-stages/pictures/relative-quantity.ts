import { wellOf, correctChannel } from '../../../workers/curves/correct.ts'
import { findCq, findThreshold } from '../../../workers/curves/threshold.ts'
import {
  findRelativeQuantities,
  type CqReplicates,
} from '../../../workers/plate/relative-quantity.ts'
import { nameAxis } from '../axis.ts'
import { Chart } from '../chart.ts'
import { fixed, readRun } from '../data.ts'
import { colours, writePicture } from '../svg.ts'

const calibrator = 'gDNA'
const targets = ['Exon 2', 'Exon 3']
const references = ['ZNF80', 'GPR15']

/** Draw the copies of two exons against two reference genes, in four samples. */
export async function drawRelativeQuantity(): Promise<string> {
  const replicates = await readReplicates()
  const found = findRelativeQuantities(replicates, {
    references,
    calibrators: [calibrator],
    efficiencies: new Map(),
    confidence: 0.95,
    calibratorError: true,
  })
  const samples = [...new Set(replicates.map(({ sample }) => sample))]
  const chart = new Chart(
    { left: 76, top: 40, width: 620, height: 250 },
    nameAxis(samples, 'sample'),
    { from: 0, to: 2, label: `fold against ${calibrator}` },
  ).title(`Two targets, normalised by ${references.join(' and ')}`)
  chart.across(1, { colour: colours.frame })
  for (const [i, sample] of samples.entries()) {
    for (const [k, target] of targets.entries()) {
      const one = found.find((entry) => entry.sample === sample && entry.target === target)
      if (!one) continue
      const at = i + 1 + (k - 0.5) * 0.3
      const colour = k === 0 ? colours.blue : colours.green
      chart.block([at - 0.12, 0], [at + 0.12, one.fold], colour, 0.75)
      chart.error(at, one.low, one.high, colours.ink, 4)
      const style = { anchor: 'middle' as const, size: 10, dy: -6, colour: '#ffffff' }
      chart.label([at, 0], fixed(one.fold, 2), style)
    }
  }
  chart.label([0.4, 2], targets[0]!, { dx: 8, dy: 18, colour: colours.blue, bold: true })
  chart.label([0.4, 2], targets[1]!, { dx: 60, dy: 18, colour: colours.green, bold: true })
  return writePicture({
    width: 720,
    height: 340,
    title: 'Relative quantity',
    description:
      'Fold of two exons in four samples against genomic DNA, normalised by two reference genes, with 95 % intervals.',
    parts: [String(chart)],
  })
}

/** Read the Cq of each target in each sample by the threshold. */
async function readReplicates(): Promise<CqReplicates[]> {
  const run = await readRun('RDES_v1_0_example_amplification.tsv')
  const { readings } = run.amplification!
  const curves = correctChannel(readings, 0, null, { method: 'automatic' })
  const threshold = findThreshold(curves.noises)
  const replicates = new Map<string, { sample: string; target: string; cqs: number[] }>()
  for (const { well, sample, sampleType, targets: own } of run.wells) {
    if (sampleType !== 'unkn') continue
    for (const { target } of own) {
      const cq = findCq(wellOf(curves.corrected, well, curves.points), threshold)
      const key = `${sample} ${target}`
      const known = replicates.get(key)
      if (known) known.cqs.push(cq)
      else replicates.set(key, { sample, target, cqs: [cq] })
    }
  }
  return [...replicates.values()]
}
