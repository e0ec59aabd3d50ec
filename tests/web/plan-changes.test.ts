import { expect, test } from 'vitest'
import { mergeSamples } from '../../domain/sync/merge-samples.ts'
import { changesOf, contentOf } from '../../web/screens/analyses/wizard/plan-changes.ts'

const sample = (uuid: string, well: string) => {
  return { uuid, name: uuid, sample_type: 'unknown' as const, coordinates: [well] }
}
const base = { name: 'Plate', notebook: '', device_uuid: null, samples: [sample('a', 'A1')] }

test('of a plan only what its editor changed is sent', () => {
  expect(changesOf(base, contentOf(base))).toEqual([])
  expect(changesOf(base, { ...base, name: 'Other' })).toEqual([
    { field: 'name', from: 'Plate', to: 'Other' },
  ])
})

test('samples that others have added since the editor began stay', () => {
  const mine = [...base.samples, sample('b', 'A2')]
  const theirs = [...base.samples, sample('c', 'A3')]
  const [change] = changesOf(base, { ...base, samples: mine })
  if (change?.field !== 'samples') throw new Error('no samples were changed')
  const joined = mergeSamples(change.from, change.to, theirs)
  expect(joined?.map(({ uuid }) => uuid).toSorted()).toEqual(['a', 'b', 'c'])
})
