import { beforeAll, expect, test } from 'vitest'
import { digestPlates, findDifference } from './engine-digest.ts'
import type { EngineDigests } from './engine-digests.ts'
import { readPlates, writePlates } from './engine-plate.ts'

/** Test every runtime against Node; `ask` fetches Node's results from the runner's process. */
export function testAgainstNode(runtime: string, ask: () => Promise<EngineDigests>): void {
  let given: EngineDigests
  beforeAll(async () => {
    given = await ask()
  }, 180_000)

  test(`${runtime} calculates every stage to the same bits as Node`, () => {
    expect(given.error).toBeNull()
    const own = digestPlates(given.plates)
    expect(findDifference(given.node, own)).toBeNull()
    expect(own.length).toBeGreaterThan(50)
  })

  test(`${runtime} would notice a reading that differs in its last bit`, () => {
    const plate = readPlates(given.plates)[0]!
    const { values } = plate.amplification
    values[0]! *= 1 + 2 ** -52
    const node = given.node.filter((digest) => digest.plate === plate.name)
    const own = digestPlates(writePlates([plate]))
    expect(findDifference(node, own)).toMatch(/^stage .*, well 1$/)
  })
}
