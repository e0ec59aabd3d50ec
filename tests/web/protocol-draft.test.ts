import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Protocol } from '../../domain/entities/protocol.ts'
import {
  contentOf,
  type Draft,
  protocolDraft,
} from '../../web/screens/methods/protocols/draft/draft.ts'
import { findDraftProblems } from '../../web/screens/methods/protocols/draft/find-problems.ts'

const recipe = '0198b000-0000-7000-8000-000000000001'
const application = '0198b000-0000-7000-8000-000000000002'

const protocol = v.parse(Protocol, {
  uuid: '0198b000-0000-7000-8000-000000000003',
  created_at: '2026-03-14T08:00:00.000Z',
  updated_at: '2026-03-14T08:00:00.000Z',
  name: 'Duplex',
  swarm_uuid: null,
  archived: 0,
  version: 2,
  recipe_uuid: recipe,
  application_uuids: [application],
  cartridge_types: ['Wells16', 'Wells36'],
  minimum_bkernel: null,
  aliases: [],
  layout: [
    { name: 'NTC', sample_type: 'ntc', coordinates: ['A1', 'E5'], well_type: 'Mix 1' },
    { name: 'S1', sample_type: 'standard', coordinates: ['A2'], quantity: 1000 },
  ],
  minimum_samples: [{ sample_type: 'ntc', count: 1 }],
  expected_wells: [{ sample_type: 'ntc', well_type: 'Mix 1', count: 2 }],
})

const fieldsOf = (draft: Draft) =>
  findDraftProblems(draft, { cartridge_types: ['Wells16', 'Wells36'] }).map(
    ({ field, reason }) => `${field} ${reason}`,
  )

test('a protocol that is opened and not changed is sent as it was', () => {
  const draft = protocolDraft.draftOf(protocol)
  const { recipe_uuid, application_uuids, cartridge_types, minimum_bkernel } = protocol
  const { layout, minimum_samples, expected_wells } = protocol
  expect(contentOf(draft)).toEqual({
    recipe_uuid,
    application_uuids,
    cartridge_types,
    minimum_bkernel,
    layout,
    minimum_samples,
    expected_wells,
  })
  expect(fieldsOf(draft)).toEqual([])
})

test('gaps of a new protocol are found at their fields', () => {
  const rules = [{ sample_type: 'ntc' as const, count: null }]
  const draft = { ...protocolDraft.empty, minimum_samples: rules }
  expect(fieldsOf(draft)).toEqual([
    'recipe_uuid required',
    'cartridge_types required',
    'minimum_samples.0.count required',
    'name required',
  ])
})

test('[VAL-018] repeated entries, a plate of another recipe and a layout that fits no plate are refused', () => {
  const draft = protocolDraft.draftOf(protocol)
  expect(
    fieldsOf({
      ...draft,
      application_uuids: [application, application],
      minimum_samples: [...draft.minimum_samples, ...draft.minimum_samples],
      expected_wells: [...draft.expected_wells, ...draft.expected_wells],
      cartridge_types: ['Wells9', 'Wells16'],
    }),
  ).toEqual([
    'cartridge_types.0 cartridge_not_for_recipe',
    'application_uuids.1 application_repeated',
    'minimum_samples.1.sample_type rule_repeated',
    'expected_wells.1.sample_type rule_repeated',
    'layout.0.coordinates well_outside',
  ])
})

test('steps of the plate and of the fields are undone in one row, and a typed number is one step', () => {
  const { edit, open, draftOf } = protocolDraft
  const start = open(draftOf(protocol))
  const named = edit(edit(start, { type: 'set', change: { name: 'D' } }), {
    type: 'set',
    change: { name: 'Du' },
  })
  const placed = edit(named, { type: 'set', change: { layout: [] } })
  const counted = [1, 12].reduce(
    (before, count) => edit(before, { type: 'rule', list: 'expected_wells', at: 0, count }),
    placed,
  )
  expect(counted.history.past).toHaveLength(3)
  const undone = [1, 2, 3].reduce((before) => edit(before, { type: 'undo' }), counted)
  expect(undone.history.present).toEqual(start.history.present)
})
