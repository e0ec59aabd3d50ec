import { expect, test } from '@playwright/test'
import { launch, password, planRun, signIn } from './pages.ts'

const duplex = { protocol: 'Duplex with internal control', device: 'bCUBE Nord' }

test('a sample without a well stands in the way of the launch, by name', async ({ page }) => {
  await signIn(page, 'operator')
  await planRun(page, { ...duplex, name: 'A well too few' })
  const plate = page.getByRole('grid')
  await plate.getByRole('gridcell', { name: /A ?1/ }).first().click()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText(/Sample 01/).first()).toBeVisible()
  await expect(page.getByText(/has no well|without a well/).first()).toBeVisible()
  await expect(
    page.getByRole('complementary').getByRole('button', { name: 'Launch' }),
  ).toHaveAttribute('aria-disabled', 'true')
})

test('a busy device says so, and what was planned is kept', async ({ page }) => {
  await signIn(page, 'operator')
  await planRun(page, { ...duplex, name: 'First come' })
  await launch(page)
  await planRun(page, { ...duplex, name: 'Second come' }).catch(() => undefined)
  const choice = page.getByRole('radio', { name: 'bCUBE Nord' })
  await expect(page.getByText(/bCUBE Nord is busy|In use/).first()).toBeVisible()
  await expect(choice).not.toBeChecked()
  await page.goBack()
  await page.goto('/analyses')
  await page.getByText('First come').click()
  await page.getByRole('button', { name: 'Abort' }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Abort the run' })
    .click()
  await expect(page.getByText('Aborted', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
})

test('a session that ends while somebody types costs not a letter', async ({ page }) => {
  await signIn(page, 'operator')
  await planRun(page, { ...duplex, name: 'Typed before the session ended' })
  await page.getByLabel('Notebook').fill('Lot 4711, opened this morning')
  // Ends the session behind the page's back, as an administrator or the clock would.
  const ended = await page.request.post('/v3/session/logout', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  expect(ended.ok()).toBe(true)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save without launching' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/analyses\/details\//)
  await expect(page.getByRole('heading', { name: 'Typed before the session ended' })).toBeVisible()
  await expect(page.getByText('Lot 4711, opened this morning')).toBeVisible()
})

test('a taken e-mail is refused at its field, and the form keeps what was typed', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/users')
  await page.getByRole('button', { name: 'New user' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^User name/).fill('newcomer')
  await dialog.getByLabel(/^Name/).fill('New Comer')
  await dialog.getByLabel(/^E-mail/).fill('operator@aurora.example')
  await dialog.getByLabel(/^Profile/).selectOption({ label: 'Operator' })
  await dialog.getByLabel(/^First password/).fill('Newcomer-2026!')
  await dialog.getByRole('button', { name: 'Create user' }).click()
  await expect(dialog.getByText('This e-mail address is taken.')).toBeVisible()
  await expect(dialog.getByLabel(/^User name/)).toHaveValue('newcomer')
})
