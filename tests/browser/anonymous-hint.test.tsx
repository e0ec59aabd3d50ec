import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { changeDraft, closeDraft, draft, openDraft } from '../../web/state/draft.ts'
import { KeepForm } from '../../web/screens/analyses/import/KeepForm.tsx'
import type { Keep } from '../../web/screens/analyses/import/use-keep.ts'
import { LayoutStep } from '../../web/screens/analyses/wizard/LayoutStep.tsx'
import type { Plan } from '../../web/screens/analyses/wizard/plan.ts'
import { mount } from './mount.tsx'

afterEach(() => {
  closeDraft()
  localStorage.clear()
})

const plan = { protocol: null } as Plan

function drawLayout(): HTMLElement {
  openDraft('olga', 'new')
  changeDraft({ cartridge_type: 'Wells9' })
  const planned = draft.peek()
  if (!planned) throw new Error('no draft')
  return mount(<LayoutStep draft={planned} plan={plan} problems={[]} />)
}

test('[PERM-039] [MODE-005] medical users: where sample names are typed anonymous IDs are asked for, until it is put away for good', async () => {
  const first = drawLayout()
  const hint = page.getByRole('note')
  await expect.element(hint.getByText('anonymous IDs', { exact: false })).toBeVisible()
  await hint.getByRole('button', { name: 'Dismiss' }).click()
  expect(first.querySelector('[role=note]')).toBeNull()
  // Expect the plate and its fields as they are.
  expect(first.querySelector('[role=grid]')).not.toBeNull()
  first.remove()
  expect(drawLayout().querySelector('[role=note]')).toBeNull()
})

test('[PERM-039] samples that come with a file show it as well', async () => {
  const nothing = () => undefined
  const keep = {
    name: 'Plate',
    swarm: '',
    recipe: '',
    swarms: [],
    recipes: [],
    error: null,
    setName: nothing,
  } as unknown as Keep
  mount(<KeepForm keep={keep} />)
  await expect.element(page.getByText('should be anonymous IDs', { exact: false })).toBeVisible()
})
