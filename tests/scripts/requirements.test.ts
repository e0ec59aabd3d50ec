import { expect, test } from 'vitest'
import { idsOf, readRequirements, shortenIds, sumUp, tally } from '../../scripts/requirements.ts'
import {
  readPlaywrightReport,
  readVitestReport,
  readWrittenTitles,
} from '../../scripts/test-reports.ts'

// Put together here, so that this file itself proves nothing to the trace.
const title = (...ids: string[]) => `${ids.map((id) => `[${id}]`).join(' ')} holds`
const passing = (...ids: string[]) => ({ title: title(...ids), passed: true })

test('ids are read from titles, one or several in a bracket', () => {
  expect(idsOf(title('STATE-006'))).toEqual(['STATE-006'])
  expect(idsOf(title('CALL-001', 'CALL-002'))).toEqual(['CALL-001', 'CALL-002'])
  expect(idsOf(title('NAV-001, NAV-002'))).toEqual(['NAV-001', 'NAV-002'])
})

test('an array index or a region in brackets is no id', () => {
  expect(idsOf("rows[0]; ['EU-1']; [A1]")).toEqual([])
})

test('the table counts by area, in the order of the list', () => {
  const list = readRequirements(
    'id\tsection\tarea\trequirement\nSTATE-001\ts\ta\tx\nSTATE-002\ts\ta\tx\nCALL-001\ts\ta\ty\n',
  )
  expect(list[2]).toEqual({ id: 'CALL-001', section: 's', area: 'a', requirement: 'y' })
  const ids = list.map(({ id }) => id)
  expect(tally(ids, sumUp([passing('STATE-002')]).proven)).toEqual([
    { area: 'STATE', rows: 2, proven: 1, missing: ['STATE-001'] },
    { area: 'CALL', rows: 1, proven: 0, missing: ['CALL-001'] },
  ])
})

test('a failing test carries nothing, unless another of the same id passes', () => {
  const failing = { title: title('CALL-001', 'CALL-002'), passed: false }
  const { proven, failed } = sumUp([failing, passing('CALL-002')])
  expect([[...proven], [...failed]]).toEqual([['CALL-002'], ['CALL-001']])
})

test('titles around a test count, skipped tests do not', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { ancestorTitles: [title('CALL-001')], title: 'a', status: 'passed' },
          { ancestorTitles: [], title: title('CALL-002'), status: 'failed' },
          { ancestorTitles: [], title: title('CALL-003'), status: 'skipped' },
        ],
      },
    ],
  }
  const { proven, failed } = sumUp(readVitestReport(report).flatMap(({ tests }) => tests))
  expect([[...proven], [...failed]]).toEqual([['CALL-001'], ['CALL-002']])
})

test('a walk that passed at the second try carries nothing', () => {
  const spec = (id: string, status: string) => ({ title: title(id), tests: [{ status }] })
  const suites = [
    {
      title: 'file',
      specs: [spec('NAV-001', 'expected')],
      suites: [
        { title: title('NAV-004'), specs: [spec('NAV-002', 'flaky'), spec('NAV-003', 'skipped')] },
      ],
    },
  ]
  const { proven, failed } = sumUp(readPlaywrightReport({ suites }).flatMap(({ tests }) => tests))
  expect([[...proven], [...failed]]).toEqual([['NAV-001'], ['NAV-004', 'NAV-002']])
})

test('a file that was not run gives the ids in its titles', () => {
  const text = `test('${title('ENV-001')}', () => {}); rows[0]`
  expect([...sumUp(readWrittenTitles(text)).proven]).toEqual(['ENV-001'])
})

test('ids that follow each other are written as one', () => {
  expect(shortenIds(['CALL-001', 'CALL-002', 'CALL-003', 'CALL-005', 'CALL-008', 'CALL-009'])).toBe(
    'CALL-001 to 003, 005, 008, 009',
  )
})
