import * as v from 'valibot'
import { expect, test } from 'vitest'
import { userCalls } from '../../domain/calls/users.ts'
import { Email, Name, YesNo } from '../../domain/fields.ts'
import { changesOf, fieldKind, fieldSchema, isDue, isYesNo } from '../../web/record/changes.ts'

const Body = v.strictObject({
  name: Name,
  email: v.optional(Email),
  active: YesNo,
  state: v.picklist(['a', 'b', 'c']),
  tags: v.pipe(v.array(v.string()), v.minLength(1)),
  groups: v.array(v.string()),
  count: v.nullable(v.number()),
  note: v.optional(v.string()),
})
const kindOf = (name: string) => fieldKind(fieldSchema(Body, name))

test('a schema says how its fields are filled in', () => {
  expect(['name', 'email', 'active', 'state', 'tags', 'count', 'gone'].map(kindOf)).toEqual([
    'text',
    'email',
    'check',
    'choice',
    'choices',
    'number',
    'text',
  ])
  expect(isYesNo(fieldSchema(Body, 'active'))).toBe(true)
  expect(isYesNo(fieldSchema(Body, 'state'))).toBe(false)
})

test('a field is due where its schema refuses the empty value', () => {
  const due = ['name', 'email', 'state', 'tags', 'groups', 'note'].filter((name) =>
    isDue(fieldSchema(Body, name)),
  )
  expect(due).toEqual(['name', 'email', 'state', 'tags'])
})

test('fields of an edit are due as those of the record, although none must be sent', () => {
  const { body } = userCalls.edit
  expect(isDue(fieldSchema(body, 'name'))).toBe(true)
  expect(isDue(fieldSchema(body, 'phone'))).toBe(false)
  expect(fieldKind(fieldSchema(body, 'email'))).toBe('email')
})

test('only what differs is a change', () => {
  const before = { name: 'A', swarms: ['one'], phone: '' }
  expect(changesOf(before, { ...before, swarms: ['one'] })).toEqual({})
  expect(changesOf(before, { ...before, name: 'B', swarms: [] })).toEqual({ name: 'B', swarms: [] })
})
