// The words of devices in the local network are played: those of this stack answer on the loopback alone, where no multicast
// DNS is heard (tests/desktop/bridge.test.ts finds one by it). So is the sleep of this machine. All else is the true shell.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { startHost, type Host } from '../../desktop/start-host.ts'
import type { Heard } from '../../desktop/find-devices.ts'
import { realLook } from '../../desktop/watch-machine.ts'
import { clockGapMs } from '../../domain/catalog/limits.ts'
import { e2ePort } from '../../playwright.config.ts'
import { launch, planRun, signIn } from './pages.ts'
import { readState } from './stack-control.ts'

// The pages of these walks open without network.
test.use({ serviceWorkers: 'allow' })

test.describe.configure({ mode: 'serial' })

const hostname = 'bgate-0096'
const name = 'bGATE Riva'
const run = 'Run of the shell'
const analysisGet = '**/desktop/call/analysisGet'
const data = mkdtempSync(join(tmpdir(), 'bapp-desktop-'))
const stranger = { uuid: '00000000-0000-4000-8000-0000000000aa', hostname: 'cube-stranger' }
/** Of the machine's clock, in milliseconds. */
let slept = 0
let heard: Heard | null = null
let isSilent = false
let host: Host
let page: Page
const asked: string[] = []

function speak(): void {
  if (isSilent) return
  const device = readState(`devices/${hostname}/device.json`) as { lan_port: number }
  const { devices } = readState('devices.json') as {
    devices: { uuid: string; hostname: string }[]
  }
  const uuid = devices.find((one) => one.hostname === hostname)?.uuid ?? ''
  const address = '127.0.0.1'
  heard?.heard({ uuid, hostname, deviceType: 'bgate', address, port: device.lan_port })
  heard?.heard({ ...stranger, deviceType: 'bcube', address, port: 9 })
}

test.beforeAll(async ({ browser }) => {
  host = await startHost({
    service: new URL(`http://localhost:${e2ePort}`),
    web: 'dist/client',
    data,
    find: (listener) => {
      heard = listener
      setTimeout(speak)
      return { ask: speak, stop: async () => undefined }
    },
    look: { ...realLook, now: () => Date.now() + slept },
  })
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${host.port}` })
  page = await context.newPage()
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(host.startAddress)
})
test.afterAll(async () => {
  await page.context().close()
  await host.close()
  rmSync(data, { recursive: true, force: true })
})

test('[DESK-006] [CACHE-009] devices are looked for once somebody is signed in; the service is there as in a browser', async () => {
  await page.waitForURL('**/login**')
  expect(host.isLooking()).toBe(false)
  await signIn(page, 'operator')
  await expect.poll(() => host.isLooking()).toBe(true)
  await expect(page.getByRole('status').getByText('Online')).toBeVisible()
  const pulls = () => asked.filter((url) => url.includes('/v3/sync/pull'))
  await expect.poll(() => pulls().length).toBeGreaterThan(0)
  expect(pulls().filter((url) => !url.includes('limit=100'))).toEqual([])
})

test('[DESK-008] [CONST-026] after a sleep of the machine, of more than 30 s, the account is refreshed', async () => {
  const refresh = page.waitForRequest('**/v3/session/login')
  slept += clockGapMs + 1
  expect((await refresh).method()).toBe('GET')
})

test('[MODE-009] offline the devices that were found answer without anybody typing a name, also one without a record', async () => {
  await planRun(page, {
    protocol: 'Gene expression, 4-plex with passive reference',
    device: name,
    name: run,
  })
  await launch(page)
  await page.goto('/analysesOffline')
  await page.getByRole('button', { name: 'Work offline' }).click()
  const card = page.getByRole('link', { name: new RegExp(hostname) })
  await expect(card).toContainText(/answered .* ago/)
  await expect(page.getByRole('region', { name: 'Also found in the local network' })).toContainText(
    stranger.hostname,
  )
  await card.click()
  await expect(page.getByRole('link', { name: new RegExp(run) })).toBeVisible()
})

test('[ERR-029] fetching the analyses of a device can be stopped, which is said', async () => {
  await page.route(analysisGet, () => undefined)
  await page.getByRole('button', { name: 'Fetch analyses' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Loading analyses interrupted')).toBeVisible()
  await page.unroute(analysisGet)
})

test('[ERR-028] one that cannot be fetched is named with its device', async () => {
  await page.route(analysisGet, (route) => route.abort())
  await page.getByRole('button', { name: 'Fetch analyses' }).click()
  const text = `Could not fetch analysis: ${run}, bcube: ${hostname}`
  await expect(page.getByText(text)).toBeVisible()
  await page.unroute(analysisGet)
})

test('[DESK-007] a run is fetched from its device to this machine', async () => {
  await page.getByRole('button', { name: 'Fetch analyses' }).click()
  const line = page.getByRole('link', { name: new RegExp(run) })
  await expect(line).toContainText('on this machine')
})

test('[DESK-003] [DESK-005] a device that leaves the network is reported with its name, and found no more', async () => {
  isSilent = true
  heard?.left(hostname)
  heard?.left(stranger.hostname)
  await expect(page.getByText(`${name} is no longer in the local network`)).toBeVisible()
  await page.goto(`/analysesOffline/${stranger.hostname}`)
  await expect(page.getByText('No such device here')).toBeVisible()
})

test('what was fetched is looked at while the device is away', async () => {
  await page.goto(`/analysesOffline/${hostname}`)
  await expect(page.getByText('No device answers on this network')).toBeVisible()
  await page.getByRole('link', { name: new RegExp(run) }).click()
  await expect(page.getByText(/^Cycle \d+ of 40$/).first()).toBeVisible()
})

test('[DESK-006] with the sign-out the search ends', async () => {
  await page.goto('/analysesOffline')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => host.isLooking()).toBe(false)
})
