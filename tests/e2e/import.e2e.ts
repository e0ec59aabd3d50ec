import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { choose, openDialog, openSession } from './pages.ts'

const fixture = (name: string) =>
  fileURLToPath(new URL(`../fixtures/files/${name}`, import.meta.url))

/** Drop a file on the page as a hand would, not through the hidden field. */
async function dropFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([title, data]) => {
      const files = new DataTransfer()
      const content = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      files.items.add(new File([content], title))
      return files
    },
    [name, bytes.toString('base64')] as const,
  )
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
  await expect(page.getByText('Drop the file to preview it')).toBeVisible()
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

test('a file dropped on a page shows what is in it and becomes an analysis', async ({ page }) => {
  await openSession(page, 'manager')
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  const name = 'RDES_v1_0_example_amplification.tsv'
  await dropFile(page, name, readFileSync(fixture(name)))
  const dialog = openDialog(page)
  await expect(dialog.getByText('RDES 1.0')).toBeVisible()
  await expect(dialog.getByRole('tab', { name: /Reactions\s*90/ })).toBeVisible()
  await dialog.getByRole('tab', { name: /Notices/ }).click()
  await expect(dialog.getByRole('table')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Out of a file')
  await dialog.getByRole('button', { name: 'Keep as analysis' }).click()
  await page.waitForURL(/\/analyses\/details\//)
  await expect(page.getByRole('heading', { name: 'Out of a file' })).toBeVisible()
  await expect(page.getByText(`Imported from ${name}`)).toBeVisible()
  await page.getByRole('tab', { name: 'Assays' }).click()
  await expect(page.getByText('Efficiency from the curves').first()).toBeVisible()
})

test('[SCREEN-004] an analysis is found in the list, goes out as RDML and comes back in', async ({
  page,
}) => {
  await openSession(page, 'manager')
  await page.goto('/analyses')
  await page.getByTitle('Out of a file').click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await choose(openDialog(page).getByRole('radio', { name: 'Data for other software' }))
  await openDialog(page).getByRole('radio', { name: /RDML/ }).check()
  const downloading = page.waitForEvent('download')
  await openDialog(page).getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  // Wait until this dialog is closed: the next import opens one with the same words.
  await expect(openDialog(page)).toBeHidden()
  expect(download.suggestedFilename()).toMatch(/\.rdml$/)
  await dropFile(page, 'again.rdml', readFileSync(await download.path()))
  await expect(openDialog(page).getByText('RDML 1.3')).toBeVisible()
  await expect(openDialog(page).getByRole('tab', { name: /Reactions\s*90/ })).toBeVisible()
})

test('[SCREEN-020] an analysis goes out as an archive and comes back as a new one that says where from', async ({
  page,
}) => {
  await openSession(page, 'manager')
  await page.goto('/analyses')
  await page.getByTitle('Out of a file').click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await choose(openDialog(page).getByRole('radio', { name: 'Data for other software' }))
  await openDialog(page).getByRole('radio', { name: /\.bca/ }).check()
  const downloading = page.waitForEvent('download')
  await openDialog(page).getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  // Wait until this dialog is closed: the next import opens one with the same words.
  await expect(openDialog(page)).toBeHidden()
  expect(download.suggestedFilename()).toBe('Out_of_a_file.bca')
  await dropFile(page, 'again.bca', readFileSync(await download.path()))
  const dialog = openDialog(page)
  await expect(dialog.getByText('Every part of the archive is unchanged.')).toBeVisible()
  await expect(dialog.getByRole('tab', { name: /Reactions\s*90/ })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Out of a file')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Out of an archive')
  await dialog.getByRole('button', { name: 'Keep as analysis' }).click()
  await page.waitForURL(/\/analyses\/details\//)
  await expect(page.getByRole('heading', { name: 'Out of an archive' })).toBeVisible()
  await expect(page.getByText('From Aurora Diagnostics: Out of a file')).toBeVisible()
})

test('a damaged file says where it is damaged, and nothing is kept', async ({ page }) => {
  await openSession(page, 'manager')
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  const bytes = readFileSync(fixture('BioRad_qPCR_melt.rdml'))
  await dropFile(page, 'cut.rdml', bytes.subarray(0, Math.floor(bytes.length / 2)))
  const dialog = openDialog(page)
  await expect(dialog.getByText('cut.rdml cannot be read')).toBeVisible()
  await expect(dialog.getByText('Nothing was imported.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Keep as analysis' })).toHaveCount(0)
})
