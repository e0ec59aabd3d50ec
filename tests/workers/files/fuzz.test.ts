import { describe, expect, it } from 'vitest'
import { runCase } from '../../batteries/fuzz-files/fuzz-case.ts'
import { bundledFiles, writtenFiles } from '../../support/file-fixtures.ts'
import { createRandom } from '../../support/seeded-random.ts'

const fixtures = [...writtenFiles(), ...bundledFiles()]

// A mutation that breaks a reader becomes a case of its own in that reader's test: a seed means another
// mutation as soon as the mutations change. `npm run battery -- fuzz-files` does ten thousand of them.
describe('mutated files', () => {
  it('are read whole or refused with a reason', async () => {
    const random = createRandom(20)
    const failures: string[] = []
    for (let i = 0; i < 50; i++) {
      const fixture = random.pick(fixtures)
      const result = await runCase(fixture, random.pick(fixtures), random.below(2 ** 31))
      if (result.problems.length > 0) {
        failures.push(`${result.fixture} ${result.seed} ${result.mutation}: ${result.problems[0]}`)
      }
    }
    expect(failures).toEqual([])
  }, 60_000)
})
