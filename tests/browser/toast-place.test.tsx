import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ToastRegion } from '../../web/parts/toast/ToastRegion.tsx'
import { mount } from './mount.tsx'

/** Height in pixels of the bars at the top and, on a phone, at the foot of each page (web/shell). */
const topBar = 52
/** Buttons at the foot of the wizard, of a selection and of dialogs, above the bar of the pages. */
const footButtons = 64 + 60
/** Widths in pixels of a record's panel, which has its actions at the foot, and of the menu. */
const panel = 420
const menu = 216

test('a passing message covers neither the top bar nor the buttons at the foot of a phone', async () => {
  await page.viewport(390, 700)
  mount(<ToastRegion toasts={[{ id: 'a', kind: 'done', text: 'Saved.' }]} onDismiss={() => {}} />)
  await expect.element(page.getByText('Saved.')).toBeVisible()
  const toast = page.getByText('Saved.').element().closest('[data-kind]')?.getBoundingClientRect()
  expect(toast?.bottom).toBeLessThan(700 - footButtons)
  expect(toast?.top).toBeGreaterThanOrEqual(topBar)
})

test('first-use P22: on a laptop it covers neither the panel of a record nor the menu', async () => {
  await page.viewport(1366, 768)
  mount(<ToastRegion toasts={[{ id: 'a', kind: 'done', text: 'Saved.' }]} onDismiss={() => {}} />)
  await expect.element(page.getByText('Saved.')).toBeVisible()
  const toast = page.getByText('Saved.').element().closest('[data-kind]')?.getBoundingClientRect()
  expect(toast?.right).toBeLessThan(1366 - panel)
  expect(toast?.left).toBeGreaterThan(menu)
  expect(toast?.top).toBeGreaterThan(600)
})
