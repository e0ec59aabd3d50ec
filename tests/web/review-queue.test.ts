import { describe, expect, test } from 'vitest'
import type { Risk } from '../../domain/rules/review-risk.ts'
import type { AnalysisRow } from '../../web/local/list-rows.ts'
import {
  countReasons,
  type Found,
  listQueue,
  pickEntries,
  readFilter,
} from '../../web/screens/reviewer/queue/queue-entries.ts'
import type { WhoActs } from '../../web/record/actor.ts'
import { chooseTab, noFilters } from '../../web/screens/reviewer/review-rules.ts'
import { placeInQueue } from '../../web/state/review-queue.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const clean = { detected: 2, not_detected: 2, review: 0, invalid: 0, controls_ok: true }

function row(uuid: string, more: Partial<AnalysisRow> = {}): AnalysisRow {
  return {
    uuid,
    name: 'Run',
    recipe_name: 'Listeria',
    swarm_name: 'Food safety',
    user_name: 'Amina Haddad',
    status: 'COMPLETE',
    user_uuid: 'operator',
    created_at: '2026-03-10T08:00:00Z',
    updated_at: '2026-03-10T10:00:00Z',
    ended_at: '2026-03-10T10:00:00Z',
    excluded: [],
    calculations: 1,
    results_hash: `hash of ${uuid}`,
    summary: clean,
    ...more,
  } as AnalysisRow
}

const reviewer: WhoActs = {
  uuid: 'manager',
  permissions: ['analysis.validate', 'analysis.makeComplete'],
  company_details: { four_eyes: 'Y' },
}
const foundIn = (found: Record<string, Risk[]>, unreadable: string[] = []): Found => ({
  read: new Map(Object.entries(found).map(([uuid, risks]) => [`hash of ${uuid}`, risks])),
  unreadable: new Set(unreadable.map((uuid) => `hash of ${uuid}`)),
})
const none = foundIn({})
const names = (rows: AnalysisRow[], read = none, who = reviewer) =>
  listQueue(rows, read, who, now).map(({ uuid }) => uuid)

describe('the queue of analyses to review', () => {
  test('holds what can be decided: complete runs, and incomplete ones', () => {
    const rows = (
      ['INIT', 'RUNNING', 'COMPLETE', 'INCOMPLETE', 'ABORT', 'VALIDATION'] as const
    ).map((status) => row(status, { status }))
    expect(names(rows)).toEqual(['INCOMPLETE', 'COMPLETE'])
  })

  test('begins with the riskiest by their counts, and by their results once those are read', () => {
    const broken = row('broken', { summary: { ...clean, controls_ok: false } })
    const doubt = row('doubt', { summary: { ...clean, review: 1 } })
    const plain = row('plain')
    expect(names([plain, doubt, broken])).toEqual(['broken', 'doubt', 'plain'])
    const read = foundIn({ plain: [{ name: 'controls_failed', count: 2, wells: ['A1'] }] })
    expect(names([plain, doubt, broken], read)).toEqual(['plain', 'broken', 'doubt'])
    // Recalculate the run, after which what was read is of another state.
    const later = row('plain', { results_hash: 'another' })
    expect(names([later, doubt, broken], read)).toEqual(['broken', 'doubt', 'plain'])
  })

  test('says who may not decide and why', () => {
    const refusals = (who: WhoActs, one = row('a')) =>
      listQueue([one], none, who, now)[0]?.refusal?.reason ?? null
    expect(refusals(reviewer)).toBeNull()
    expect(refusals(reviewer, row('a', { user_uuid: 'manager' }))).toBe('four_eyes')
    expect(refusals({ ...reviewer, permissions: [] })).toBe('permission_missing')
    expect(refusals(reviewer, row('a', { summary: null }))).toBe('no_results')
    const early = row('a', { status: 'INCOMPLETE', user_uuid: 'manager' })
    expect(refusals(reviewer, early)).toBeNull()
  })

  test('is filtered by reason and by what one may decide, as the address says', () => {
    const entries = listQueue(
      [
        row('mine', { user_uuid: 'manager' }),
        row('doubt', { summary: { ...clean, review: 3 }, name: 'Milk 12' }),
        row('old', { created_at: '2026-03-01T08:00:00Z', ended_at: '2026-03-01T10:00:00Z' }),
      ],
      foundIn({ mine: [], doubt: [{ name: 'review', count: 3, wells: [] }], old: [] }),
      reviewer,
      now,
    )
    const picked = (address: string) =>
      pickEntries(entries, readFilter(new URLSearchParams(address))).map(({ uuid }) => uuid)
    expect(picked('')).toEqual(['old', 'doubt', 'mine'])
    expect(picked('why=review')).toEqual(['doubt'])
    expect(picked('why=none')).toEqual(['mine'])
    expect(picked('mine=1')).toEqual(['old', 'doubt'])
    expect(picked('why=nonsense')).toHaveLength(3)
    expect(picked('q=milk')).toEqual(['doubt'])
    expect(picked('q=nobody')).toEqual([])
    expect(countReasons(entries, 'late_cq')).toEqual([
      { why: 'review', count: 1 },
      { why: 'late_cq', count: 0 },
      { why: 'waiting', count: 1 },
      { why: 'none', count: 1 },
    ])
  })
})

