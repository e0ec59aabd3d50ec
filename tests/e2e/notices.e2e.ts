import { expect, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openDialog, openSession, password } from './pages.ts'

test('a safety notice is planned, sent at once after all, shown on every page until it is signed, and its sender sees by whom', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = `Do not use lot 7 ${Date.now()}`
  await openSession(page, 'admin')
  await page.goto('/notifications/new')
  await page.getByRole('checkbox', { name: 'Olga Marin' }).check()
  await page.getByRole('checkbox', { name: 'Safety notice: must be signed by readers' }).check()
  const english = page.getByRole('region', { name: 'English' })
  await english.getByLabel('Title (required)').fill(title)
  await english.getByLabel('Message (required)').fill('Its positive control comes late.')
  await page.getByRole('button', { name: 'Save the draft' }).first().click()
  await page.waitForURL(/\/notifications\/[0-9a-f-]{36}$/)
  await expect(page.getByText('It reaches 1 person')).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Schedule' }).click()
  const dialog = openDialog(page)
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByText('Choose a time in the future.')).toBeVisible()
  await dialog.getByLabel(/^Day/).fill('2035-01-15')
  await dialog.getByLabel(/^Time/).fill('08:30')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText(/^Scheduled for .*08:30.*sent by/)).toBeVisible()
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel and edit' }).click()
  await expect(page.getByText('It reaches 1 person')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('0 of 1 signed')).toBeVisible()

  const reader = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-GB' })
  const other = await reader.newPage()
  await openSession(other, 'operator')
  await other.goto('/about-bapp')
  const bar = other.getByText(`Safety notice to sign: ${title}`)
  await expect(bar).toBeVisible()
  await other.goto('/help')
  await expect(bar).toBeVisible()
  await other.getByRole('button', { name: 'Read and sign' }).click()
  const sign = openDialog(other)
  await expect(sign.getByText('Its positive control comes late.')).toBeVisible()
  await expect(sign.getByText(/I have read and understood this/)).toBeVisible()
  expect(await findViolations(other)).toEqual([])
  await sign.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(sign.getByText('Enter your password.')).toBeVisible()
  await sign.getByLabel(/^Password/).fill(password)
  await sign.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(bar).toHaveCount(0)
  await reader.close()

  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('1 of 1 signed')).toBeVisible()
  const readers = page.getByRole('grid', { name: 'Readers' })
  await expect(readers.getByText('Signed', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remind/ })).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
})
