import { expect, type Locator, type Page, test } from '@playwright/test'
import { openDialog, openSession } from './pages.ts'
import { killDevice, readState, restartDevice } from './stack-control.ts'

const cube = '5e0b7d12-3c49-4e6f-9d28-c1a7b4e30036'
const gate = '5e0b7d12-3c49-4e6f-9d28-c1a7b4e30096'

async function openDevice(page: Page, uuid: string, name: string): Promise<Locator> {
  await page.goto(`/devices?device=${uuid}`)
  const panel = page.getByRole('complementary', { name })
  await expect(panel.getByRole('region', { name: 'Actions' })).toBeVisible()
  return panel
}

/** Find the newest entry of the ledger in the panel. */
const newest = (panel: Locator) =>
  panel.getByRole('region', { name: 'Commands' }).getByRole('listitem').first()

async function expectDone(panel: Locator, name: string): Promise<void> {
  await expect(newest(panel)).toContainText(name)
  await expect(newest(panel)).toContainText('done')
}

async function press(panel: Locator, name: string): Promise<void> {
  await panel.getByRole('button', { name, exact: true }).click()
}

async function confirm(page: Page, name: string): Promise<void> {
  await openDialog(page).getByRole('button', { name, exact: true }).click()
  await expect(openDialog(page)).toHaveCount(0)
}

test('[SCREEN-036] [ERR-054] [CONST-069] [SCREEN-037] [SCREEN-039] [SCREEN-043] [STATE-028] [STATE-030] [STATE-031] [STATE-032] [STATE-033] [STATE-034] an administrator orders what a device can do, and sees what became of it', async ({
  page,
}) => {
  await openSession(page, 'admin')
  const panel = await openDevice(page, cube, 'bCUBE Sud')
  await expect(panel.getByText('Software update required')).toBeVisible()
  await expect(
    panel.getByText(
      /2\.8\.2 is (supported for \d+ more days?|no longer supported)\. Next version: 3\.0\.0\./,
    ),
  ).toBeVisible()
  await press(panel, 'Send again')
  await expectDone(panel, 'Send again')
  await press(panel, 'Open remote shell')
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill('Log of run 12')
  await confirm(page, 'Open remote shell')
  await expectDone(panel, 'Remote shell open')
  const banner = page.getByText('A remote shell is open on bCUBE Sud')
  await expect(banner).toBeVisible()
  await expect(page.getByText(/until \S+ Reason: \S*Log of run 12/)).toBeVisible()
  // Expect it on every page, not on that of the devices alone.
  const other = await page.context().newPage()
  await other.goto('/analyses')
  await expect(other.getByText('A remote shell is open on bCUBE Sud')).toBeVisible()
  await expect(other.getByRole('button', { name: 'End now' })).toBeVisible()
  await other.close()
  await press(panel, 'Read from the device')
  await expect(panel.getByRole('region', { name: 'On the device' })).toContainText('open until')
  await press(panel, 'Close remote shell')
  await expectDone(panel, 'Remote shell close')
  await expect(banner).toHaveCount(0)
  await press(panel, 'Clear folders…')
  await confirm(page, 'Clear folders')
  await expectDone(panel, 'Clear folders')
  await press(panel, 'Reset illumination…')
  await confirm(page, 'Reset illumination')
  await expectDone(panel, 'Change settings')
  await press(panel, 'Update…')
  await openDialog(page).getByLabel('New version').selectOption({ label: '2.10.0' })
  await confirm(page, 'Update')
  await expectDone(panel, 'Update 2.10.0')
  await expect(panel.getByText('2.10.0').first()).toBeVisible()
  await expect(panel.getByText('Software update required')).toHaveCount(0)
  await press(panel, 'Restart…')
  await confirm(page, 'Restart')
  await expectDone(panel, 'Restart')
})

