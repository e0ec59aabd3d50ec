import { afterEach, expect, test, vi } from 'vitest'
import { printTable } from '../../scripts/report-table.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  [3470.1, '3470'],
  [1200.2, '1200'],
  [0.5, '0.5'],
  [2.0004, '2'],
  [28_312.4, '2.831e+4'],
  [40, '40'],
])('the table of figures writes %d as %s', (value, text) => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  printTable([{ name: 'figure', value, unit: 'ms', bar: '', ok: null }])
  expect(lines.at(-1)).toMatch(new RegExp(`^figure +${text.replace(/[.+]/g, '\\$&')} +ms$`))
})
