import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sample } from '../../domain/entities/analysis.ts'
import type { FieldChange } from '../../domain/sync/field-change.ts'
import { mergeField } from '../../domain/sync/merge-field.ts'
import { insistOnSamples, mergeSamples } from '../../domain/sync/merge-samples.ts'
import { mergeText, noteDivider } from '../../domain/sync/merge-text.ts'
import { holdsInput } from '../../domain/sync/same-content.ts'

const clean = (value: unknown) => ({ clash: false, value, met: false })

describe('a field that two people edited', () => {
  it('stays as its writer made it if only a newer page knows the field', () => {
    const change = { field: 'bench', from: 'a', to: 'b' } as unknown as FieldChange
    expect(mergeField(change, 'c')).toEqual({ clash: false, value: 'b', met: true })
  })

  it('is written where nobody else did, and left where both made it the same or nothing was changed', () => {
    expect(mergeField({ field: 'name', from: 'a', to: 'b' }, 'a')).toEqual(clean('b'))
    expect(mergeField({ field: 'name', from: 'a', to: 'b' }, 'b')).toEqual(clean('b'))
    expect(mergeField({ field: 'name', from: 'a', to: 'a' }, 'c')).toEqual(clean('c'))
    expect(mergeField({ field: 'notebook', from: 'a', to: 'a' }, 'c')).toEqual(clean('c'))
    expect(mergeField({ field: 'device_uuid', from: null, to: 'x' }, null)).toEqual(clean('x'))
  })

  it('takes the last name and device and says that they met', () => {
    const met = { clash: false, value: 'b', met: true }
    expect(mergeField({ field: 'name', from: 'a', to: 'b' }, 'c')).toEqual(met)
    expect(mergeField({ field: 'device_uuid', from: null, to: 'b' }, 'c')).toEqual(met)
  })
})

describe('a note', () => {
  it.each([
    ['both wrote below', 'a\n', 'a\nmine', 'a\ntheirs', 'a\ntheirs\nmine'],
    ['both began an empty one', '', 'mine', 'theirs', 'theirs\nmine'],
    ['one wrote below, the other above', 'a\n', 'a\nmine', 'new\na\n', 'new\na\nmine'],
    ['the other wrote below', 'a\n', 'b\n', 'a\ntheirs\n', 'b\ntheirs\n'],
    ['both wrote on in the last line', 'a', 'a mine', 'a theirs', `a theirs${noteDivider}a mine`],
    ['both rewrote it', 'a', 'mine', 'theirs', `theirs${noteDivider}mine`],
  ])('where %s', (_, from, mine, theirs, joined) => {
    expect(mergeText(from, mine, theirs)).toBe(joined)
  })

  it('never loses a line that somebody added', () => {
    const lines = fc.array(fc.stringMatching(/^[a-z]{1,4}$/), { maxLength: 4 })
    const lost = fc.property(lines, lines, lines, fc.boolean(), (from, mine, theirs, end) => {
      const text = (words: string[]) => words.join('\n') + (end ? '\n' : '')
      const joined = mergeText(text(from), text(mine), text(theirs)).split('\n')
      return [...mine, ...theirs].every((word) => from.includes(word) || joined.includes(word))
    })
    expect(() => fc.assert(lost)).not.toThrow()
  })
})

const sample = (uuid: string, name: string, coordinates: string[] = []): Sample => {
  return { uuid, name, sample_type: 'unknown', coordinates }
}
const byUuid = (samples: readonly Sample[] | null) =>
  samples && [...samples].sort((one, other) => one.uuid.localeCompare(other.uuid))

const plate = fc
  .array(
    fc.tuple(
      fc.constantFrom('1', '2', '3'),
      fc.constantFrom('a', 'b'),
      fc.constantFrom('A1', 'B1', 'C1'),
    ),
    {
      maxLength: 3,
    },
  )
  .map((all) => {
    const [uuids, wells] = [new Set<string>(), new Set<string>()]
    return all.flatMap(([uuid, name, well]) => {
      if (uuids.has(uuid) || wells.has(well)) return []
      uuids.add(uuid)
      wells.add(well)
      return [sample(uuid, name, [well])]
    })
  })

