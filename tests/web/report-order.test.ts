import { expect, test } from 'vitest'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { reportTemplates } from '../../domain/entities/report.ts'
import {
  filtersOfView,
  orderReport,
  type ReportChoice,
  templatesOf,
} from '../../web/screens/analyses/detail/export/report-order.ts'

const record = {
  uuid: 'analysis',
  cartridge_type: 'Wells16',
  samples: [
    { uuid: 'a', name: 'Anna', coordinates: ['A1', 'A2'] },
    { uuid: 'b', name: 'Bert', coordinates: ['A3'] },
    { uuid: 'c', name: 'Carl', coordinates: ['B1'] },
  ],
  method: {
    evaluation: {
      targets: [
        { name: 'N1', channel: 'FAM' },
        { name: 'IC', channel: 'VIC' },
      ],
    },
  },
} as unknown as Analysis

const choice: ReportChoice = {
  type: 'analysis',
  template: 'analysis_results',
  format: 'csv',
  useFilters: false,
  unticked: new Set(),
}

test('[VAL-052] [VAL-054] a report begins with the first template of its type and all samples ticked', () => {
  expect(templatesOf(reportTemplates, 'analysis')[0]?.name).toBe('analysis_results')
  expect(templatesOf(reportTemplates, 'sample')[0]?.name).toBe('sample_results')
  expect(orderReport(choice, record, null)).toMatchObject({
    by: 'analysis',
    call: { body: { samples: { a: true, b: true, c: true } } },
  })
})

test('[VAL-051] by a template of samples only those that are ticked are asked for', () => {
  const order = orderReport(
    { ...choice, type: 'sample', template: 'sample_results', unticked: new Set(['b']) },
    record,
    null,
  )
  expect(order.by === 'sample' && order.calls.map(({ params }) => params.id)).toEqual(['a', 'c'])
  // Name the run, as a correction has the same samples.
  expect(order).toMatchObject({ calls: [{ query: { analysis: record.uuid } }, {}] })
})

test('[VAL-053] filters that are in use name the samples, whatever is ticked', () => {
  const filters = filtersOfView(record, { wells: new Set([0, 2]), off: new Set() })
  expect(filters).toEqual({ samples: ['Anna', 'Bert'] })
  const used = { ...choice, useFilters: true, unticked: new Set(['a']) }
  expect(orderReport(used, record, filters)).toMatchObject({ call: { body: { filters } } })
  const order = orderReport({ ...used, type: 'sample' }, record, filters)
  expect(order.by === 'sample' && order.calls.map(({ params }) => params.id)).toEqual(['a', 'b'])
})

test('channels that are switched off leave their targets out; nothing selected is no filter', () => {
  expect(filtersOfView(record, { wells: new Set(), off: new Set(['VIC']) })).toEqual({
    targets: ['N1'],
  })
  expect(filtersOfView(record, { wells: new Set(), off: new Set() })).toBeNull()
  // Select an empty well, which holds no sample.
  expect(filtersOfView(record, { wells: new Set([15]), off: new Set() })).toBeNull()
})
