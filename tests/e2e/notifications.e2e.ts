import { expect, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openDialog, openSession } from './pages.ts'

test('[ROUTE-039] [ROUTE-040] [ROUTE-041] [SCREEN-059] a notification is written in two languages, tried, sent once, and read as it arrives', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = `Power cut ${Date.now()}`
  const reader = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-GB' })
  const tray = await reader.newPage()
  await openSession(tray, 'operator')
  await tray.goto('/about-bapp')
  await expect(tray.getByRole('button', { name: /^Messages/ })).toBeVisible()

  await openSession(page, 'admin')
  await page.goto('/notifications')
  await page.getByRole('button', { name: 'New notification' }).first().click()
  await page.waitForURL('**/notifications/new')
  await page.getByRole('checkbox', { name: 'Olga Marin' }).check()
  const english = page.getByRole('region', { name: 'English' })
  await english.getByLabel('Title (required)').fill(title)
  await page.getByRole('button', { name: 'Save the draft' }).first().click()
  await expect(english.getByText('Write the message.')).toBeVisible()
  await english.getByLabel('Message (required)').fill('On Friday\nat noon')
  const german = page.getByRole('region', { name: 'Deutsch' })
  await german.getByLabel('Title', { exact: true }).fill('Stromausfall')
  await german.getByLabel('Message').fill('Am Freitag')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save the draft' }).first().click()
  await page.waitForURL(/\/notifications\/[0-9a-f-]{36}$/)
  await expect(page.getByText('It reaches 1 person')).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Send a test to me' }).click()
  await expect(page.getByRole('button', { name: /^Messages, \d/ })).toBeVisible()

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await openDialog(page).getByRole('button', { name: 'Send', exact: true }).click()
  const readers = page.getByRole('grid', { name: 'Readers' })
  await expect(readers.getByText('Not read yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)

  // Expect it on the other page, where it arrives by itself.
  const bell = tray.getByRole('button', { name: /^Messages, / })
  await expect(bell).toBeVisible()
  await bell.click()
  await tray.getByText(title, { exact: true }).click()
  await expect(tray.getByText('On Friday')).toBeVisible()
  expect(await findViolations(tray)).toEqual([])
  // Find this message among others that may have come meanwhile, of runs that other walks have ended.
  const sent = tray.getByRole('listitem').filter({ hasText: title })
  await expect(sent).not.toHaveAttribute('data-unread')
  await reader.close()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(readers.getByText('Not read yet')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
})

test('[SCREEN-060] the provider writes an e-mail, tries it, sends it, and sees what became of each mail', async ({
  page,
}) => {
  const subject = `Service window ${Date.now()}`
  await openSession(page, 'superadmin@helix.example')
  await page.goto('/emails')
  await page.getByRole('button', { name: 'New e-mail' }).first().click()
  const dialog = openDialog(page)
  await dialog.getByLabel('Subject (required)').fill(subject)
  await dialog.getByLabel('Message (required)').fill('On Sunday from six to seven')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByRole('grid').getByText(subject).click()
  const panel = page.getByRole('complementary', { name: subject })
  await panel.getByRole('button', { name: 'Choose recipients' }).click()
  await dialog.getByRole('group', { name: 'People' }).getByRole('checkbox').first().check()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save the draft' }).click()
  await expect(dialog).toHaveCount(0)
  await panel.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(page.getByText(/^The test goes to/).first()).toBeVisible()
  await panel.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('It reaches 1 person')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  // Expect no sending: the stack of the walks has no mail service.
  await expect(panel.getByText('Not sent: no mail service')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
})
