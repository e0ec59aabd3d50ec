import { join } from 'node:path'
import { type Browser, chromium, expect, type Locator, type Page, test } from '@playwright/test'
import { resolverRules } from '../../devices/resolver-rules.ts'
import { syncCalls } from '../../domain/calls/sync.ts'
import type { CommandRecord } from '../../domain/entities/command.ts'
import { e2ePort } from '../../playwright.config.ts'
import { walkLaunch } from '../../scripts/chromium.ts'
import { openDialog, signIn } from './pages.ts'
import { stateDir, withoutEdge } from './stack-control.ts'

const cube = { uuid: '5e0b7d12-3c49-4e6f-9d28-c1a7b4e30016', name: 'bCUBE Nord' }
const gate = { uuid: '5e0b7d12-3c49-4e6f-9d28-c1a7b4e30096', name: 'bGATE Riva' }
const key = 'only-for-the-air-2026'
const secret = 'only-for-the-nas'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }

let browser: Browser
let page: Page

test.beforeAll(async () => {
  // Find the names of the devices by rules of this browser's resolver, as on a machine without mDNS.
  const rules = `--host-resolver-rules=${resolverRules(join(stateDir, 'devices'))}`
  const launch = walkLaunch()
  browser = await chromium.launch({ ...launch, args: [...(launch.args ?? []), rules] })
  const context = await browser.newContext({
    baseURL: `http://localhost:${e2ePort}`,
    locale: 'en-GB',
    viewport: { width: 1360, height: 860 },
    // Allow service workers: the pages of the walk open without the service.
    serviceWorkers: 'allow',
  })
  page = await context.newPage()
})
test.afterAll(() => browser.close())

const region = (name: string) => page.getByRole('region', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name, exact: true })

async function press(inside: Locator | Page, name: string): Promise<void> {
  await inside.getByRole('button', { name, exact: true }).click()
}

/** Press a button and wait for its outcome by the local network. */
async function order(name: string, command: string, confirm?: string): Promise<void> {
  await press(region('Actions'), name)
  if (confirm !== undefined) await press(openDialog(page), confirm)
  await expect(openDialog(page)).toHaveCount(0)
  const outcome = region('Actions').getByRole('status').filter({ hasText: command })
  await expect(outcome).toContainText('done')
  await expect(outcome).toContainText('by the local network')
}

/** Get the app, a pass and the versions of the software into the browser while the service is there; then work offline. */
async function visitOnline(): Promise<void> {
  await signIn(page, 'admin')
  await page.goto(`/devices?device=${cube.uuid}&page=network`)
  await expect(region('Wi-Fi')).toBeVisible()
  // Wait until the page hears the device, also on the topic of its Bluetooth.
  await expect(page.getByRole('heading', { name: 'Now', exact: true })).toBeVisible()
  const heard = page
    .getByText(/Bluetooth was switched on\.$/)
    .first()
    .waitFor()
  await press(region('Bluetooth'), 'Set this time')
  await heard
  await tab('Commands and setup').click()
  await press(region('Actions'), 'Update…')
  await expect(openDialog(page).getByLabel('New version')).toBeVisible()
  await press(openDialog(page), 'Cancel')
  await expect
    .poll(() => page.evaluate(keepsApp), { timeout: 60_000, message: 'the app is kept' })
    .toBe(true)
  await page.goto('/analysesOffline')
  await press(page, 'Work offline')
  await expect(page.getByText(/answered/).first()).toBeVisible()
}

/** Return true once the app is stored: the page itself comes last, after all it may load. */
async function keepsApp(): Promise<boolean> {
  return (await caches.match('/index.html')) !== undefined
}

