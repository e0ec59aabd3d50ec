import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openDialog, openSession } from './pages.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }

/** Open a box of a kit that is past its day. @returns the name of the kit */
async function openExpiredLot(page: Page): Promise<string> {
  const query = '/v3/bkits/search?limit=100'
  const found = await page.request.post(query, { headers, data: {} })
  const { data } = (await found.json()) as {
    data: { data: { uuid: string; name: string; lot: string; expiry_date: string }[] }
  }
  const kit = data.data.find(({ expiry_date }) => expiry_date < '2026-06-01')
  if (!kit) throw new Error('the demonstration has no expired kit')
  const body = { bkit_uuid: kit.uuid, lot: kit.lot, opened_at: '2026-01-05' }
  const kept = await page.request.post('/v3/bkits/own_lots/keep', { headers, data: body })
  expect(kept.ok()).toBe(true)
  return kit.name
}

test('an alarm is raised by the service, comes to the tray by itself, is acknowledged without network and cleared with a reason', async ({
  page,
  context,
}) => {
  await openSession(page, 'operator')
  await page.goto('/alarms')
  await expect(page.getByRole('heading', { name: 'Alarms', level: 1 })).toBeVisible()
  const kit = await openExpiredLot(page)

  const row = page.getByRole('grid').getByRole('row').filter({ hasText: kit })
  await expect(row).toContainText('Lot expiring')
  await expect(row).toContainText('Raised')
  const bell = page.getByRole('button', { name: /^Messages, / })
  await bell.click()
  const tray = page.getByRole('region', { name: 'Alarms' })
  await expect(tray.getByText('Whole company')).toBeVisible()
  await expect(tray.getByText(/Last day: /)).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await context.setOffline(true)
  await tray.getByRole('button', { name: /^Acknowledge: Lot expiring/ }).click()
  await expect(page.getByText(/kept on this machine and sent when/).first()).toBeVisible()
  await expect(tray.getByText('Acknowledged here, not sent yet: 1')).toBeVisible()
  await context.setOffline(false)
  // Expect the app to send it by itself when the service answers again.
  await expect(tray.getByText('Acknowledged: 1')).toBeVisible()
  await page.goto('/alarms')
  await expect(row).toContainText('Acknowledged')
  await row.click()
  const panel = page.getByRole('complementary').filter({ hasText: kit })
  await expect(panel.getByText('Olga Marin')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await panel.getByRole('button', { name: 'Clear' }).click()
  const dialog = openDialog(page)
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(dialog.getByText('Give a reason of at least three characters.')).toBeVisible()
  await dialog.getByLabel(/^Reason/).fill('The box was thrown away')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(row).toContainText('Cleared')
  await expect(panel.getByText('The box was thrown away')).toBeVisible()
  await panel.getByText('History', { exact: true }).click()
  await expect(panel.getByText('cleared by a person')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // Look at the kit's own panel, which shows what became of it.
  await panel.getByRole('button', { name: 'Open the record' }).click()
  const ofKit = page.getByRole('complementary').getByRole('region', { name: 'Alarms' })
  await expect(ofKit.getByText(/^Cleared by Olga Marin/)).toBeVisible()
})
