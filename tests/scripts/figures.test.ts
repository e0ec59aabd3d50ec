import { expect, test } from 'vitest'
import type { ReportRow } from '../../scripts/report-table.ts'
import { writeFigures } from '../../scripts/write-figures.ts'

const page = '# Figures\n\nBy hand: 5.\n\n## Written by the benches\n'
const row = (name: string, value: number, ok: boolean | null = null): ReportRow => {
  return { name, value, unit: 'ms', bar: ok === null ? '' : '<= 4', ok }
}
const at = { date: '2026-11-24', machine: '2 cores' }

test('figures of a bench come into the page with date, machine, bar and verdict', () => {
  const text = writeFigures(
    page,
    'edge',
    [row('read | list', 3.14159, true), row('write', 5, false)],
    at,
  )
  expect(text).toContain('By hand: 5.')
  expect(text).toContain('### edge\n\nMeasured on 2026-11-24: 2 cores.\n')
  expect(text).toContain(
    '| read \\| list | 3.142 | ms | <= 4 | met |\n| write | 5 | ms | <= 4 | not met |\n',
  )
})

test('figures that are measured again take the place of the old ones, and others stay', () => {
  const once = writeFigures(
    writeFigures(page, 'edge', [row('old', 1)], at),
    'sync',
    [row('kept', 2)],
    at,
  )
  const again = writeFigures(once, 'edge', [row('new', 3)], { ...at, date: '2026-11-25' })
  expect(again).not.toContain('| old |')
  expect(again).toContain('| new | 3 |')
  expect(again).toContain('| kept | 2 |')
  expect(again.match(/^### edge$/gm)).toHaveLength(1)
  expect(writeFigures(again, 'edge', [row('new', 3)], { ...at, date: '2026-11-25' })).toBe(again)
})
