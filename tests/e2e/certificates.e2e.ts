import { expect, type Page, test } from '@playwright/test'
import { validateRun } from './made-records.ts'
import { openDialog, openSession } from './pages.ts'

async function makeSigned(page: Page, name: string): Promise<void> {
  const administrator = await page.context().browser()?.newPage()
  if (!administrator) throw new Error('No browser')
  await validateRun(administrator, name)
  await administrator.close()
}

/** Open the only row of the list by the keyboard. */
async function openRow(page: Page, name: string): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Certificates' })
  // Wait for the rows: keys that come before them open nothing.
  await expect(grid.getByText(name).first()).toBeVisible()
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
}

test('[SCREEN-056] [SCREEN-057] [STATE-055] a certificate is requested from the list, rejected, requested again, downloaded and deleted', async ({
  page,
}) => {
  const name = `Certified ${Date.now()}`
  await makeSigned(page, name)
  await openSession(page, 'manager')
  await page.goto('/certificates')

  // Request one from the list, with the analysis chosen there.
  await page.getByRole('button', { name: 'Request a certificate' }).click()
  await openDialog(page).getByRole('button', { name: 'Request', exact: true }).click()
  await expect(openDialog(page).getByText('Current form is invalid')).toBeVisible()
  await openDialog(page)
    .getByLabel(/^Analysis/)
    .selectOption({ label: name })
  await openDialog(page).getByLabel('Note').fill('For the dairy')
  await openDialog(page).getByRole('button', { name: 'Request', exact: true }).click()
  await expect(page.getByText(`The certificate of ${name} waits for a reviewer.`)).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Certificates' })
  await page.getByRole('searchbox', { name: 'Filter' }).fill(name)
  const row = grid.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Waiting')
  await expect(row).toContainText('Marco Bellini')
  await expect(row).toContainText('For the dairy')

  // Expect the document on its page; nobody removes what waits.
  await openRow(page, name)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const printed = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await printed).suggestedFilename()).toMatch(/^certificate-.*\.pdf$/)
  const more = page.getByRole('main').getByRole('button', { name: 'More actions' })
  const workbook = page.waitForEvent('download')
  await more.click()
  await page.getByRole('menuitem', { name: 'Workbook' }).click()
  expect((await workbook).suggestedFilename()).toMatch(/^certificate-.*\.xlsx$/)
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  const facts = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Facts as CSV' }).click()
  expect((await facts).suggestedFilename()).toMatch(/^certificate-.*\.csv$/)
  const uuid = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  // Reject it with a reason, which the requester reads; another one is requested.
  await page.goto(`/reviewer?tab=certificates&certificate=${uuid}`)
  const panel = page.getByRole('complementary', { name })
  await panel.getByRole('button', { name: 'Reject…' }).click()
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill('a control has failed')
  await openDialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(panel.getByText('a control has failed')).toBeVisible()
  await panel.getByRole('button', { name: 'Request another…' }).click()
  await expect(openDialog(page).getByLabel(/^Analysis/)).toHaveValue(/.+/)
  await openDialog(page).getByLabel('Send it to the reviewers now').uncheck()
  await openDialog(page).getByRole('button', { name: 'Prepare' }).click()
  await expect(page.getByText(`The certificate of ${name} is prepared`)).toBeVisible()

  // Search or jump finds both.
  await page.getByRole('button', { name: 'Search or jump' }).click()
  await openDialog(page).getByRole('combobox').fill(name)
  await expect(openDialog(page).getByRole('option').filter({ hasText: 'Certificate' })).toHaveCount(
    2,
  )
  await page.keyboard.press('Escape')

  // Delete the prepared one, after which another may be requested.
  await page.goto('/certificates?status=Pending')
  await page.getByRole('searchbox', { name: 'Filter' }).fill(name)
  await openRow(page, name)
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await openDialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`The certificate of ${name} is deleted.`)).toBeVisible()
  await expect(page).toHaveURL(/\/certificates$/)
  await page.getByRole('searchbox', { name: 'Filter' }).fill(name)
  await expect(grid.getByRole('row').filter({ hasText: name })).toHaveCount(1)
  await expect(grid.getByRole('row').filter({ hasText: name })).toContainText('Rejected')
})
