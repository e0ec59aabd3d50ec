import { expect, test } from 'vitest'
import { readFilters, readFilterText } from '../../web/screens/results/result-filters.ts'

test('a link with a filter sets what it names, and a word alone is the beginning of a sample', () => {
  const { search, wrong } = readFilterText(
    'call:detected,review; when:last_7_days;S-04;controls:without',
  )
  expect(wrong).toEqual([])
  expect(readFilters(search)).toEqual({
    sample: 'S-04',
    calls: ['detected', 'review'],
    type: null,
    when: 'last_7_days',
    held: false,
    noControls: true,
  })
})

test('invalid parts of a filter are named, and the others hold', () => {
  const { search, wrong } = readFilterText(
    'call:positive;type:unknown;colour:red;when:;controls:with',
  )
  expect(wrong).toEqual(['call:positive', 'colour:red', 'when:', 'controls:with'])
  expect(readFilters(search)).toMatchObject({ calls: [], type: 'unknown', when: null })
})
