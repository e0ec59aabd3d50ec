import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { importRun } from './made-records.ts'
import { openDialog, openSession, password } from './pages.ts'

test('the audit trail is searched by its address, risky entries are reviewed with a word, and the period is signed', async ({
  page,
}) => {
  await openSession(page, 'admin')
  await page.goto('/audit?kind=swarm&colour=red&who=nobody')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('row').nth(1)).toContainText('Swarm')
  await expect(page.getByText('who=nobody')).toBeVisible()
  await expect(page.getByText(/^The trail is complete and unchanged/)).toBeVisible()
  await page.goto('/audit/review?risk=override&word=unread')
  await grid.getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Review this entry…' }).click()
  await openDialog(page).getByRole('combobox').selectOption({ label: 'Explained' })
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(openDialog(page).getByText(/^Say why, in a note/)).toBeVisible()
  await openDialog(page).getByRole('textbox').fill('Written when the company was founded')
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await page.goto('/audit/review?word=explained')
  await expect(grid.getByRole('row').nth(1)).toContainText('Explained')
  expect(await findViolations(page)).toEqual([])
  // Offer yesterday, since entries of today wait: the dialog says that nothing is to be signed up to then.
  await page.getByRole('button', { name: 'Sign the review…' }).click()
  await expect(openDialog(page).getByText(/^The open period begins after that day/)).toBeVisible()
  await openDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/audit/review?word=unread')
  // Wait for the entries: of a list that is still loading there is nothing to select.
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: /^Review \(/ }).click()
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/not reviewed: 0/)).toBeVisible()
  await page.getByRole('button', { name: 'Sign the review…' }).click()
  await expect(openDialog(page).getByText(/^Review 1: entries 1 to/)).toBeVisible()
  await openDialog(page)
    .getByLabel(/^Password/)
    .fill(password)
  await openDialog(page).getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText(/^Reviewed up to entry .* signed by Amina Haddad/)).toBeVisible()
})

test('results of the selected analyses are saved as one CSV, and a kept report is saved again and approved', async ({
  page,
}) => {
  const made = []
  for (const name of ['Milk, first', 'Milk, second', 'Milk, left out']) {
    made.push((await importRun(page, name)).uuid)
  }
  await openSession(page, 'admin')
  await page.goto('/analyses')
  for (const name of ['Milk, first', 'Milk, second']) {
    await page.getByRole('checkbox', { name: new RegExp(name) }).check()
  }
  const lines = (await save(page, 'Results as CSV (2)')).trimEnd().split('\r\n')
  expect(lines.filter((line) => line.includes('Analysis UUID'))).toHaveLength(1)
  const counts = made.map((uuid) => lines.filter((line) => line.includes(uuid)).length)
  expect(counts).toEqual([6, 6, 0])
  const headers = { 'X-Requested-With': 'XMLHttpRequest' }
  const report = `/v3/reports/create/analysis/${made[0]}?format=csv`
  const first = await page.request.post(report, { headers, data: {} })
  await page.goto('/reports')
  await page.getByRole('grid').getByText('Milk, first').click()
  expect(await save(page, 'Download again')).toBe(await first.text())
  await page.getByRole('button', { name: 'Approve…' }).click()
  await openDialog(page)
    .getByLabel(/^Password/)
    .fill(password)
  await openDialog(page).getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('grid').getByText('Approved')).toBeVisible()
})

/** Press a button that saves a file, and return what is in it. */
async function save(page: Page, button: string): Promise<string> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile(await (await coming).path(), 'utf8')
}

test('[ROUTE-042] a link to the results opens the list with its filter, and names what is none', async ({
  page,
}) => {
  await openSession(page, 'admin')
  await page.goto('/results?filter=call:detected;colour:red')
  const chip = page.getByRole('button', { name: /^Detected/ })
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('colour:red')).toBeVisible()
  // Keep what is chosen on the page, and drop the link's text.
  await chip.click()
  await expect(chip).toHaveAttribute('aria-pressed', 'false')
  expect(new URL(page.url()).searchParams.get('filter')).toBeNull()
})

test('[NAV-010] a page whose part cannot be fetched leads to the catch-all page, which tries it again with its filter', async ({
  page,
}) => {
  await openSession(page, 'admin')
  await page.route(/AuditScreen/, (route) => route.abort())
  await page.goto('/audit?kind=swarm')
  await expect(page.getByRole('heading', { name: 'This page could not be opened' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/404')
  await page.unroute(/AuditScreen/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('/audit?kind=swarm')
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toContainText('Swarm')
})
