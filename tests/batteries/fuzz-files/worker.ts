import { parentPort, workerData } from 'node:worker_threads'
import type { FileFixture } from '../../support/file-fixture.ts'
import { createRandom } from '../../support/seeded-random.ts'
import { runCase } from './fuzz-case.ts'

/** Cases from `from` to below `count`: tell before each that it starts and after each how it went. */
interface Given {
  /** Files of each format. */
  formats: FileFixture[][]
  from: number
  count: number
  seed: number
}

const { formats, from, count, seed } = workerData as Given
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