describe('a plate', () => {
  const [one, two] = [sample('1', 'one', ['A1']), sample('2', 'two', ['B1'])]

  it('holds what both did to different samples', () => {
    const mine = [{ ...one, name: 'mine' }, two, sample('3', 'three', ['C1'])]
    expect(mergeSamples([one, two], mine, [one])).toEqual([mine[0], mine[2]])
    expect(mergeSamples([one, two], [], [one, two, sample('4', 'four')])).toEqual([
      sample('4', 'four'),
    ])
  })

  it.each([
    ['another edit of the same sample', [{ ...one, name: 'mine' }], [{ ...one, name: 'theirs' }]],
    ['another field of the same sample', [{ ...one, name: 'mine' }], [{ ...one, quantity: 5 }]],
    ['a sample that the other took away', [{ ...one, name: 'mine' }], []],
    [
      'a well that the other took',
      [one, sample('3', 'a', ['C1'])],
      [one, sample('4', 'b', ['C1'])],
    ],
  ])('is a clash with %s', (_, mine, theirs) => {
    expect(mergeSamples([one], mine, theirs)).toBeNull()
    expect(mergeSamples([one], theirs, mine)).toBeNull()
  })

  it('sent again replaces the samples and wells that both changed, and nothing else', () => {
    const from = [one, two, sample('5', 'five', ['E1', 'E2'])]
    const mine = [{ ...one, name: 'mine' }, two, from[2]!, sample('3', 'mine', ['C1', 'E2'])]
    const theirs = [
      { ...one, name: 'theirs' },
      { ...two, name: 'theirs' },
      from[2]!,
      sample('4', 'theirs', ['C1']),
      sample('6', 'theirs', ['D1']),
    ]
    expect(mergeSamples(from, mine, theirs)).toBeNull()
    expect(byUuid(insistOnSamples(from, mine, theirs))).toEqual([
      mine[0],
      theirs[1],
      mine[3],
      sample('5', 'five', ['E1']),
      theirs[4],
    ])
    expect(insistOnSamples(from, from.slice(1), [{ ...one, name: 'theirs' }])).toEqual([])
  })

  it('insisted on is what a join would give where there is no clash', () => {
    const plates = fc.tuple(plate, plate, plate)
    fc.assert(
      fc.property(plates, ([from, mine, theirs]) => {
        const joined = mergeSamples(from, mine, theirs)
        fc.pre(joined !== null)
        expect(byUuid(insistOnSamples(from, mine, theirs))).toEqual(byUuid(joined))
      }),
    )
  })

  it('is the same in either order, or refused in either order', () => {
    fc.assert(
      fc.property(plate, plate, plate, (from, mine, theirs) => {
        const there = byUuid(mergeSamples(from, mine, theirs))
        expect(byUuid(mergeSamples(from, theirs, mine))).toEqual(there)
      }),
    )
  })
})

describe('an analysis that was read back', () => {
  const input = {
    uuid: 'u',
    name: 'n',
    swarm_uuid: 's',
    cartridge_type: 'Wells96',
    samples: [one()],
    notebook: '',
    recipe_uuid: 'r',
    protocol_uuid: null,
    device_uuid: null,
  } as const
  function one() {
    return sample('1', 'one', ['A1'])
  }
  const { recipe_uuid, protocol_uuid, ...rest } = input
  const record = {
    ...rest,
    method: { recipe_uuid, protocol_uuid },
    created_at: 'a',
    updated_at: 'a',
  }
  const holds = (change: object) => holdsInput(input as never, { ...record, ...change } as never)

  it('holds what was to be created, or has been edited by others since', () => {
    expect(holds({})).toBe(true)
    expect(holds({ name: 'other' })).toBe(false)
    expect(holds({ samples: [] })).toBe(false)
    expect(holds({ method: { recipe_uuid: 'x', protocol_uuid } })).toBe(false)
    expect(holds({ uuid: 'v' })).toBe(false)
    expect(holds({ name: 'other', updated_at: 'b' })).toBe(true)
  })
})
