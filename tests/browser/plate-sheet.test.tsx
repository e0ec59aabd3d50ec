import { expect, test, vi } from 'vitest'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Results } from '../../domain/results.ts'
import { PlateSheet } from '../../web/screens/analyses/detail/PlateSheet.tsx'
import { analysisRecord } from './local-bench-records.ts'
import { mount } from './mount.tsx'

const sample = (uuid: string, name: string, sample_type: string, well: string) => ({
  uuid,
  name,
  sample_type,
  coordinates: [well],
})
const record = analysisRecord(2, {
  status: 'COMPLETE',
  name: 'Plate on paper',
  cartridge_type: 'Wells96',
  samples: [
    sample('one', 'S-26-00471', 'unknown', 'A1'),
    sample('two', 'NTC', 'ntc', 'A2'),
    sample('three', 'Swab', 'unknown', 'B1'),
  ],
  sample_reviews: [{ sample_uuid: 'three', verdict: 'held', reason: 'again' }],
}).body as unknown as Analysis
const result = (
  well: string,
  target: string,
  call: string,
  cq: number | null,
  excluded = false,
) => ({
  well,
  sample_uuid: well === 'A1' ? 'one' : 'two',
  target,
  call,
  cq,
  trace: excluded ? [{ rule: 'excluded', decided: true }] : [],
})
const results = {
  wells: [
    result('A1', 'hlyA', 'detected', 22.684),
    result('A1', 'IAC', 'detected', 30.1),
    result('A2', 'hlyA', 'not_detected', null),
    result('B1', 'hlyA', 'review', 38.2, true),
  ],
  samples: [
    { sample_uuid: 'one', target: 'hlyA', quantity: { value: 1250, low: null, high: null } },
  ],
} as unknown as Results

/** Show the sheet, and return its cells by row and column. */
function print(target: string | null, status = 'COMPLETE') {
  vi.spyOn(globalThis, 'print').mockImplementation(() => undefined)
  const shown = { ...record, status } as Analysis
  mount(<PlateSheet record={shown} results={results} target={target} onPrinted={() => undefined} />)
  const sheet = document.querySelector('article')!
  const cell = (row: number, column: number) =>
    sheet.querySelectorAll('tbody tr')[row]!.querySelectorAll('td')[column]!
  return { sheet, cell }
}

test('issue 20: a printed well has type, name, and sign and Cq of each target', () => {
  const { sheet, cell } = print(null)
  expect([...cell(0, 0).querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'U S-26-00471',
    '● 22.68 hlyA',
    '● 30.10 IAC',
  ])
  expect(cell(0, 1).textContent).toBe('N NTC○ – ')
  // Check the frame of the control, which is in ink.
  expect(sheet.querySelectorAll('td[data-control]')).toHaveLength(1)
  expect(cell(1, 0).textContent).toBe('U◐ Swab⊘ 38.20 ')
})

test('issue 20: one target is printed with its quantity, and the legend has the signs of the sheet only', () => {
  const { sheet, cell } = print('hlyA')
  expect([...cell(0, 0).querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'U S-26-00471',
    expect.stringMatching(/^● 22\.68 1[.,]?250$/),
  ])
  const legend = [...sheet.querySelectorAll('p > span > b')].map(({ textContent }) => textContent)
  expect(legend).toEqual(['U', 'N', '●', '○', '⊘', '◐'])
})

test('issue 20: during a run only detections are printed', () => {
  const { cell } = print('hlyA', 'RUNNING')
  expect(cell(0, 0).textContent).toContain('22.68')
  expect(cell(0, 1).textContent).toBe('N NTC')
})
