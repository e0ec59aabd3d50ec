import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { checkDigit } from '../../domain/codes/gs1-fields.ts'
import { findViolations } from './axe.ts'
import { openDialog, openSession } from './pages.ts'

test('[ROUTE-034] [SCREEN-046] a laboratory reads kits: how long they are good, what they are for, and changes none', async ({
  page,
}) => {
  await openSession(page, 'operator')
  await page.goto('/bkits')
  const grid = page.getByRole('grid', { name: 'Kits' })
  await expect(grid.getByText('LM-2401')).toBeVisible()
  await page.getByRole('button', { name: /^Expired/ }).click()
  await expect(grid.getByText('LM-2511')).toHaveCount(0)
  await grid.getByText('LM-2401').click()
  const panel = page.getByRole('complementary', { name: 'bKIT Listeria LM-2401' })
  await expect(panel.getByText(/^Expired \d+ days ago$/)).toBeVisible()
  await expect(panel.getByText('Mix and controls for the screening')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'New kit' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

const headers = { 'X-Requested-With': 'XMLHttpRequest' }

/** Publish a recipe for all companies, with the content of one of the laboratory; leaves the provider signed in. */
async function publishRecipe(page: Page, name: string) {
  await openSession(page, 'manager')
  const found = await page.request.post('/v3/recipes/search', { headers, data: {} })
  const [recipe] = (await found.json()).data.data
  const { process, evaluation, cartridge_types, minimum_bkernel } = recipe
  await openSession(page, 'superadmin@helix.example')
  const data = { name, process, evaluation, cartridge_types, minimum_bkernel }
  const made = await page.request.post('/v3/global_recipes/create', { headers, data })
  expect(made.ok(), await made.text()).toBe(true)
}

test('[SCREEN-046] [SCREEN-047] [ROUTE-035] [VAL-014] the provider makes a kit, links it, gives it its papers and its lots, and prints their labels', async ({
  page,
}) => {
  const lot = `E2E-${Date.now()}`
  const recipe = `Published ${lot}`
  await publishRecipe(page, recipe)
  await page.goto('/bkits')
  await page.getByRole('button', { name: 'New kit' }).click()
  const form = openDialog(page)
  await form.getByLabel(/^Name/).fill('bKIT of the walk')
  await form.getByLabel(/^REF/).fill('BK-WALK')
  await form.getByLabel(/^Tests in a kit/).fill('48')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByLabel(/^Lot/)).toHaveAccessibleDescription(/required/i)
  await form.getByLabel(/^Lot/).fill(lot)
  for (const day of ['Expiry date', 'Production start', 'Production end']) {
    await form
      .getByLabel(new RegExp(`^${day}`))
      .fill(day === 'Expiry date' ? '31/12/2034' : '01/10/2026')
  }
  for (const text of ['Producer', 'Production site', 'Part number', 'Assy number']) {
    await form.getByLabel(new RegExp(`^${text}`)).fill(text)
  }
  await form.getByLabel(/^Product description/).fill('Of a walk')
  await form.getByRole('button', { name: 'Create' }).click()
  const grid = page.getByRole('grid', { name: 'Kits' })
  await grid.getByText(lot).click()
  const panel = page.getByRole('complementary', { name: `bKIT of the walk ${lot}` })
  await expect(panel.getByText('not linked to any recipe yet')).toBeVisible()

  await panel.getByRole('button', { name: 'Link recipes' }).click()
  await openDialog(page).getByRole('checkbox', { name: recipe }).check()
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('not linked to any recipe yet')).toHaveCount(0)
  await expect(panel.getByText(recipe)).toBeVisible()

  await panel.getByLabel('Choose a PDF: Data sheet').setInputFiles({
    name: 'sheet.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  })
  await expect(panel.getByRole('button', { name: 'Replace PDF' })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await panel.getByRole('button', { name: 'Read' }).first().click()
  await opened

  await page.goto('/bkitlots')
  await page.getByRole('button', { name: 'Add lots' }).click()
  const dialog = openDialog(page)
  await dialog.getByLabel('List of lots').fill(`${lot}-A;2;BK-WALK\n${lot}-B;0;BK-WALK\n${lot}-A;1`)
  const lines = dialog.getByRole('region', { name: 'Lines of the list' })
  await expect(lines.getByRole('row')).toHaveCount(4)
  await expect(dialog.getByText('Can be added: 1. With a problem: 2.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel('List of lots').fill(`${lot}-A;2;BK-WALK\n${lot}-B;3;BK-WALK`)
  await dialog.getByRole('button', { name: 'Add lots: 2' }).click()
  const lots = page.getByRole('grid', { name: 'Lots' })
  await expect(lots.getByText(`${lot}-B`)).toBeVisible()
  await page.getByRole('checkbox', { name: `Select ${lot}-A` }).check()
  await page.getByRole('checkbox', { name: `Select ${lot}-B` }).check()
  expect(await findViolations(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Labels: 5' }).click()
  const file = await (await saved).path()
  expect(readFileSync(file, 'utf8').trim().split('\r\n')).toHaveLength(6)
})

/** Make a kit with a GTIN of its own and a lot of six boxes of it, as the provider. @returns the GTIN, 14 digits */
async function makeLabelled(page: Page, lot: string): Promise<string> {
  const number = `0950${String(Date.now()).slice(-9)}`
  const gtin = number + checkDigit(number)
  await openSession(page, 'superadmin@helix.example')
  const kit = {
    name: 'bKIT to label',
    ref: `BK-${lot}`,
    gtin,
    lot,
    quantity: 48,
    expiry_date: '2034-12-31',
    production_start_date: '2026-10-01',
    production_end_date: '2026-10-02',
    production_site: 'Trieste',
    producer: 'Helix',
    product_description: 'Of a walk',
    part_number: 'PN',
    assy_number: 'A',
  }
  const made = await page.request.post('/v3/bkits/create', { headers, data: kit })
  expect(made.ok(), await made.text()).toBe(true)
  const bkit_uuid = (await made.json()).data.uuid
  const lots = [{ lot_number: lot, boxes: 6, bkit_uuid }]
  const added = await page.request.post('/v3/bkits/lots/inject', { headers, data: { lots } })
  expect(added.ok(), await added.text()).toBe(true)
  return gtin
}

test('[SCREEN-047] labels of a lot are ordered by keys, previewed, and made again only with a reason', async ({
  page,
}) => {
  const lot = `LB-${Date.now()}`
  const gtin = await makeLabelled(page, lot)
  await page.goto('/bkitlots')
  await page.getByRole('grid', { name: 'Lots' }).getByText(lot, { exact: true }).click()
  const panel = page.getByRole('complementary', { name: lot })
  const labels = panel.getByRole('button', { name: 'Labels', exact: true })
  // Wait for the kit, which may come after its lot.
  await expect(labels).toBeEnabled()
  await labels.focus()
  await page.keyboard.press('Enter')
  const dialog = openDialog(page)
  const preview = dialog.getByRole('img', { name: /^Preview of the label/ })
  await expect(preview).toHaveAccessibleName(new RegExp(`${lot}.*2034-12-31.*1 / 6.*Batch code`))
  await expect(dialog.getByText(`(01)${gtin}(17)341231(10)${lot}(21)1`)).toBeVisible()
  await dialog.getByLabel('From box').fill('7')
  await expect(dialog.getByText('The lot has the boxes 1 to 6')).toBeVisible()
  await dialog.getByLabel('From box').fill('2')
  await expect(preview).toHaveAccessibleName(/2 \/ 6/)
  await dialog.getByLabel('To box').fill('3')
  await dialog.getByLabel('File').selectOption('300')
  expect(await findViolations(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Make labels: 2' }).focus()
  await page.keyboard.press('Enter')
  const file = readFileSync(await (await saved).path(), 'utf8')
  expect(file.match(/\^XA/g)).toHaveLength(2)
  await expect(dialog).toHaveCount(0)

  await labels.click()
  await expect(dialog.getByText('Boxes with a label: 2–3')).toBeVisible()
  await dialog.getByLabel('To box').fill('2')
  const reason = dialog.getByLabel('Reason to make them again')
  await expect(reason).toBeVisible()
  await dialog.getByRole('button', { name: 'Make labels: 2' }).click()
  await expect(reason).toHaveAccessibleDescription(/reason/i)
  await reason.fill('Box 2 was torn')
  expect(await findViolations(page)).toEqual([])
  const again = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Make labels: 2' }).click()
  await again
  await expect(dialog).toHaveCount(0)
  await panel.getByText('History').click()
  await expect(panel.getByText('Box 2 was torn')).toBeVisible()
})

test('[SCREEN-047] a scanned GS1 label opens its lot, and fills in kit and number of a new one', async ({
  page,
}) => {
  const lot = `SC-${Date.now()}`
  const gtin = await makeLabelled(page, lot)
  await page.goto('/bkitlots')
  const scan = async (code: string) => {
    await page.getByRole('button', { name: 'Scan a label' }).click()
    await openDialog(page).getByLabel('Code').fill(code)
    await page.keyboard.press('Enter')
  }
  await expect(
    page.getByRole('grid', { name: 'Lots' }).getByText(lot, { exact: true }),
  ).toBeVisible()
  await scan(`(01)${gtin}(17)341331(10)${lot}`)
  await expect(
    openDialog(page).getByText('The field 17 is not right at character 23'),
  ).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await scan(`(01)${gtin}(17)341231(10)${lot}(21)4`)
  await expect(page.getByRole('complementary', { name: lot })).toBeVisible()
  await scan(`https://id.gs1.org/01/${gtin}/10/NEW-${lot}/21/3?17=351231`)
  const dialog = openDialog(page)
  await expect(dialog.getByText('Can be added: 1. With a problem: 0.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add lots: 1' }).click()
  await expect(page.getByRole('grid', { name: 'Lots' }).getByText(`NEW-${lot}`)).toBeVisible()
})
