import { expect, test } from 'vitest'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { ResultNotices } from '../../web/screens/analyses/detail/ResultNotices.tsx'
import type { ShownResults } from '../../web/screens/analyses/detail/use-shown-results.ts'
import { mount } from './mount.tsx'

const record = {
  curves_hash: 'a',
  status: 'COMPLETE',
  samples: [],
  method: { process: { steps: [] } },
} as unknown as Analysis

/** Show the notices above results with a no-template control in H11 that is not clean. */
function show(cq: number | null): string {
  const controls = [{ rule: 'ntc_clean', ok: false, target: 'hlyA', wells: ['H11'] }]
  const wells = [
    { well: 'H11', target: 'hlyA', cq },
    { well: 'A1', target: 'hlyA', cq: 22 },
    { well: 'H11', target: 'IAC', cq: 30 },
  ]
  const shown = {
    results: { controls, wells },
    loaded: { error: null, retry: () => undefined },
    trial: { layers: null },
    isNewest: true,
  } as unknown as ShownResults
  const nothing = () => undefined
  return mount(
    <ResultNotices record={record} shown={shown} onNewest={nothing} onControls={nothing} />,
  ).textContent
}

test('issue 20: a no-template control amplified only if it has a Cq of the target', () => {
  expect(show(36.2)).toContain('A no-template control amplified: hlyA')
  expect(show(null)).toContain('A no-template control is not proven negative: hlyA')
})
