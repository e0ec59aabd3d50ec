import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { importClean } from './made-records.ts'
import { openDialog, openSession } from './pages.ts'

/** Take a picture of the page as it would be in another language, theme and width. */
async function lookAs(
  page: Page,
  name: string,
  look: { language?: string; theme?: string; width?: number } = {},
): Promise<void> {
  await page.setViewportSize({ width: look.width ?? 1366, height: 768 })
  if (look.language) {
    await page.evaluate((code) => localStorage.setItem('language', code), look.language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', look.language)
  }
  await page.evaluate(
    (theme) => (document.documentElement.dataset['theme'] = theme),
    look.theme ?? 'light',
  )
  await expect(page.locator('[data-well="0"]').first()).toBeVisible()
  expect(await findViolations(page, 'main')).toEqual([])
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })
}

test('issue 20: an operator comments on a well and mentions the reviewer, whose message opens the run at that well', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const name = `Noted ${Date.now()}`
  const administrator = await browser.newPage()
  const { uuid } = await importClean(administrator, name, 3)
  await administrator.close()
  const reviewing = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-GB' })
  const reviewer = await reviewing.newPage()
  await openSession(reviewer, 'manager')
  await reviewer.goto('/')
  const bell = reviewer.locator('[popovertarget="message-tray"]')
  await expect(bell).toBeVisible()

  await openSession(page, 'operator')
  await page.goto(`/analyses/details/${uuid}`)
  const plate = page.getByRole('region', { name: 'Plate' })
  await plate.getByRole('gridcell', { name: /^A2:/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Comment…' }).click()
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByLabel(/^Well/)).toHaveValue('A2')
  const text = panel.getByLabel(/^Comment/)
  await text.pressSequentially('Low volume, please look @mar')
  await panel.getByRole('button', { name: 'Marco Bellini' }).click()
  await expect(text).toHaveValue('Low volume, please look @Marco Bellini ')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.screenshot({ path: test.info().outputPath('writing.png'), fullPage: true })
  await panel.getByRole('button', { name: 'Add comment' }).click()
  const list = panel.getByRole('list')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByText('Kept on this computer, not sent yet')).toHaveCount(0)
  await expect(plate.getByRole('gridcell', { name: /^A2:.*1 comment$/ })).toBeVisible()

  await expect(bell).toHaveAccessibleName(/^Messages, \d/)
  await bell.click()
  const tray = reviewer.locator('#message-tray')
  await tray.getByText('Olga Marin mentioned you').first().click()
  await tray.getByRole('link', { name: 'Open the analysis' }).first().click()
  await expect(reviewer).toHaveURL(new RegExp(uuid))
  const theirs = reviewer.getByRole('tabpanel')
  await expect(theirs.getByText('Low volume, please look @Marco Bellini')).toBeVisible()
  await expect(theirs.getByLabel(/^Well/)).toHaveValue('A2')
  await expect(theirs.getByText('Low volume, please look @Marco Bellini')).toBeInViewport()
  await expect(
    reviewer.getByRole('gridcell', { name: /^A2:.*1 comment$/, selected: true }),
  ).toBeVisible()

  // Write as two people without network; neither loses a word.
  await context.setOffline(true)
  await text.fill('Second look: a bubble')
  await text.press('Control+Enter')
  await expect(list.getByText('Kept on this computer, not sent yet')).toBeVisible()
  await theirs.getByLabel(/^Comment/).fill('Repeat it')
  await theirs.getByRole('button', { name: 'Add comment' }).click()
  await expect(theirs.getByRole('listitem')).toHaveCount(2)
  await context.setOffline(false)
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByText('Kept on this computer, not sent yet')).toHaveCount(0)
  await expect(theirs.getByRole('listitem')).toHaveCount(3)

  await theirs.getByRole('button', { name: 'Remove comment' }).first().click()
  const dialog = openDialog(reviewer)
  await dialog.getByRole('textbox').fill('said twice')
  await dialog.getByRole('button', { name: 'Remove comment' }).click()
  await expect(theirs.getByText(/^Removed by Marco Bellini.*said twice$/)).toBeVisible()
  await lookAs(reviewer, 'light')
  await lookAs(reviewer, 'dark', { theme: 'dark' })
  await lookAs(reviewer, 'narrow', { width: 400 })
  await lookAs(reviewer, 'arabic', { language: 'ar' })
  await reviewing.close()
})
