import * as v from 'valibot'
import { expect, it } from 'vitest'
import { Moment } from '../../domain/fields.ts'
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

it('A24-25: a moment with an offset is one that is read, in a year of four digits', () => {
  for (const moment of [
    '2026-11-20T19:38:53+01:00',
    '2026-11-20T19:38:53.123456789+0100',
    '0000-02-29T12:00:00Z',
    '9999-12-31T23:59:59+14:00',
  ]) {
    expect(v.is(Moment, moment), moment).toBe(true)
  }
  for (const moment of [
    '2026-11-20T19:38:53+01',
    '2026-11-20T19:38:53 +01:00',
    '2026-11-20T23:59:60Z',
    '2026-02-29T12:00:00Z',
    // Refuse what has a sign before the year when written in UTC, by which it comes before all others.
    '9999-12-31T23:59:59-12:00',
    '0000-01-01T00:00:00+14:00',
  ]) {
    expect(v.is(Moment, moment), moment).toBe(false)
  }
})
