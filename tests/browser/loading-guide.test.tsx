import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useSignals } from '@preact/signals-react/runtime'
import type { Plan } from '../../web/screens/analyses/wizard/plan.ts'
import { LoadingView } from '../../web/screens/analyses/wizard/loading/LoadingView.tsx'
import { closeDraft, draft, fillDraft, openDraft } from '../../web/state/draft.ts'
import { forgetLoading, loading } from '../../web/state/loading.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const samples = [
  { uuid: uuidOf(1), name: 'F-26-001', sample_type: 'unknown' as const, coordinates: ['A1', 'A2'] },
  { uuid: uuidOf(2), name: 'F-26-002', sample_type: 'unknown' as const, coordinates: ['B1'] },
  { uuid: uuidOf(3), name: 'NTC', sample_type: 'ntc' as const, coordinates: ['C3'] },
]
const plan = { methodName: 'Screening', device: null } as Plan

afterEach(() => {
  forgetLoading(draft.peek()?.uuid ?? '')
  closeDraft()
  localStorage.clear()
})

function Guide() {
  useSignals()
  return draft.value && <LoadingView draft={draft.value} plan={plan} onClose={() => undefined} />
}

function open(): HTMLElement {
  openDraft('olga', 'new')
  if (draft.peek()?.layout.present.length === 0) {
    fillDraft({ cartridge_type: 'Wells9', name: 'Plate' }, samples)
  }
  return mount(<Guide />)
}

const now = () => page.getByRole('region', { name: 'What to pipette now' })
const scan = async (text: string) => {
  for (const key of [...text, 'Enter']) {
    const init = { key, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
  }
}

test('[SCREEN-021] the cartridge is loaded step by step with the keyboard, and undone', async () => {
  open()
  await expect.element(now().getByText('A1', { exact: true })).toBeVisible()
  await userEvent.keyboard(' ')
  await expect.element(now().getByText('A2', { exact: true })).toBeVisible()
  await new Promise((done) => setTimeout(done, 80))
  await userEvent.keyboard('{Enter}')
  await expect.element(now().getByText('F-26-002').first()).toBeVisible()
  await expect.element(page.getByText('2 of 4 wells loaded')).toBeVisible()
  await new Promise((done) => setTimeout(done, 80))
  await userEvent.keyboard('{Backspace}')
  await expect.element(page.getByText('A2: marked as not loaded')).toBeVisible()
  await expect.element(page.getByText('1 of 4 wells loaded')).toBeVisible()
})

test('a label read by a hand scanner marks its step, and lights another one’s place', async () => {
  open()
  await page.getByRole('radio', { name: 'By sample' }).click()
  await expect.element(now().getByText('Step 1 of 3')).toBeVisible()
  document.querySelector<HTMLElement>('[data-done] button')?.focus()
  await scan('F-26-001')
  await expect.element(page.getByText('2 of 4 wells loaded')).toBeVisible()
  await scan('NTC')
  await expect
    .element(page.getByText('NTC is not due now: its position is highlighted'))
    .toBeVisible()
  await expect.element(now().getByText('C3', { exact: true })).toBeVisible()
  await scan('X-99')
  await expect.element(page.getByText('X-99 is not a sample of this plan')).toBeVisible()
})

test('a label that begins with the key of taking back takes nothing back', async () => {
  open()
  document.querySelector<HTMLElement>('[data-done] button')?.focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('1 of 4 wells loaded')).toBeVisible()
  await scan('U-99')
  await expect.element(page.getByText('U-99 is not a sample of this plan')).toBeVisible()
  await new Promise((done) => setTimeout(done, 200))
  await expect.element(page.getByText('1 of 4 wells loaded')).toBeVisible()
  await userEvent.keyboard('u')
  await expect.element(page.getByText('0 of 4 wells loaded')).toBeVisible()
})

test('the progress stays through a reload, and every well is announced to a screen reader', async () => {
  const first = open()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByText('1 of 4 wells loaded')).toBeVisible()
  const kept = JSON.parse(localStorage.getItem(`loading-${draft.peek()?.uuid}`) ?? '{}') as {
    done: object
  }
  expect(Object.keys(kept.done)).toEqual(['A1'])
  expect(loading.peek().started_at).not.toBeNull()
  const cell = first.querySelector('[data-well="0"]')
  expect(cell?.getAttribute('aria-label')).toContain('loaded')
  expect(first.querySelector('[data-well="1"]')?.getAttribute('aria-label')).toContain('due now')
})

test('a press on a well goes to its step; at the end it says what to do', async () => {
  open()
  await page.getByRole('gridcell', { name: /^C3/ }).click()
  await expect.element(now().getByText('NTC')).toBeVisible()
  await page.getByRole('radio', { name: 'By column' }).click()
  for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(now().getByText('All wells are loaded').last()).toBeVisible()
})
