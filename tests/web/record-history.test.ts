import { expect, test } from 'vitest'
import { sayChanges, sayDone } from '../../web/record/history.ts'

const fields = {
  name: { label: 'Name' },
  group: { label: 'Group', show: (value: unknown) => (value === 'g1' ? 'First' : '') },
}

test('a change is said with the names of fields and values', () => {
  expect(
    sayChanges(
      [
        { field: 'name', before: 'A', after: 'B' },
        { field: 'group', before: 'g1', after: 'g2' },
      ],
      fields,
    ),
  ).toEqual(['Name: A → B', 'Group: First → –'])
})

test('fields without a name are counted, never shown raw', () => {
  expect(
    sayChanges(
      [
        { field: 'name', before: 'A', after: 'B' },
        { field: 'secret_thing', before: 1, after: 2 },
      ],
      fields,
    ),
  ).toEqual(['Name: A → B', 'Other details changed: 1'])
})

test('a value of many parts says each that differs, on a line of its own', () => {
  const differ = (before: unknown, after: unknown) => [
    `${String(before)} became ${String(after)}`,
    'and more',
  ]
  const change = [{ field: 'evaluation', before: 'one', after: 'other' }]
  const facts = { evaluation: { label: 'Evaluation', differ } }
  expect(sayChanges(change, facts)).toEqual(['one became other', 'and more'])
})

test('of a new record nothing is said to have changed', () => {
  const made = ['name', 'group'].map((field) => ({ field, after: 'x' }))
  expect(sayChanges(made, fields)).toEqual([])
})

test('a verb of its own comes before the common ones, and one that is not known is a change', () => {
  expect(sayDone('user.edit')).toBe('edited')
  expect(sayDone('user.dance')).toBe('changed')
  expect(sayDone('user.edit', () => 'moved house')).toBe('moved house')
})
