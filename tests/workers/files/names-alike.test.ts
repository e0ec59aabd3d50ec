import { expect, it } from 'vitest'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { readOne } from './caught.ts'

/** Read a table whose wells have these samples, or these targets. */
async function alike(names: readonly string[], head = 'Sample') {
  const rows = names.map((name, i) =>
    [`A${i + 1}`, name, ...tableCycles.map((cycle) => tableLight(i, cycle))].join(','),
  )
  const { run } = await readOne(`${['Well', head, ...tableCycles].join(',')}\n${rows.join('\n')}\n`)
  expect(
    run.wells.map(({ sample, targets }) => (head === 'Sample' ? sample : targets[0]?.target)),
  ).toEqual(names)
  return run.notices.flatMap(({ code, severity, place, params }) =>
    code === 'names_alike' ? [[severity, place.wells, params['first'], params['second']]] : [],
  )
}

it.each([
  ['a Cyrillic letter', 'Control', '\u0421ontrol'],
  ['a Greek letter', 'NTC', '\u039dTC'],
  ['a no-break space', 'Liver 1', 'Liver\u00a01'],
  ['two blanks', 'Liver 1', 'Liver  1'],
  ['a letter of full width', 'S1', '\uff331'],
  ['a sign that is not seen', 'Liver', 'Li\u200bver'],
])('names that differ in %s are named as two', async (_, first, second) => {
  expect(await alike([first, second, first, second])).toEqual([
    ['warning', 'A2, A4', first, second],
  ])
  expect(await alike([first, second], 'Target')).toEqual([['warning', 'A2', first, second]])
})

it('names that differ in what is seen, and names of another script, are no news', async () => {
  expect(
    await alike(['Liver 1', 'liver 1', 'Liver-1', 'Liver 10', 'Печень 1', 'Печень 2']),
  ).toEqual([])
})
