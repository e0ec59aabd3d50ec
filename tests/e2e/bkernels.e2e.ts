import { expect, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openDialog, openSession } from './pages.ts'

test('[ROUTE-010] [SCREEN-048] the provider publishes a version, uploads its image, chooses who is offered it, and deletes it', async ({
  page,
}) => {
  await openSession(page, 'superadmin@helix.example')
  await page.goto('/bkernels')
  // Count the demonstration's devices in their own stores.
  await expect(page.getByText(/^Still on 2\.8\.2/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'New version' }).click()
  const form = openDialog(page)
  await form.getByLabel(/^Name/).fill('bkernel for the walk')
  await form.getByLabel(/^Version/).fill('3.7.1')
  await form.getByLabel(/^Models/).fill('bGATE 96')
  await form.getByLabel(/^Released/).fill('2026-11-02')
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('bkernel for the walk is saved.')).toBeVisible()

  await page.getByRole('grid').getByText('3.7.1', { exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'bkernel for the walk' })
  const file = { name: 'image.bin', mimeType: '', buffer: Buffer.from('software of the walk') }
  await panel.getByLabel('Image of this version').setInputFiles(file)
  await expect(panel.getByText('SHA-256')).toBeVisible()
  await expect(panel.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await panel.getByRole('button', { name: 'Choose who is offered it' }).click()
  await openDialog(page).getByRole('checkbox', { name: 'Helix Services' }).check()
  await expect(openDialog(page).getByText(/^No longer offered to/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('1 company, 0 devices')).toBeVisible()
  await expect(panel.getByText('It is linked to companies or devices').last()).toBeVisible()

  await panel.getByRole('button', { name: 'Choose who is offered it' }).click()
  await openDialog(page).getByRole('checkbox', { name: 'Helix Services' }).uncheck()
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Everyone', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await openDialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('bkernel for the walk is deleted.')).toBeVisible()
})
