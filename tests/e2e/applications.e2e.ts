import { expect, test } from '@playwright/test'
import { openDialog, openSession } from './pages.ts'

test('[ROUTE-004] [SCREEN-029] [VAL-017] [VAL-020] an application is made, changed, archived with undo, and refused without a sample type', async ({
  page,
}) => {
  const name = `Walk ${Date.now()}`
  await openSession(page, 'manager')
  await page.goto('/applications')
  await page.getByRole('button', { name: 'New application' }).first().click()
  const form = openDialog(page)
  await form.getByLabel(/^Name/).fill(name)
  await form.getByRole('checkbox', { name: 'Unknown' }).uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Choose at least one sample type.')).toBeVisible()
  await form.getByRole('checkbox', { name: 'Unknown' }).check()
  await form.getByRole('checkbox', { name: 'No template control' }).check()
  for (const [at, word] of ['limit', 'LIMIT'].entries()) {
    await form.getByRole('button', { name: 'Add variable' }).click()
    await form.getByRole('group', { name: 'Variables' }).getByLabel(/^Name/).nth(at).fill(word)
  }
  await expect(
    form.getByText(/LIMIT is defined already|LIMIT is already defined/i).first(),
  ).toBeVisible()
  await form.getByRole('button', { name: 'Remove LIMIT', exact: true }).click()
  await form.getByLabel(/^Type/).selectOption({ label: 'Number' })
  await form.getByLabel('Value').fill('36.5')
  await form.getByRole('button', { name: 'Save' }).click()

  const grid = page.getByRole('grid', { name: 'Applications' })
  await grid.getByText(name).click()
  const panel = page.getByRole('complementary', { name })
  await expect(panel.getByText('Unknown, No template control')).toBeVisible()
  await expect(panel.getByText('limit = 36.5')).toBeVisible()

  await panel.getByRole('button', { name: 'Open' }).click()
  await openDialog(page).getByRole('checkbox', { name: 'Standard' }).check()
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Unknown, Standard, No template control')).toBeVisible()

  await panel.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(panel.getByText('Archived', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByRole('button', { name: 'Archive', exact: true })).toBeVisible()
})
