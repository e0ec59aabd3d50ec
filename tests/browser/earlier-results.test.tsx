// Replaces the service: how it finds results by a whole name is tested at the edge.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis, Sample } from '../../domain/entities/analysis.ts'
import { EarlierResults } from '../../web/screens/analyses/detail/review/EarlierResults.tsx'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/session.ts', async (load) => ({
  ...(await load<object>()),
  may: () => true,
}))
afterEach(() => void asked.mockReset())

const row = (analysis_uuid: string, changes: object = {}) => ({
  analysis_uuid,
  analysis_name: `Run ${analysis_uuid}`,
  sample_uuid: 's',
  target: 'Influenza A',
  call: 'detected',
  cq_mean: 27.314,
  created_at: '2026-11-21T10:00:00.000Z',
  superseded: false,
  ...changes,
})
const record = { uuid: 'own' } as Analysis
const sample = (sample_type: string) => ({ name: 'P-17', sample_type }) as Sample

test('issue 20: results of other runs with the name of the sample are listed, without those that were corrected', async () => {
  await page.viewport(1366, 768)
  asked.mockResolvedValue({
    data: [
      row('own'),
      row('a'),
      row('b', { superseded: true }),
      row('c', { call: 'not_detected', cq_mean: null }),
    ],
  })
  mount(<EarlierResults record={record} sample={sample('unknown')} />)
  const list = page.getByRole('region', { name: 'Other results of samples with this name' })
  await expect.element(list.getByRole('listitem').nth(1)).toBeVisible()
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ body: { filters: { sample_named: 'P-17' } } })
  const lines = list.getByRole('listitem').all()
  expect(lines.map((line) => line.element().textContent)).toEqual([
    expect.stringMatching(/Run a.*Influenza A.*Detected.*Cq 27\.31/),
    expect.stringMatching(/Run c.*Influenza A.*Not detected.*Cq –/),
  ])
  await expect
    .element(list.getByRole('link', { name: 'Run a' }))
    .toHaveAttribute('href', '/analyses/details/a')
})

test('issue 20: controls, whose names are alike on every plate, ask for nothing', () => {
  mount(<EarlierResults record={record} sample={sample('ntc')} />)
  expect(asked).not.toHaveBeenCalled()
})
