import { describe, expect, test } from 'vitest'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Results, TraceEntry } from '../../domain/results.ts'
import { diffLooks } from '../../web/entities/result/diff-look.ts'
import { countMoves, type ResultChange } from '../../domain/rules/diff-results.ts'
import {
  findVersion,
  listVersions,
  startFrom,
} from '../../web/screens/analyses/detail/history/versions.ts'
import { startExcluded } from '../../web/screens/analyses/detail/recalculation.ts'
import { listLeftOut } from '../../web/screens/analyses/detail/review/left-out.ts'
import { refusalText } from '../../web/entities/analysis/refusal-text.ts'

const versions = listVersions({
  results: ['a', 'b', 'a'].map((hash) => ({ hash })) as Analysis['results'],
})

describe('versions of results', () => {
  test('are counted from the first calculation, and named by number or hash', () => {
    expect(versions.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(findVersion(versions, '2')?.entry.hash).toBe('b')
    // Take an address of old for the newest of it: the same settings again give the same file.
    expect(findVersion(versions, 'a')?.number).toBe(3)
    for (const word of [null, '', '0', '4', 'c', '1e1'])
      expect(findVersion(versions, word)).toBeNull()
  })

  test('an earlier one is taken up again with its settings and its left-out wells', () => {
    const targets = [{ name: 'hlyA' }]
    const excluded: TraceEntry = { rule: 'excluded', value: null, limit: null, decided: true }
    const results = {
      evaluation: { targets },
      wells: [
        { well: 'A1', trace: [excluded] },
        { well: 'A2', trace: [] },
      ],
    } as unknown as Results
    const record = { method: { evaluation: { targets } } } as unknown as Analysis
    const start = startFrom(record, results)
    expect(start).toEqual({ evaluation: { targets }, excluded: ['A1'] })
    // Take back wells that were left out since.
    const since = [{ well: 'B7', target: null, reason: 'bubble' }]
    expect(startExcluded(since, start ?? undefined)).toEqual(['A1'])
    expect(startExcluded(since, { exclude: ['C3'] })).toEqual(['B7', 'C3'])
    const other = { method: { evaluation: { targets: [{ name: 'inlA' }] } } } as unknown as Analysis
    expect(startFrom(other, results)).toBeNull()
  })
})

const change = (
  well: string,
  from: NonNullable<ResultChange['before']>['call'],
  to: NonNullable<ResultChange['before']>['call'],
): ResultChange => ({
  well,
  target: 'hlyA',
  before: { cq: 30, call: from, threshold: 0.5, reason: null },
  after: { cq: 30.5, call: to, threshold: 0.5, reason: null },
  callChanged: from !== to,
})

describe('a difference', () => {
  const changes = [
    change('A1', 'detected', 'review'),
    change('A2', 'detected', 'review'),
    change('A3', 'review', 'invalid'),
    change('B1', 'detected', 'detected'),
  ]

  test('counts which calls become which, the most frequent first', () => {
    expect(countMoves(changes)).toEqual([
      { from: 'detected', to: 'review', count: 2 },
      { from: 'review', to: 'invalid', count: 1 },
    ])
  })

  test('on the plate a changed call has a shape and words, a moved Cq a mark, the rest steps back', () => {
    const samples = [{ name: 'Milk 7', coordinates: ['A1', 'B1', 'C1'] }] as Analysis['samples']
    const looks = diffLooks(samples, { rows: 8, columns: 12 }, changes)
    expect(looks[0]).toMatchObject({ badge: '◆', label: expect.stringContaining('Milk 7, hlyA: ') })
    expect(looks[0]?.label).toContain('30.50')
    expect(looks[12]).toMatchObject({ badge: undefined, mark: 'var(--accent)' })
    expect(looks[24]?.label).toBe('Milk 7, unchanged')
    expect(looks[50]).toMatchObject({ quiet: true })
  })
})

test('a sample is not accepted when all of its wells are left out, and with every reason', () => {
  const samples = [
    { uuid: 'one', name: 'Milk 1', coordinates: ['A1', 'A2'] },
    { uuid: 'two', name: 'Milk 2', coordinates: ['B1', 'B2'] },
    { uuid: 'three', name: 'Milk 3', coordinates: ['C1'] },
  ] as Analysis['samples']
  const exclusions = [
    { well: 'A1', target: null, reason: 'bubble' },
    { well: 'A2', target: null, reason: 'evaporated' },
    { well: 'B1', target: null, reason: 'bubble' },
    { well: 'C1', target: 'hlyA', reason: 'dye' },
  ]
  expect(listLeftOut({ samples, exclusions })).toEqual([
    { uuid: 'one', name: 'Milk 1', reasons: ['bubble', 'evaporated'] },
  ])
})

describe('the reason why an action is not possible', () => {
  test('[ERR-059] without the permission to complete an incomplete analysis', () => {
    const refusal = {
      reason: 'permission_missing',
      permission: 'analysis.makeComplete',
    } as const
    expect(refusalText(refusal, 'makeComplete')).toBe(
      'No permission to complete an incomplete analysis',
    )
    expect(refusalText(refusal, 'edit')).toBe('Your profile does not allow it')
  })
})
