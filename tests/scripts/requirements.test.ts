import { expect, test } from 'vitest'
import { readProvenIds, readRequirementIds, tally } from '../../scripts/requirements.ts'

// Put together here, so that this file itself proves nothing to the trace.
const title = (...ids: string[]) =>
  `test('${ids.map((id) => `[${id}]`).join(' ')} holds', () => {})`

test('ids are read from titles, one or several in a bracket', () => {
  const ids = readProvenIds([
    title('STATE-006'),
    title('CALL-001', 'CALL-002'),
    title('NAV-001, NAV-002'),
  ])
  expect([...ids].sort()).toEqual(['CALL-001', 'CALL-002', 'NAV-001', 'NAV-002', 'STATE-006'])
})

test('an array index or a region in brackets is no id', () => {
  expect(readProvenIds(["rows[0]; ['EU-1']; [A1]"]).size).toBe(0)
})

test('the table counts by area, in the order of the list', () => {
  const ids = readRequirementIds('id\tsection\nSTATE-001\tx\nSTATE-002\tx\nCALL-001\ty\n')
  expect(tally(ids, new Set(['STATE-002']))).toEqual([
    { area: 'STATE', rows: 2, proven: 1 },
    { area: 'CALL', rows: 1, proven: 0 },
  ])
})
