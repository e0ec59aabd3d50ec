import { expect, test } from 'vitest'
import { mergeSamples } from '../../domain/sync/merge-samples.ts'
import { changesOf, contentOf } from '../../web/screens/analyses/wizard/plan-changes.ts'

const sample = (uuid: string, well: string) => {
  return { uuid, name: uuid, sample_type: 'unknown' as const, coordinates: [well] }
}
const base = {
  name: 'Plate',
  notebook: '',
  device_uuid: null,
  samples: [sample('a', 'A1')],
  kit: null,
  instrument: null,
}

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

const label = {
  bkit_uuid: '00000000-0000-4000-8000-000000000001',
  name: 'Kit',
  ref: 'REF',
  lot: 'L-1',
  box: 3,
  expiry_date: '2027-06-30',
  confirmed: false,
}

test('facts that the provider’s record adds to a kit are no change; another box is', () => {
  const settled = { ...base, kit: { ...label, name: 'Kit of the record', confirmed: true } }
  expect(changesOf(settled, { ...base, kit: label })).toEqual([])
  expect(changesOf(base, { ...base, kit: label })).toMatchObject([{ field: 'kit', from: null }])
  const other = { ...base, kit: { ...label, box: 4 } }
  expect(changesOf(settled, other)).toHaveLength(1)
})
