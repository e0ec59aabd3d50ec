import { expect, test } from 'vitest'
import { countTrend } from '../../web/screens/home/count-trend.ts'

const today = Date.parse('2026-11-21T00:00:00Z')
const summary = { detected: 2, not_detected: 5, review: 1, invalid: 0, controls_ok: true }
const ended = (uuid: string, at: string, more = {}) => ({
  uuid,
  status: 'COMPLETE' as const,
  created_at: at,
  ended_at: at as string | null,
  summary,
  ...more,
})

test('[SCREEN-001] [SCREEN-002] completed analyses and their samples are counted on the day they ended, in the account’s zone', () => {
  const analyses = [
    ended('a', '2026-11-20T23:30:00.000Z'),
    ended('b', '2026-11-20T22:30:00.000Z', { status: 'VALIDATION' }),
    ended('c', '2026-11-19T12:00:00.000Z', { summary: null }),
  ]
  const columns = countTrend(analyses, 'week', today, 'Europe/Rome')
  expect(columns.length).toBe(7)
  expect(columns.slice(-3).map(({ validated, waiting }) => [validated, waiting])).toEqual([
    [0, 1],
    [1, 0],
    [0, 1],
  ])
  expect(columns.at(-1)?.samples).toEqual({ detected: 2, not_detected: 5, review: 1, invalid: 0 })
  expect(columns.at(-3)?.samples.detected).toBe(0)
})

test('a run that is incomplete, was corrected, or ended before the time is not counted; a file without a date counts from its arrival', () => {
  const analyses = [
    ended('a', '2026-11-20T12:00:00.000Z'),
    ended('b', '2026-11-20T13:00:00.000Z', { corrects: 'a' }),
    ended('c', '2026-11-20T14:00:00.000Z', { status: 'ABORTED' }),
    ended('d', '2026-11-14T22:00:00.000Z'),
    { ...ended('e', '2026-11-20T12:00:00.000Z'), status: 'RUNNING' as const, ended_at: null },
    { ...ended('f', '2026-11-20T12:00:00.000Z'), ended_at: null },
  ]
  const columns = countTrend(analyses, 'week', today, 'UTC')
  const sum = columns.reduce((total, { validated, waiting }) => total + validated + waiting, 0)
  expect(sum).toBe(2)
})
