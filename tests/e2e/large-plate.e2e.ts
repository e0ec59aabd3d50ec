import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { PDFDocument } from '@cantoo/pdf-lib'
import Papa from 'papaparse'
import { referenceFiles } from '../support/file-fixtures.ts'
import { makeLightcyclerPlate } from '../support/roche-files.ts'
import { choose, openDialog, openSession, password } from './pages.ts'

/** The recorded plate where the reference data is at hand, a made one of the same instrument elsewhere. */
const recorded = referenceFiles(600_000).find(({ name }) => /tidyqpcr.*plate1\.txt\.gz$/.test(name))
const file = recorded
  ? { name: 'plate.txt.gz', bytes: Buffer.from(recorded.bytes), dyes: 1 }
  : {
      name: 'plate.txt',
      bytes: Buffer.from(makeLightcyclerPlate({ rows: 16, columns: 24 })),
      dyes: 2,
    }

test.describe.configure({ mode: 'serial' })

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
  await openSession(page, 'manager')
})
test.afterAll(() => page.close())

test('issue 15: a plate of 384 wells is read and kept as an analysis', async () => {
  await page.goto('/analyses')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import' }).click()
  await (await choosing).setFiles({ name: file.name, mimeType: 'text/plain', buffer: file.bytes })
  const dialog = openDialog(page)
  const reactions = new RegExp(`Reactions\\s*${384 * file.dyes}`)
  await expect(dialog.getByRole('tab', { name: reactions })).toBeVisible()
  await expect(dialog.getByRole('gridcell', { name: /^P24: / })).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Plate of 384')
  await dialog.getByRole('button', { name: 'Keep as analysis' }).click()
  await page.waitForURL(/\/analyses\/details\//)
  await expect(page.getByRole('heading', { name: 'Plate of 384' })).toBeVisible()
})

test('issue 15: every well of it is seen at once, and is reached by keys', async () => {
  const plate = page.getByRole('grid', { name: /Plate of 384/ }).first()
  const last = plate.getByRole('gridcell', { name: /^P24: / })
  await expect(last).toHaveAttribute('aria-label', /Cq/)
  const [box, view] = [await last.boundingBox(), page.viewportSize()]
  expect(box!.x + box!.width).toBeLessThan(view!.width)
  expect(box!.width).toBeGreaterThanOrEqual(20)
  await plate.getByRole('gridcell', { name: /^A1: / }).click()
  await page.keyboard.press('Control+End')
  await expect(last).toBeFocused()
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+Home')
  await expect(plate.locator('[aria-selected=true]')).toHaveCount(24)
})

test('issue 20: it is printed on one page of A4 and of Letter, with every name', async () => {
  await page.evaluate(() => {
    window.print = () => void 0
  })
  for (const format of ['A4', 'Letter']) {
    await page.getByRole('button', { name: 'Print the plate' }).click()
    await expect(page.locator('article tbody td p').first()).toBeAttached()
    const document = await PDFDocument.load(await page.pdf({ format, landscape: true }))
    expect(document.getPageCount(), format).toBe(1)
  }
})

test('issue 15: it is signed', async () => {
  await page.getByRole('button', { name: 'Sign and validate' }).first().click()
  const dialog = openDialog(page)
  await dialog.getByLabel('Meaning of the signature').selectOption('approval')
  await dialog.getByLabel('Password (required)').fill(password)
  await dialog.getByRole('button', { name: 'Sign and validate' }).click()
  await expect(page.getByText(/Signed by Marco Bellini/)).toBeVisible()
})

test('issue 15: it goes out as a table with every well and as a PDF', async () => {
  const rows = Papa.parse<Record<string, string>>(
    (await download(chooseTable)).toString('utf8').replace(/^\uFEFF/, ''),
    { header: true, skipEmptyLines: true },
  )
  const wells = rows.data.map((row) => row['Well'] ?? row['well'])
  expect(new Set(wells).size).toBe(384)
  expect(wells).toContain('P24')
  const report = await download()
  expect(report.subarray(0, 5).toString('latin1')).toBe('%PDF-')
})

async function download(choose: () => Promise<void> = async () => {}): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click()
  await choose()
  const downloading = page.waitForEvent('download')
  await openDialog(page).getByRole('button', { name: 'Download' }).click()
  const path = await (await downloading).path()
  await expect(openDialog(page)).toBeHidden()
  return readFileSync(path)
}

async function chooseTable(): Promise<void> {
  const dialog = openDialog(page)
  await choose(dialog.getByRole('radio', { name: 'Data for other software' }))
  await dialog.getByRole('radio', { name: 'CSV, results' }).check()
}
