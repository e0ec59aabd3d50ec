import { parentPort, workerData } from 'node:worker_threads'
import { createRandom } from '../../support/seeded-random.ts'
import { fixturesByFormat } from './fixtures.ts'
import { runCase } from './fuzz-case.ts'

/** Runs cases `from` to below `count`, telling before each that it starts and after each how it went. */
const { from, count, seed } = workerData as { from: number; count: number; seed: number }
const formats = [...(await fixturesByFormat()).values()]
const all = formats.flat()

for (let i = from; i < count; i++) {
  const random = createRandom(seed * 1_000_003 + i)
  const fixture = random.pick(random.pick(formats))
  const other = random.pick(all)
  parentPort?.postMessage({ starts: i, fixture: fixture.name })
  const result = await runCase(fixture, other, random.below(2 ** 31))
  parentPort?.postMessage({ ends: i, result })
}
parentPort?.postMessage({ done: true })
