import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analysisStatuses } from '../../domain/entities/analysis.ts'
import { countStatuses } from '../../web/screens/analyses/count-statuses.ts'

describe('counting analyses by status', () => {
  it('counts a list that has changed as one that is seen for the first time', () => {
    const row = fc.record({ status: fc.constantFrom(...analysisStatuses) })
    const step = fc.record({
      at: fc.nat(20),
      gone: fc.nat(4),
      come: fc.array(row, { maxLength: 4 }),
    })
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 20 }),
        fc.array(step, { maxLength: 8 }),
        (first, steps) => {
          let list = first
          for (const { at, gone, come } of steps) {
            list = list.toSpliced(at, gone, ...come)
            const counts = countStatuses(list)
            for (const status of analysisStatuses) {
              const wanted = list.filter((one) => one.status === status).length
              expect(counts.get(status) ?? 0).toBe(wanted)
            }
          }
        },
      ),
    )
  })
})
