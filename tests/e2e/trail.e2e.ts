import { expect, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openDialog, openSession } from './pages.ts'

test('the audit trail is searched by its address, and a risky entry is reviewed with a word', async ({
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
  await openDialog(page).getByRole('button', { name: 'Keep' }).click()
  await expect(openDialog(page).getByText(/^Say why, in a note/)).toBeVisible()
  await openDialog(page).getByRole('textbox').fill('Written when the company was founded')
  await openDialog(page).getByRole('button', { name: 'Keep' }).click()
  await page.goto('/audit/review?word=explained')
  await expect(grid.getByRole('row').nth(1)).toContainText('Explained')
  expect(await findViolations(page)).toEqual([])
})

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
