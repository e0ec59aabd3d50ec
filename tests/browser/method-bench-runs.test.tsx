// Records and curve files are those of this browser; the service is answered from memory.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hashOf } from '../../web/local/blobs.ts'
import { MethodBench } from '../../web/screens/methods/bench/MethodBench.tsx'
import { closeRecords, openRecords } from '../../web/state/records.ts'
import { encodeCurves } from '../../workers/run/blob.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { uuidOf } from '../support/uuid-of.ts'
import { makeRun } from '../workers/run.ts'
import { recordOfRun } from './bench/run-record.ts'
import { MemoryEdge } from './local-edge.ts'
import { mount } from './mount.tsx'

vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  const { operatorAccount: account } = await import('../support/operator-account.ts')
  return { ...(await load<object>()), account: signal(account), may: () => true }
})

const input = makeRun([
  { type: 'positive', wells: [[18, 25]] },
  { type: 'unknown', wells: [[30, 25]] },
])
const ownFetch = window.fetch
const edge = new MemoryEdge()

/** Put a run into the service's table, and its curve file into this browser. */
async function putRun(number: number, name: string, change: object = {}): Promise<void> {
  const uuid = uuidOf(100 + number)
  const at = `2026-11-2${number}T08:00:00.000Z`
  const file = encodeCurves({ amplification: input.amplification, melt: null })
  const hash = await hashOf(file)
  const cache = await caches.open(`blobs-${operatorAccount.uuid}`)
  await cache.put(`/blob/${hash}`, new Response(file))
  const body = {
    ...recordOfRun(input, { name, sample: 'Swab' }),
    uuid,
    created_at: at,
    updated_at: at,
    curves_hash: hash,
    notebook: '',
    results: [],
    device_uuid: null,
    bcube: 'bcube-7',
    recipe_name: 'N1',
    ...change,
  }
  edge.put({ kind: 'analysis', uuid, body })
}

beforeEach(() => {
  window.fetch = edge.fetch
})
afterEach(async () => {
  await closeRecords({ leave: true })
  await caches.delete(`blobs-${operatorAccount.uuid}`)
  window.fetch = ownFetch
})

test('offers finished runs that were measured in the channels of the method, newest first', async () => {
  const { process, evaluation } = recordOfRun(input, { name: '', sample: '' }).method
  const oneChannel = { ...process, channels: process.channels.slice(1) }
  await putRun(1, 'Old plate')
  await putRun(2, 'Without FAM', { method: { process: oneChannel, evaluation } })
  await putRun(3, 'Still running', { status: 'RUNNING' })
  await putRun(4, 'Stopped', { status: 'ABORT' })
  await putRun(5, 'New plate', { source: { file_name: 'plate.rdml' }, status: 'VALIDATION' })
  await openRecords(operatorAccount, () => undefined)
  const draft = {
    ...input.evaluation,
    targets: input.evaluation.targets.map((one) => ({ ...one, cq_max: 25 })),
  }
  mount(<MethodBench inForce={input.evaluation} draft={draft} onThreshold={null} />)
  const names = () =>
    [...document.querySelectorAll('[role=rowheader] button')].map((one) => one.textContent)
  await expect.poll(names, { timeout: 15_000 }).toEqual(['New plate', 'Old plate'])
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) }).element()
  await expect.poll(() => row('New plate').textContent).toContain('plate.rdml')
  await expect.poll(() => row('Old plate').textContent).toContain('bcube-7')
  for (const name of ['New plate', 'Old plate']) {
    await expect
      .poll(() => row(name).querySelector('[role=cell]')?.textContent, { timeout: 15_000 })
      .toMatch(/^[1-9]/)
  }
  // Draw the threshold as a line and no handle, without a right to change the draft.
  expect(page.getByRole('slider').query()).toBeNull()
})