async function walkCommands(): Promise<void> {
  await order('Blink', 'Blink')
  await order('Self-test', 'Self-test')
  await order('Send again', 'Send again')
  await order('Clear folders…', 'Clear folders', 'Clear folders')
  await order('Reset illumination…', 'Change settings', 'Reset illumination')
  const setup = region('On the device')
  await press(setup, 'Read from the device')
  await expect(setup).toContainText('bcube-0016')
  // Leave it with its own name: later walks on this stack look for it.
  for (const name of ['bCUBE Nord, bench 2', cube.name]) {
    await press(setup, 'Change names…')
    await openDialog(page).getByLabel('Name', { exact: true }).fill(name)
    await press(openDialog(page), 'Change names')
    await expect(openDialog(page)).toHaveCount(0)
    await expect(setup.getByText(name, { exact: true })).toBeVisible()
  }
  await press(setup, 'Change illumination…')
  await openDialog(page).getByRole('spinbutton').first().fill('40')
  await press(openDialog(page), 'Change settings')
  await expect(openDialog(page)).toHaveCount(0)
  await press(region('Actions'), 'Update…')
  await openDialog(page).getByLabel('New version').selectOption({ label: '2.10.0' })
  await press(openDialog(page), 'Update')
  // Go on: the device fetches the software once the service is back, and nothing else waits for it.
  const update = region('Actions').getByRole('status').filter({ hasText: 'Update' })
  await expect(update).toContainText('by the local network')
  await order('Restart…', 'Restart', 'Restart')
}

async function walkShell(): Promise<void> {
  await tab('Remote shell').click()
  await press(page, 'Open remote shell')
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill('Log of run 12')
  await press(openDialog(page), 'Open remote shell')
  const line = page.getByRole('textbox', { name: 'Line for the shell' })
  await line.fill('cat /etc/hostname')
  await line.press('Enter')
  await expect(page.getByRole('log')).toContainText('bcube-0016')
  await expect(line).toHaveValue('')
  await line.press('ArrowUp')
  await expect(line).toHaveValue('cat /etc/hostname')
  await press(page, 'End the session')
  await expect(page.getByText('The shell is closed.')).toBeVisible()
}

