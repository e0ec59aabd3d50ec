import { afterEach, describe, expect, test } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { analyse } from '../../workers/run/analyse.ts'
import { listPoints } from '../../workers/run/assemble.ts'
import { curveLayers } from '../../workers/run/views.ts'
import { openWorkbench, type OpenWorkbench } from '../../workers/open-workbench.ts'
import { makeRun } from '../workers/run.ts'

const input = makeRun([
  {
    type: 'unknown',
    wells: [
      [22, 25],
      [22.2, 25],
    ],
  },
  {
    type: 'unknown',
    wells: [
      [28, 25],
      [null, 25],
    ],
  },
  { type: 'positive', wells: [[20, 25]] },
])

let bench: OpenWorkbench | undefined
afterEach(() => bench?.close())

describe('a workbench in a worker', () => {
  test('answers in the order of the requests, with the same numbers as here', async () => {
    bench = openWorkbench()
    const answers = await Promise.all([
      bench.open(input),
      bench.readResults(),
      bench.readLayers(),
      bench.readMelt(),
    ])
    expect(answers[1]).toEqual(analyse(input))
    expect(answers[2]).toEqual(curveLayers(input.amplification, input.evaluation))
    expect(answers[3]).toBe(null)
    await bench.addPoints(listPoints(input.amplification, 'AMP', 39, 40))
    await bench.refine()
    expect(await bench.readResults()).toEqual(analyse(input))
  })

  test('computes the newest position of a drag and leaves out those it overtook', async () => {
    bench = openWorkbench()
    await bench.open(input)
    const drags = Array.from({ length: 20 }, (_, i) => bench!.setThreshold('N1', 0.1 + i / 100))
    const beside = bench.setThreshold('IC', 0.3)
    const steps = await Promise.all(drags)
    expect(steps.filter((step) => step !== null)).toHaveLength(2)
    expect(steps[0]?.thresholds[0]).toBe(0.1)
    expect(steps.at(-1)?.thresholds[0]).toBeCloseTo(0.29, 12)
    expect((await beside)?.thresholds[16]).toBe(0.3)
  })

  test('a closed one rejects what still waits', async () => {
    bench = openWorkbench()
    const opened = bench.open(input)
    const drags = [0.1, 0.2, 0.3].map((value) => bench!.setThreshold('N1', value))
    const outcomes = Promise.allSettled([opened, ...drags])
    bench.close()
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
    ])
    await expect(opened).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('hands on a fault, and one that cannot start fails', async () => {
    bench = openWorkbench()
    const compensation = {
      channels: ['FAM' as const, 'CY5' as const],
      matrix: [
        [1, 0],
        [0, 1],
      ],
    }
    const evaluation = { ...input.evaluation, compensation }
    await expect(bench.open({ ...input, evaluation })).rejects.toBeInstanceOf(Fault)
    bench.close()
    bench = openWorkbench(
      () => new Worker('data:text/javascript,throw new Error("dead")', { type: 'module' }),
    )
    await expect(bench.open(input)).rejects.toBeInstanceOf(Fault)
  })
})
