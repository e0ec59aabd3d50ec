import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { plateOf, validateRun } from './made-records.ts'
import { openDialog, openSession } from './pages.ts'

const targets = { 'Exon 1': 'c-myc', 'Exon 2': 'GAPDH' }

/** Import and sign two plates, each with a control and a treated sample. */
async function signPlates(page: Page, word: string): Promise<void> {
  for (const plate of [1, 2]) {
    const other = plate === 1 ? '1' : '2'
    const samples = { gDNA: `Control ${plate}`, [other]: `Treated ${plate}` }
    await validateRun(page, `${word} plate ${plate}`, plateOf(samples, targets))
  }
}

/** Count the presses of a person from now on. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = window as unknown as { presses: number }
    counter.presses = 0
    addEventListener('pointerdown', (event) => event.isTrusted && (counter.presses += 1), true)
  })
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses)
}

test('issue 20: ddCq of two plates from two signed runs to a figure in a PDF takes at most eight presses', async ({
  page,
}) => {
  const word = `S${Date.now()}`
  await openSession(page, 'admin')
  await signPlates(page, word)
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  const presses = await countPresses(page)
  await page.getByRole('link', { name: 'Studies', exact: true }).click()
  await page.getByRole('button', { name: 'New study' }).first().click()
  for (const plate of [1, 2]) {
    await page.getByRole('checkbox', { name: `Choose ${word} plate ${plate}` }).click()
  }
  await page.getByRole('button', { name: 'Make study of 2 runs' }).click()
  const figure = page.getByRole('figure', { name: 'Fold changes of c-myc' })
  await expect(figure.getByRole('img', { name: /Control 1.00, Treated/ })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Figure as PDF' }).click(),
  ])
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(await presses()).toBeLessThanOrEqual(8)
  expect(await findViolations(page)).toEqual([])

  // Look at groups, curves and the signature of the same study.
  await page.getByRole('button', { name: 'Groups of the samples' }).click()
  const dialog = openDialog(page)
  await dialog.getByRole('textbox', { name: 'Group of Treated 1' }).fill('Other')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('changes that are not saved')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('tab', { name: 'Curves' }).click()
  await page.getByLabel('Threshold over all runs').first().fill('50')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Version 2')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Sign' }).click()
  await openDialog(page).getByLabel('Password (required)').fill('Demo-2026!')
  await openDialog(page).getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText('Signed', { exact: true })).toBeVisible()
  await expect(
    page
      .getByText('This study is signed. Make a copy to change it.')
      .filter({ visible: true })
      .first(),
  ).toBeVisible()

  // Expect the study to say itself that a run of it was corrected since (fourteenth attack, A14-8).
  const study = page.url()
  const headers = { 'X-Requested-With': 'XMLHttpRequest' }
  const answer = await page.request.post('/v3/analysis/search', { headers, data: {} })
  const found = ((await answer.json()) as { data: { data: { uuid: string; name: string }[] } }).data
  const run = found.data.find(({ name }) => name === `${word} plate 1`)?.uuid
  const data = { reason: 'a wrong sample' }
  const corrected = await page.request.post(`/v3/analysis/correct/${run}`, { headers, data })
  expect(corrected.ok(), await corrected.text()).toBe(true)
  await page.goto(study)
  await expect(page.getByText('A later version corrects a run of this study.')).toBeVisible()
  await expect(page.getByRole('link', { name: /, version 2$/ })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
