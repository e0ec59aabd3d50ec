import { expect, test } from '@playwright/test'
import { importRun } from './made-records.ts'
import { openDialog, openSession } from './pages.ts'

test('[ENT-053] a file is attached to an analysis and to a recipe, downloaded as it was, and deleted', async ({
  page,
  browser,
}) => {
  const administrator = await browser.newPage()
  const { uuid } = await importRun(administrator, `Filed ${Date.now()}`)
  await administrator.close()
  await openSession(page, 'manager')
  await page.goto(`/analyses/details/${uuid}?tab=files`)
  await expect(page.getByText('No files are attached.')).toBeVisible()
  const field = page.getByLabel('File to attach')
  const words = Buffer.from('Cartridge 7 was warm.')
  await field.setInputFiles({ name: 'remark.txt', mimeType: 'text/plain', buffer: words })
  await expect(page.getByText('remark.txt', { exact: true })).toBeVisible()
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  await field.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: html })
  await expect(page.getByText('Error uploading file')).toBeVisible()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download remark.txt' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('remark.txt')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).equals(words)).toBe(true)

  await page.getByRole('button', { name: 'Delete remark.txt' }).click()
  await openDialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No files are attached.')).toBeVisible()

  await page.goto('/recipes')
  const grid = page.getByRole('grid', { name: 'Recipes' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary').last()
  await panel.getByText('Files', { exact: true }).click()
  await expect(panel.getByText('No files are attached.')).toBeVisible()
  await panel
    .getByLabel('File to attach')
    .setInputFiles({ name: 'primers.txt', mimeType: 'text/plain', buffer: words })
  await expect(panel.getByText('primers.txt', { exact: true })).toBeVisible()
})
