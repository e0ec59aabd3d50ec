import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Results } from '../../domain/results.ts'
import { ControlsPanel } from '../../web/screens/analyses/detail/ControlsPanel.tsx'
import { mount } from './mount.tsx'

const record = {
  cartridge_type: 'Wells96',
  samples: [
    { uuid: 'n', sample_type: 'ntc' },
    { uuid: 'p', sample_type: 'positive' },
    { uuid: 'u', sample_type: 'unknown' },
  ],
} as unknown as Analysis

const wellOf = (well: string, sample: string, cq: number | null, rule = 'cq_in_range') => ({
  well,
  sample_uuid: sample,
  target: 'N1',
  cq,
  trace: [{ rule, value: null, limit: null, decided: true }],
})

const results = {
  controls: [
    { rule: 'ntc_clean', ok: true, target: 'N1', wells: [] },
    { rule: 'positive_detected', ok: true, target: 'N1', wells: [] },
    { rule: 'positive_cq', ok: false, target: 'N1', wells: ['A3'] },
  ],
  wells: [
    wellOf('A1', 'n', null),
    wellOf('A2', 'p', 24.312),
    wellOf('A3', 'p', 29.5),
    wellOf('A4', 'p', 12, 'excluded'),
    wellOf('A5', 'u', 20),
  ],
} as unknown as Results

test('first-use P10: a control that passed says in which wells and with which Cq, as one that failed does', async () => {
  const select = vi.fn<(wells: Set<number>) => void>()
  mount(<ControlsPanel record={record} results={results} onSelect={select} />)
  const rows = page.getByRole('listitem')
  for (const [at, wells, cq] of [
    [0, 'A1', 'not detected'],
    [1, 'A2–A3', 'Cq 24.31–29.50'],
    [2, 'A3', 'Cq 29.50'],
  ] as const) {
    await expect.element(rows.nth(at).getByRole('button', { name: wells })).toBeVisible()
    await expect.element(rows.nth(at).getByText(cq)).toBeVisible()
  }
  await userEvent.click(rows.nth(1).getByRole('button'))
  expect(select).toHaveBeenCalledWith(new Set([1, 2]))
})
