import { expect, test } from 'vitest'
import { analyse } from '../../workers/run/analyse.ts'
import { curveOf } from '../../workers/curves/readings.ts'
import { quantile } from '../support/curve-accuracy.ts'
import { runPlainPipeline } from '../support/plain-pipeline.ts'
import { makeSixChannelPlate } from '../support/six-channel-plate.ts'

/** The ratio of their times means something only where both find the same. */
test('the plain calculation of the bench finds what the engine finds', () => {
  const input = makeSixChannelPlate(1)
  const { amplification, evaluation } = input
  const plain = runPlainPipeline(
    amplification.channels.map((_, channel) =>
      Array.from({ length: 48 }, (_, at) => Array.from(curveOf(amplification, channel, 2 * at))),
    ),
  )
  const differences = { cq: [] as number[], cy0: [] as number[], bend: [] as number[] }
  for (const { well, target, cq, estimates } of analyse(input).wells) {
    const channel = evaluation.targets.findIndex(({ name }) => name === target)
    const index = 12 * (well.charCodeAt(0) - 65) + Number(well.slice(1)) - 1
    // Skip every second well of each channel, since the plain calculation is slow.
    if (index % 2 === 1 || cq === null || !estimates) continue
    const own = plain[channel]![index / 2]!
    differences.cq.push(Math.abs(cq - own.cq))
    differences.cy0.push(Math.abs((estimates.cy0 ?? Number.NaN) - own.cy0))
    differences.bend.push(
      Math.abs((estimates.second_derivative ?? Number.NaN) - own.secondDerivative),
    )
  }
  const typical = (values: number[]) => quantile(values.filter(Number.isFinite), 0.5)
  expect(differences.cq.length).toBeGreaterThan(225)
  expect(typical(differences.cq)).toBeLessThan(0.2)
  expect(typical(differences.cy0)).toBeLessThan(1e-3)
  expect(typical(differences.bend)).toBeLessThan(0.01)
})