describe('first-use B3: an unread analysis is in no clean group', () => {
  const rows = ['read', 'unread', 'damaged'].map((uuid) => row(uuid))
  const empty = row('empty', { results_hash: null })
  const found = foundIn({ read: [] }, ['damaged'])
  const entries = listQueue([...rows, empty], found, reviewer, now)
  const picked = (why: string) =>
    pickEntries(entries, readFilter(new URLSearchParams({ why }))).map(({ uuid }) => uuid)

  test('first-use B3: only what was read and has nothing is “No findings”', () => {
    expect(entries.map(({ uuid, level, results }) => [uuid, level, results])).toEqual([
      ['damaged', 'unreadable', 'unreadable'],
      ['empty', 'unreadable', 'missing'],
      ['unread', 'unread', 'unread'],
      ['read', 'none', 'read'],
    ])
    expect(picked('none')).toEqual(['read'])
    expect(picked('unread')).toEqual(['unread'])
    expect(picked('unreadable')).toEqual(['damaged', 'empty'])
    expect(countReasons(entries, null)).toEqual([
      { why: 'unreadable', count: 2 },
      { why: 'unread', count: 1 },
      { why: 'none', count: 1 },
    ])
  })

  test('first-use B3: its counts are known before it is read, and it is unread all the same', () => {
    const grave = row('grave', { summary: { ...clean, controls_ok: false } })
    const [entry] = listQueue([grave], none, reviewer, now)
    expect(entry).toMatchObject({ level: 'high', results: 'unread' })
    const excluded = row('excluded', { excluded: ['A1'] })
    expect(listQueue([excluded], none, reviewer, now)[0]).toMatchObject({ level: 'unread' })
  })

  test('first-use B3: more than any number that wait are all in the queue', () => {
    const many = Array.from({ length: 3000 }, (_, at) => row(`run-${at}`))
    expect(listQueue(many, none, reviewer, now)).toHaveLength(3000)
  })
})

describe('one round through it', () => {
  const queue = { user: 'manager', uuids: ['a', 'b', 'c'], back: '/reviewer' }

  test('knows the present place, and the entries before and after', () => {
    expect(placeInQueue(queue, 'manager', 'b')).toEqual({
      position: 2,
      count: 3,
      previous: 'a',
      next: 'c',
    })
    expect(placeInQueue(queue, 'manager', 'c')).toMatchObject({ position: 3, next: null })
  })

  test('is nobody else’s, and nothing outside it has a place', () => {
    expect(placeInQueue(queue, 'somebody', 'b')).toBeNull()
    expect(placeInQueue(queue, 'manager', 'z')).toBeNull()
    expect(placeInQueue(null, 'manager', 'a')).toBeNull()
  })
})

describe('the list that is shown', () => {
  const choose = (address: string, signs: boolean) => chooseTab(new URLSearchParams(address), signs)

  test('a person who signs begins with the analyses; an address of a certificate leads to it', () => {
    expect(choose('', true)).toBe('queue')
    expect(choose('', false)).toBe('certificates')
    expect(choose('status=all', true)).toBe('certificates')
    expect(choose('certificate=018f', true)).toBe('certificates')
    expect(choose('tab=queue', false)).toBe('queue')
    expect(choose('tab=elsewhere', true)).toBe('queue')
  })

  test('filters of one list are removed with it', () => {
    expect(noFilters(new URLSearchParams('why=review&mine=1'))).toEqual({ why: null, mine: null })
  })
})
