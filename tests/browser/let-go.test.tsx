import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { noteLaunch } from '../../domain/sync/create-again.ts'
import { addPending, newDocument, refuse } from '../../domain/sync/document.ts'
import type { LocalDocument, Pending } from '../../domain/sync/pending.ts'
import { DiscardDialog } from '../../web/screens/sync/DiscardDialog.tsx'
import { WaitingList } from '../../web/screens/sync/WaitingList.tsx'
import { mount } from './mount.tsx'

const uuid = '8f1b6d8e-5a44-4c4e-9a43-0d5f7d0c1a01'
const at = '2026-03-01T08:00:00.000Z'
const plan = { uuid, name: 'Run', notebook: '', device_uuid: null, samples: [] }

function refusedPlan(hostname: string | null): { document: LocalDocument; operation: Pending } {
  const made = addPending(newDocument('analysis', uuid, at), {
    op_id: 'one',
    made_at: at,
    tries: 0,
    next_at: 0,
    state: 'waiting',
    fault: null,
    type: 'create',
    input: plan as never,
    shown: plan,
  })
  const launched = hostname === null ? made : noteLaunch(made, hostname)
  const document = refuse(launched, 'one', { code: 'forbidden', message: 'no' })
  return { document, operation: document.pending[0] as Pending }
}

test('letting go of a plan that was launched by hostname says where its run is kept, and offers the file first', async () => {
  const [onExport, onDiscard] = [vi.fn(), vi.fn()]
  const acts = { onExport, onDiscard, onClose: () => undefined }
  mount(<DiscardDialog {...refusedPlan('cube-7')} {...acts} />)
  await expect.element(page.getByText('Launched on cube-7: its run may be there')).toBeVisible()
  const link = page.getByRole('link', { name: 'See the run on its device' })
  await expect.element(link).toHaveAttribute('href', `/analyses/details/local/${uuid}/cube-7/0`)
  await page.getByRole('button', { name: 'Export to a file' }).click()
  expect(onExport).toHaveBeenCalledTimes(1)
  expect(onDiscard).not.toHaveBeenCalled()
})

test('one that was not launched is let go of as any other', async () => {
  const none = () => undefined
  mount(<DiscardDialog {...refusedPlan(null)} onExport={none} onDiscard={none} onClose={none} />)
  await expect.element(page.getByText(/was refused and exists only here/)).toBeVisible()
  expect(document.body.textContent).not.toContain('Launched on')
})

test('the list of refused plans says so too', async () => {
  const { document: one } = refusedPlan('cube-7')
  const none = () => undefined
  mount(<WaitingList documents={[one]} acts={{ retry: none, insist: none, discard: none }} />)
  await expect.element(page.getByText('Launched on cube-7: its run may be there')).toBeVisible()
})
