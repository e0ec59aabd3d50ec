import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Name, PlainId } from '../../domain/fields.ts'
import { describeIssue } from '../../domain/rules/describe-issue.ts'
import { errorTexts } from '../../web/i18n/faults.ts'
import { Fault } from '../../domain/fault.ts'

const Form = v.strictObject({
  id: PlainId,
  name: v.optional(Name),
  reason: v.optional(v.pipe(v.string(), v.minLength(3))),
  channels: v.optional(v.pipe(v.array(v.string()), v.minLength(2))),
  types: v.optional(v.pipe(v.array(v.string()), v.minLength(1, 'sample_type_required'))),
})

function describeAll(value: unknown) {
  return (v.safeParse(Form, value).issues ?? []).map(describeIssue)
}

/** Return the texts that a person reads at the form. */
function textsOf(value: unknown): string[] {
  return describeAll(value).flatMap((one) => errorTexts(new Fault([{ code: 'invalid', ...one }])))
}

describe('what a form says of a field', () => {
  it.each([
    ['absent', {}],
    ['empty', { id: '' }],
    ['blank', { id: 'a', name: '  ' }],
  ])('[VAL-007] a required one that is %s', (_, value) => {
    expect(textsOf(value)).toEqual(['Field is required'])
  })

  it('[VAL-008] too short, with the fewest characters', () => {
    expect(describeAll({ id: 'a', reason: 'no' })).toEqual([
      { reason: 'min_length', message: 'At least 3 characters', params: { minimum: 3 } },
    ])
    expect(textsOf({ id: 'a', reason: 'no' })).toEqual(['Too short: at least 3 characters'])
    expect(textsOf({ id: 'a', channels: ['FAM'] })).toEqual(['At least 2 are needed'])
  })

  it.each([...'/\\:*?"<>|'])('[VAL-011] names the forbidden character %s', (character) => {
    const [one] = describeAll({ id: `a${character}b` })
    expect(one).toMatchObject({ reason: 'forbidden_character', params: { character } })
    expect(textsOf({ id: `a${character}b` })).toEqual([
      expect.stringContaining(`The character ${character} is not allowed here`),
    ])
  })

  it('[VAL-011] names by its number one that is not seen', () => {
    expect(describeAll({ id: 'a', name: 'Olga\u202e' })).toEqual([
      {
        reason: 'control_character',
        message: 'The character U+202E is not allowed',
        params: { character: 'U+202E' },
      },
    ])
  })

  it('keeps a name of its own, and takes what is unknown for no missing field', () => {
    expect(describeAll({ id: 'a', types: [] })).toMatchObject([{ reason: 'sample_type_required' }])
    expect(describeAll({ id: 'a', more: 1 })).toMatchObject([{ reason: 'strict_object' }])
    expect(describeAll({ id: 7 })).toMatchObject([{ reason: 'string' }])
  })
})
