import { expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../../scripts/demo/companies.ts'
import { findViolations } from './axe.ts'
import { tabUntil } from './keys.ts'
import { openDialog, openSession } from './pages.ts'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }

/** Add a lot of the demonstration's Listeria kit, which begins in quarantine. */
async function addLot(page: Page, lot_number: string, expiry_date: string): Promise<void> {
  const found = await page.request.post('/v3/bkits/search', {
    headers,
    data: { filters: { lot: 'LM-2511' } },
  })
  const [{ uuid: bkit_uuid }] = (await found.json()).data.data
  const lots = [{ lot_number, boxes: 2, bkit_uuid, expiry_date }]
  const made = await page.request.post('/v3/bkits/lots/inject', { headers, data: { lots } })
  expect(made.ok(), await made.text()).toBe(true)
}

test('[SCREEN-047] [ROUTE-035] the provider releases a lot by keyboard with evidence and signature, holds it, and reads why in its history', async ({
  page,
}) => {
  const lot = `KEY-${Date.now()}`
  // Add it as another person: its author does not release it.
  await openSession(page, 'production@helix.example')
  await addLot(page, lot, '2036-01-31')
  await openSession(page, 'superadmin@helix.example')
  await page.goto('/bkitlots')
  await page.getByRole('button', { name: /^In quarantine/ }).focus()
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: 'Lots' })
  await expect(grid.getByText('LM-26-02')).toHaveCount(0)
  await grid.getByText(lot).click()
  const panel = page.getByRole('complementary', { name: lot })
  await panel.getByRole('button', { name: 'Release' }).press('Enter')
  const dialog = openDialog(page)
  await expect(dialog).toBeVisible()
  await tabUntil(dialog.getByRole('textbox', { name: /^Evidence/ }))
  // Type as fast as a person: a code of a reader takes the key behind it.
  await page.keyboard.type('Certificate of analysis CoA-77', { delay: 80 })
  await tabUntil(dialog.getByRole('textbox', { name: /^Reason/ }))
  await page.keyboard.type('Meets its limits', { delay: 80 })
  await tabUntil(dialog.getByRole('combobox', { name: /^Meaning/ }))
  await page.keyboard.type('Appro')
  await tabUntil(dialog.getByLabel(/^Password/))
  await page.keyboard.type(demoPassword)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^In quarantine/ }).click()
  await expect(panel.getByText('Released', { exact: true })).toBeVisible()
  await expect(panel.getByText('Certificate of analysis CoA-77')).toBeVisible()
  await expect(panel.getByText(/^Signed by Sam Keller/)).toContainText('Meets its limits')

  await panel.getByRole('button', { name: 'Hold' }).press('Enter')
  await openDialog(page).getByRole('textbox').fill('Complaint 12')
  await openDialog(page).getByRole('button', { name: 'Hold' }).click()
  await expect(panel.getByText('Held', { exact: true })).toBeVisible()
  await panel.getByText('History').click()
  await expect(panel.getByText('Complaint 12')).toBeVisible()
  // Scroll back: axe takes a button that is half under the head of the scrolled panel for a small one.
  await panel.evaluate((one) => one.scrollTo({ top: 0 }))
  await page.evaluate(() => scrollTo({ top: 0 }))
  expect(await findViolations(page)).toEqual([])
})

test('[SCREEN-046] a laboratory holds a lot for itself, and the wizard offers the one that expires first', async ({
  page,
}) => {
  const lot = `OWN-${Date.now()}`
  await openSession(page, 'operator')
  await page.goto('/analyses/new')
  await page
    .getByRole('combobox', { name: 'Protocol' })
    .selectOption({ label: 'Listeria monocytogenes screening' })
  const step = page.getByRole('region', { name: 'What to run' })
  await expect(step.getByText(/^Lot LM-26-01 of bKIT Listeria expires soon/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await step.getByRole('button', { name: 'Take lot LM-26-01' }).click()
  await expect(step.getByText('LM-26-01', { exact: true })).toBeVisible()

  await page.goto('/bkits')
  await page.getByRole('grid', { name: 'Kits' }).getByText('LM-2511').click()
  const panel = page.getByRole('complementary', { name: 'bKIT Listeria LM-2511' })
  const item = panel.getByRole('listitem').filter({ hasText: 'LM-26-01' })
  await item.getByRole('button', { name: /^Hold here/ }).click()
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill(`Arrived warm ${lot}`)
  await openDialog(page).getByRole('button', { name: 'Hold here' }).click()
  await expect(item.getByText('Held by your laboratory')).toBeVisible()
  await expect(item.getByRole('button', { name: /^Release the hold/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(await findViolations(page)).toEqual([])
  await page.goto('/analyses/new')
  await expect(step.getByText('Your laboratory holds lot LM-26-01.').first()).toBeVisible()
  await expect(step.getByRole('button', { name: 'Take lot LM-26-02' })).toBeVisible()
  await step.getByRole('button', { name: 'Take lot LM-26-02' }).click()
  await expect(step.getByText('Your laboratory holds lot LM-26-01.')).toHaveCount(0)

  await openSession(page, 'manager')
  await page.goto('/bkits')
  await page.getByRole('grid', { name: 'Kits' }).getByText('LM-2511').click()
  await item.getByRole('button', { name: /^Release the hold/ }).click()
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill('Control was good')
  await openDialog(page).getByRole('button', { name: 'Release the hold' }).click()
  await expect(item.getByText('Held by your laboratory')).toHaveCount(0)
})

test('[VAL-014] a list of lots is judged by the service before any is added, with each fault in its line', async ({
  page,
}) => {
  const lot = `DRY-${Date.now()}`
  await openSession(page, 'superadmin@helix.example')
  await page.goto('/bkitlots')
  const grid = page.getByRole('grid', { name: 'Lots' })
  await expect(grid.getByText('LM-26-01')).toBeVisible()
  await page.getByRole('button', { name: 'Add lots' }).click()
  const dialog = openDialog(page)
  const list = dialog.getByLabel('List of lots')
  // Write a label in letters of another case, which is read all
  // the same: only the service compares with all that are there.
  await list.fill(
    `${lot};2;BK-LM-36;2036-01-31;-20 °C\nlm-26-01;1;BK-LM-36\n${lot}-B;1;BK-LM-36;2020-01-31`,
  )
  await expect(dialog.getByText('Can be added: 3. With a problem: 0.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add lots: 3' }).click()
  const lines = dialog.getByRole('region', { name: 'Lines of the list' })
  await expect(lines.getByText('Lot lm-26-01 already exists.')).toBeVisible()
  await expect(lines.getByText(`Lot ${lot}-B has expired.`)).toBeVisible()
  await expect(dialog.getByText('Can be added: 1. With a problem: 2.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await expect(grid.getByText(lot)).toHaveCount(0)
  await list.fill(`${lot};2;BK-LM-36;2036-01-31;-20 °C`)
  await dialog.getByRole('button', { name: 'Add lots: 1' }).click()
  await expect(dialog).toBeHidden()
  await expect(grid.getByRole('row').filter({ hasText: lot })).toContainText('In quarantine')
})
