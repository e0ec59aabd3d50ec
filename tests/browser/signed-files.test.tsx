// The files of a run are refused by the loader itself: what the page offers then is the point.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { AnalysisPage } from '../../web/screens/analyses/detail/AnalysisPage.tsx'
import { mount } from './mount.tsx'

const read = vi.hoisted(() => vi.fn())
vi.mock('../../web/local/blobs.ts', async (load) => ({ ...(await load<object>()), loadBlob: read }))
vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  const { operatorAccount } = await import('../support/operator-account.ts')
  const permissions = ['analysis.search', 'analysis.validate']
  return {
    ...(await load<object>()),
    account: signal({ ...operatorAccount, permissions }),
    may: (permission: string) => permissions.includes(permission),
  }
})
afterEach(() => read.mockReset())

const record = {
  uuid: '0f6a4c1e-0000-4000-8000-000000000001',
  name: 'Monday run',
  status: 'COMPLETE',
  recipe_name: 'Any',
  cartridge_type: 'Wells16',
  user_uuid: 'u',
  user_name: 'Olga',
  samples: [],
  exclusions: [],
  curves_hash: 'b'.repeat(64),
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
  results: [
    {
      hash: 'a'.repeat(64),
      engine: 'e',
      computed_at: '2026-11-21T10:00:00.000Z',
      computed_by: 'Olga',
      reason: '',
      summary: { detected: 0, not_detected: 0, review: 0, invalid: 0, controls_ok: true },
    },
  ],
  method: { process: { channels: [], steps: [] }, evaluation: { targets: [], controls: {} } },
  notebook: '',
} as unknown as Analysis

const reasons: [reason: string, fault: Fault, words: RegExp][] = [
  ['files_missing', new Fault('not_found', 'No such file'), /cannot be signed or released/],
  [
    'file_damaged',
    new Fault('refused', 'The file is damaged', { reason: 'file_damaged' }),
    /is damaged\./,
  ],
]

test.each(reasons)(
  'faults R1: no signature is offered and it says why: %s',
  async (_, fault, words) => {
    read.mockRejectedValue(fault)
    mount(<AnalysisPage record={record} />)
    const sign = page.getByRole('button', { name: 'Sign and validate' })
    await expect.element(sign).toHaveAttribute('aria-disabled', 'true')
    await expect.element(sign).toHaveAccessibleDescription(words)
  },
)