async function walkRadios(): Promise<void> {
  await tab('Network').click()
  const wifi = region('Wi-Fi')
  const network = (name: string) =>
    wifi.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  const save = async (name: string, word?: string) => {
    await press(network(name), 'Save')
    if (word !== undefined) await openDialog(page).getByLabel(/^Key/).fill(word)
    await press(openDialog(page), 'Save')
    await expect(openDialog(page)).toHaveCount(0)
    await expect(network(name)).toContainText('saved')
  }
  await save('Laboratory', key)
  await save('Corridor', 'the-wrong-key')
  await press(network('Corridor'), 'Connect')
  await expect(wifi.getByText('Corridor does not accept the key')).toBeVisible()
  await press(network('Laboratory'), 'Connect')
  await expect(wifi.getByText('connected', { exact: true }).first()).toBeVisible()
  const remove = wifi.getByRole('button', { name: 'Remove Laboratory', exact: true })
  await expect(remove).toHaveAccessibleDescription(
    'The currently connected Wi-Fi cannot be removed.',
  )
  // Wait for it from here on, since it is shown for a moment only.
  const said = page
    .getByText(/Success$/)
    .first()
    .waitFor()
  await press(wifi, 'Disconnect')
  await said
  await press(wifi, 'Remove Corridor')
  await expect(wifi.getByRole('button', { name: 'Remove Corridor' })).toHaveCount(0)
  await press(wifi, 'Switch Wi-Fi off')
  await press(wifi, 'Switch Wi-Fi on')
  const ble = region('Bluetooth')
  await press(ble, 'Set this time')
  await expect(ble.getByText(/^on until/)).toBeVisible()
  const reader = ble.getByRole('listitem').filter({ hasText: 'Barcode reader' })
  await press(reader, 'Connect')
  await press(reader, 'Disconnect')
  await expect(reader.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
  await press(ble, 'Switch Bluetooth off')
  await expect(ble.getByText('off', { exact: true })).toBeVisible()
  const check = region('Way to the service')
  await press(check, 'Check the connection')
  await expect(check.getByText(/does not answer the device/)).toBeVisible()
}

async function walkFolders(): Promise<void> {
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('row', { name: new RegExp(gate.name) }).click()
  await page.getByRole('link', { name: 'Open the device' }).click()
  await tab('Commands and setup').click()
  await order('Send again', 'Send again')
  const folders = region('Shared folders')
  await press(folders, 'Add folder…')
  const dialog = openDialog(page)
  await dialog.getByLabel(/^Address/).fill('//nas.lab.example/pcr')
  await dialog.getByLabel(/^Folder on the device/).fill('/data/runs')
  await dialog.getByLabel(/^Folder on the server/).fill('/incoming')
  await dialog.getByLabel(/^User name/).fill('cycler')
  await dialog.getByLabel('Password', { exact: true }).fill(secret)
  await press(dialog, 'Save')
  await expect(folders.getByRole('listitem')).toContainText('with password')
  await press(folders, 'Test the folder')
  await expect(folders).toContainText('A trial file was written, read and deleted')
  await press(folders, 'Remove…')
  await press(openDialog(page), 'Remove')
  await expect(folders.getByRole('listitem')).toHaveCount(0)
}

/** Read the commands of the ledger that came by the local network. */
async function readLocalCommands(): Promise<CommandRecord[]> {
  const url = `/v3${syncCalls.pull.path}?kinds=command&after=0&limit=500`
  const answer = await page.request.get(url, { headers })
  const { data } = (await answer.json()) as { data: { records: { body: CommandRecord }[] } }
  return data.records.map(({ body }) => body).filter(({ local }) => local)
}

test('[LAN-001] [LAN-005] [LAN-008] [LAN-009] [LAN-010] [LAN-011] [LAN-012] [LAN-013] [LAN-014] [LAN-015] [LAN-016] [LAN-017] [LAN-018] [LAN-019] [LAN-020] [LAN-021] [LAN-022] [LAN-023] [LAN-024] [LAN-025] [LAN-026] [LAN-027] [SCREEN-033] [SCREEN-034] [SCREEN-039] [SCREEN-040] [VAL-019] [ERR-024] [SOCK-004] without the service the page of a device does all of it by its hostname, and the ledger names the person afterwards', async () => {
  await visitOnline()
  await withoutEdge(async () => {
    await page.getByRole('link', { name: new RegExp(cube.name) }).click()
    await page.getByRole('link', { name: 'Open the device' }).click()
    await expect(page.getByText(/Commands go straight to bcube-0016/)).toBeVisible()
    await walkCommands()
    await walkShell()
    await walkRadios()
    await walkFolders()
  })
  const done = async () =>
    (await readLocalCommands())
      .filter(({ state }) => state === 'done')
      .map(({ command }) => command.name)
  await expect
    .poll(done, { timeout: 60_000 })
    .toEqual(
      expect.arrayContaining([
        'FLASH',
        'SELF_TEST',
        'ANALYSIS_SYNC',
        'FOLDERS_CLEAR',
        'GET_SETUP',
        'SET_INFO',
        'UPDATE_SETUP',
        'UPDATE',
        'REBOOT',
        'REMOTE_SHELL',
        'BGATE_SYNC',
        'GET_SAMBA_CONFIGS',
        'UPDATE_SAMBA_CONFIG',
        'DELETE_SAMBA_CONFIG',
      ]),
    )
  const commands = await readLocalCommands()
  const { name: person } = (await (await page.request.get('/v3/session/me', { headers })).json())
    .data
  for (const entry of commands) expect(entry.user_name).toBe(person)
  const ended = commands.find(({ transcript }) => transcript)
  expect(ended?.transcript).toMatchObject({
    lines: 1,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(JSON.stringify(commands)).not.toContain(secret)
})
