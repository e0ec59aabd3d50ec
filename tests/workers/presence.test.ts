import { expect, test } from 'vitest'
import { measurePresence } from '../accuracy/presence.ts'
import { hasReference } from '../support/vendor-csv.ts'

test.skipIf(!hasReference('allotropy/csv/qs7_pa_Sample_Call.csv'))(
  "a vendor's presence and absence plate: targets, samples and controls as it called them",
  () => {
    const figures = measurePresence()
    expect(figures).toHaveLength(3)
    expect(figures.filter(({ ok }) => !ok)).toEqual([])
  },
)
