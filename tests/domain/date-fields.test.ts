import * as v from 'valibot'
import { expect, it } from 'vitest'
import { entities } from '../../domain/registry.ts'

const dateFields = ['created_at', 'started_at', 'updated_at', 'requested_at']

/** Every schema of such a field, whatever record it is in. */
const found = Object.values(entities).flatMap(({ kind, schema }) =>
  Object.entries((schema as unknown as { entries: Record<string, v.GenericSchema> }).entries)
    .filter(([name]) => dateFields.includes(name))
    .map(([name, field]) => ({ place: `${kind}.${name}`, name, field })),
)

it('the fields of the specification that hold a moment take a moment in UTC and nothing else', () => {
  expect(new Set(found.map(({ name }) => name))).toEqual(new Set(dateFields))
  for (const { place, field } of found) {
    expect(v.is(field, '2026-11-20T10:00:00.000Z'), place).toBe(true)
    for (const other of ['2026-11-20', '20/11/2026', '2026-11-20T10:00:00+01:00', 1_763_632_800])
      expect(v.is(field, other), `${place} ${other}`).toBe(false)
  }
})
