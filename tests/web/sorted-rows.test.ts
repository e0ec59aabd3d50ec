import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeRows, newestFirst } from '../../web/local/sorted-rows.ts'

type Body = Record<string, unknown>

const row = fc.record({
  uuid: fc.integer({ min: 0, max: 40 }).map(String),
  created_at: fc.integer({ min: 0, max: 5 }).map((day) => `2026-03-0${day + 1}`),
  name: fc.string({ maxLength: 3 }),
})

describe('a list that is not sorted again', () => {
  it('has the same order as a new sort, whatever was added, changed, moved or removed', () => {
    const step = fc.record({ row, gone: fc.boolean() })
    fc.assert(
      fc.property(fc.array(row), fc.array(step), (first, steps) => {
        const known = new Map<string, Body>(first.map((one) => [one.uuid, one]))
        const before = [...known.values()].sort(newestFirst)
        const changes = new Map<string, Body | null>()
        for (const { row: one, gone } of steps) {
          if (!changes.has(one.uuid)) changes.set(one.uuid, known.get(one.uuid) ?? null)
          if (gone) known.delete(one.uuid)
          else known.set(one.uuid, one)
        }
        const after = changeRows(
          before,
          Array.from(changes, ([uuid, was]) => ({ before: was, after: known.get(uuid) ?? null })),
        )
        expect(after).toEqual([...known.values()].sort(newestFirst))
      }),
    )
  })

  it('is another list each time, so that who draws it sees that something has changed', () => {
    const rows: Body[] = [{ uuid: '1', created_at: '2026-03-01' }]
    expect(changeRows(rows, [])).not.toBe(rows)
    expect(changeRows(rows, [])).toEqual(rows)
  })
})