test('[SCREEN-032] settings on the device are read and changed', async ({ page }) => {
  await openSession(page, 'manager')
  const panel = await openDevice(page, cube, 'bCUBE Sud')
  const region = panel.getByRole('region', { name: 'On the device' })
  await press(region, 'Read from the device')
  await press(region, 'Change illumination…')
  const exposure = openDialog(page).getByRole('spinbutton', { name: 'HEX: Exposure' })
  await exposure.fill('400')
  await openDialog(page).getByRole('button', { name: 'Change settings' }).click()
  await expect(openDialog(page).getByRole('alert')).toContainText('300')
  await exposure.fill('180')
  await confirm(page, 'Change settings')
  await press(region, 'Change illumination…')
  await expect(openDialog(page).getByRole('spinbutton', { name: 'HEX: Exposure' })).toHaveValue(
    '180',
  )
})

test('[SCREEN-040] [STATE-035] [ENT-054] [ENT-055] shared folders are added, changed and removed; the password is never shown', async ({
  page,
}) => {
  const secret = 'only-for-the-nas'
  const heard: string[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/v3/')) return
    void response.text().then(
      (text) => heard.push(text),
      () => {},
    )
  })
  await openSession(page, 'manager')
  const panel = await openDevice(page, gate, 'bGATE Riva')
  const folders = panel.getByRole('region', { name: 'Shared folders' })
  await press(folders, 'Add folder…')
  const dialog = openDialog(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This is not a Samba address')).toBeVisible()
  await dialog.getByLabel(/^Address/).fill('//nas.lab.example/pcr')
  await dialog.getByLabel(/^Folder on the device/).fill('/data/runs')
  await dialog.getByLabel(/^Folder on the server/).fill('/incoming')
  await dialog.getByLabel(/^User name/).fill('cycler')
  await dialog.getByLabel('Password', { exact: true }).fill(secret)
  await confirm(page, 'Save')
  await expect(folders.getByRole('listitem')).toContainText('with password')
  await press(folders, 'Change…')
  await expect(openDialog(page).getByLabel('Password', { exact: true })).toHaveValue('')
  await openDialog(page)
    .getByLabel(/^User name/)
    .fill('archive')
  await confirm(page, 'Save')
  await expect(folders.getByRole('listitem')).toContainText('archive')
  await expect(folders.getByRole('listitem')).toContainText('with password')
  await press(folders, 'Remove…')
  await confirm(page, 'Remove')
  await expect(folders.getByRole('listitem')).toHaveCount(0)
  expect(heard.length).toBeGreaterThan(5)
  expect(heard.join('')).not.toContain(secret)
})

test('[SCREEN-038] [STATE-029] a device that is shut down stays off; what is ordered waits for it', async ({
  page,
}) => {
  const { devices } = readState('devices.json') as { devices: { uuid: string }[] }
  expect(devices.map(({ uuid }) => uuid)).toContain(cube)
  await openSession(page, 'manager')
  const panel = await openDevice(page, cube, 'bCUBE Sud')
  await press(panel, 'Shut down…')
  await confirm(page, 'Shut down')
  await expectDone(panel, 'Shut down')
  await expect(panel.getByText('Offline').first()).toBeVisible()
  await press(panel, 'Blink')
  await expect(newest(panel)).toContainText('waiting')
  await expect(panel.getByText(/Waits for the device until/)).toBeVisible()
  await killDevice(cube)
  await restartDevice(cube)
  await expectDone(panel, 'Blink')
})

test('an operator reads why an order is not theirs to give', async ({ page }) => {
  await openSession(page, 'operator')
  const panel = await openDevice(page, cube, 'bCUBE Sud')
  const shutdown = panel.getByRole('button', { name: 'Shut down…' })
  await expect(shutdown).toHaveAttribute('aria-disabled', 'true')
  await expect(shutdown).toHaveAccessibleDescription(/shut devices down/)
  await press(panel, 'Blink')
  await expectDone(panel, 'Blink')
})
