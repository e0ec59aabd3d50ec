import { expect, test } from 'vitest'
import { permissions } from '../../domain/permissions.ts'
import { hasPlanned } from '../../domain/rules/rollout.ts'
import { refuseProducedLot } from '../../domain/rules/produced-lot.ts'
import { refuseRequest } from '../../domain/rules/publication.ts'
import { countedWith, isAmong } from '../../domain/rules/second-person.ts'

const [maker, made, twin, other] = ['maker', 'made', 'twin', 'other'].map((uuid) => ({
  uuid,
  name: uuid.toUpperCase(),
})) as [Person, Person, Person, Person]
type Person = { uuid: string; name: string }
const waiting = [
  { ...made, by: [maker] },
  { ...twin, by: [maker, other] },
]
const idsOf = (people: readonly Person[]) => people.map(({ uuid }) => uuid)

test('an account counts as all who set it up, and they as it, but not as each other', () => {
  expect(idsOf(countedWith('maker', [], waiting))).toEqual(['made', 'twin'])
  expect(idsOf(countedWith('other', [], waiting))).toEqual(['twin'])
  expect(idsOf(countedWith('made', [maker], waiting))).toEqual(['maker', 'twin'])
  expect(countedWith('stranger', [], waiting)).toEqual([])
})

test('a person is distinguished from somebody who counts as them', () => {
  const acting = { user_uuid: 'maker', counted_with: [made] }
  expect(isAmong(['maker', 'made'], acting)).toBe(true)
  expect(isAmong(['other', 'made'], acting)).toBe('MADE')
  expect(isAmong(['other'], acting)).toBe(false)
})

test('lots, requests for publication and rollouts refuse who counts as their author, by name', () => {
  const actor = { user_uuid: 'maker', counted_with: [made], permissions, fourEyes: true }
  const refusal = { reason: 'counts_as_you', name: 'MADE' }
  const lot = { status: 'quarantine' as const, authors: [{ ...made }] }
  expect(refuseProducedLot('release', lot, actor)).toEqual(refusal)
  const request = { status: 'open' as const, user_uuid: 'made' }
  expect(refuseRequest('takeOver', request, actor)).toEqual(refusal)
  expect(refuseRequest('takeOver', request, { ...actor, fourEyes: false })).toBeNull()
  const planned = { by: 'made', by_name: 'MADE', at: '2026-11-29T10:00:00.000Z' }
  const rollout = { state: 'draft' as const, phase: 0, since: planned.at, planned }
  expect(hasPlanned({ rollout }, actor)).toBe('MADE')
  expect(hasPlanned({ rollout }, { ...actor, user_uuid: 'made' })).toBe(true)
})
