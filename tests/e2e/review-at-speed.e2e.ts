import { expect, type Page, test } from '@playwright/test'
import { importClean } from './made-records.ts'
import { openDialog, openSession, password } from './pages.ts'

const runs = 10

/** Count what the person does from now on: clicks and keys that reach the page. */
async function countHands(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counts = { clicks: 0, keys: 0 }
    Object.assign(globalThis, { counts })
    addEventListener(
      'click',
      ({ isTrusted, detail }) => {
        // Enter in a form clicks its button too; only the hand counts.
        if (isTrusted && detail > 0) counts.clicks += 1
      },
      true,
    )
    addEventListener('keydown', () => void (counts.keys += 1), true)
  })
}

const readHands = (page: Page) =>
  page.evaluate(
    () => (globalThis as unknown as { counts: { clicks: number; keys: number } }).counts,
  )

test('issue 20: ten clean runs are reviewed and signed with at most 14 clicks and 25 keys', async ({
  page,
  browser,
}) => {
  const word = `Speed ${Date.now()}`
  const administrator = await browser.newPage()
  for (let number = 0; number <= runs; number += 1) {
    await importClean(administrator, `${word} ${number}`, number)
  }
  await administrator.close()
  await openSession(page, 'manager')
  await page.goto(`/reviewer?why=none&q=${encodeURIComponent(word)}`)
  const queue = page.getByRole('list', { name: 'Analyses to review' })
  await expect(queue.getByRole('link')).toHaveCount(runs + 1)

  // Sign one by itself, by the key S: the meaning is chosen once, and remembered.
  await queue.getByRole('link').first().click()
  await expect(page.getByText('Nothing needs a closer look.')).toBeVisible()
  await page.keyboard.press('s')
  const single = openDialog(page)
  await single.getByLabel(/^Meaning/).selectOption('review')
  await single.getByLabel(/^Password/).fill(password)
  await single.getByRole('button', { name: 'Sign and validate' }).click()
  await expect(page.getByText(/Signed by Marco Bellini/)).toBeVisible()
  await page.getByRole('link', { name: 'All to review' }).click()
  await expect(queue.getByRole('link')).toHaveCount(runs)

  await countHands(page)
  // Wait for the answer: the first one shows no button yet that says that the service has noted it.
  const noted = page.waitForResponse((one) => one.url().includes('/v3/analysis/opened/'))
  await queue.getByRole('link').first().click()
  await noted
  for (let opened = 1; opened <= runs; opened += 1) {
    await expect(page.getByText(`${opened} of ${runs}`)).toBeVisible()
    await expect(page.getByText('Nothing needs a closer look.')).toBeVisible()
    if (opened > 1)
      await expect(page.getByRole('button', { name: `Sign ${opened} together` })).toBeVisible()
    if (opened < runs) await page.keyboard.press('j')
  }
  await page.keyboard.press('t')
  const dialog = openDialog(page)
  const list = dialog.getByRole('list', { name: 'Runs to sign' })
  await expect(list.getByRole('listitem')).toHaveCount(runs)
  await expect(list.getByText(/Record hash/)).toHaveCount(runs)
  await expect(dialog.getByLabel(/^Meaning/)).toHaveValue('review')
  await expect(dialog.getByLabel(/^Password/)).toBeFocused()
  await page.screenshot({ path: test.info().outputPath('together.png') })
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${runs} runs signed`)).toBeVisible()
  await expect(page.getByText(/Everything is reviewed|Nothing matches this filter/)).toBeVisible()
  const { clicks, keys } = await readHands(page)
  console.log(`  ten clean runs: ${clicks} clicks, ${keys} keys`)
  expect(clicks).toBeLessThanOrEqual(14)
  expect(keys).toBeLessThanOrEqual(25)
})
