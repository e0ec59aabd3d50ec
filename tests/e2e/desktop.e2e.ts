// The words of devices in the local network are played: those of this stack answer on the loopback alone, where no multicast
// DNS is heard (tests/desktop/bridge.test.ts finds one by it). So is the sleep of this machine. All else is the true shell.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { startHost, type Host } from '../../desktop/start-host.ts'
import type { Heard } from '../../desktop/find-devices.ts'
import { realLook } from '../../desktop/watch-machine.ts'
import { labSwarm } from '../../scripts/demo/companies.ts'
import { clockGapMs } from '../../domain/catalog/limits.ts'
import { e2ePort } from '../../playwright.config.ts'
import { findViolations } from './axe.ts'
import { choose, launch, openDialog, openSession, password, planRun, signIn } from './pages.ts'
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
/** Folder into which an instrument writes; the dialog of the system is answered with it. */
const share = join(data, 'share')
const began = Date.now()
/** Sleep of the machine by its clock, in milliseconds. */
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
    choose: async () => share,
    // Run thirty times as fast, so that a file is finished after moments.
    watchClock: {
      now: () => began + 30 * (Date.now() - began),
      every: (ms, act) => realLook.every(ms / 20, act),
    },
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

test('issue 19: a finished file of an instrument becomes the run of its plan, and one without a plan is asked about', async () => {
  mkdirSync(share)
  writeFileSync(join(share, 'old.tsv'), 'there before')
  const text = readFileSync('tests/fixtures/files/RDES_v1_0_example_amplification.tsv', 'utf8')
  const few = text.split('\n').slice(0, 7).join('\n')
  const headers = { 'x-requested-with': 'XMLHttpRequest', origin: `http://127.0.0.1:${host.port}` }
  const ask = async (path: string, body: object): Promise<{ uuid: string }> => {
    const answer = await page.request.post(`/v3${path}`, { headers, ...body })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: { uuid: string } }).data
  }
  const uuid = crypto.randomUUID()
  const fields = { uuid, name: 'Model', swarm_uuid: labSwarm, recipe_uuid: null, run: 0 }
  const file = { name: 'x.tsv', mimeType: 'text/plain', buffer: Buffer.from(few) }
  await ask('/analysis/import', { multipart: { fields: JSON.stringify(fields), file } })
  const plan = await ask(`/analysis/duplicate/${uuid}`, { data: { name: 'Folder plate 7' } })

  await page.goto('/devices?view=files')
  await page.getByRole('button', { name: 'Choose folder' }).click()
  await expect(page.getByText(share)).toBeVisible()
  // Take the service away when the instrument writes.
  await page.route('**/v3/analysis/import', (route) => route.abort())
  writeFileSync(join(share, 'folder_PLATE 7.tsv'), few.replace('668.43', '668.44'))
  await expect(page.getByText('1 file waits to be imported.')).toBeVisible()
  writeFileSync(join(share, 'nobody planned.tsv'), few.replace('668.43', '668.45'))
  const asked = page.getByRole('listitem').filter({ hasText: 'nobody planned.tsv' })
  await page.unroute('**/v3/analysis/import')
  await page.reload()
  const done = page.getByRole('listitem').filter({ hasText: 'folder_PLATE 7.tsv' })
  await expect(done).toContainText('Imported')
  await expect(asked).toContainText('No planned analysis has the name')
  await expect(asked.getByRole('button', { name: 'Attach to' })).toHaveCount(0)
  await done.getByRole('link', { name: 'Folder plate 7' }).click()
  await page.waitForURL(`**/details/${plan.uuid}**`)
  await expect(page.getByText('Imported from folder_PLATE 7.tsv')).toBeVisible()
  await page.goto('/devices?view=files')
  await asked.getByRole('button', { name: 'New analysis' }).click()
  await expect(asked).toContainText('Imported')
  // Write the same content again, under another name, which is nothing new.
  writeFileSync(join(share, 'copy.tsv'), few.replace('668.43', '668.45'))
  writeFileSync(join(share, 'no run.csv'), 'a table of nothing')
  const unread = page.getByRole('listitem').filter({ hasText: 'no run.csv' })
  await expect(unread).toContainText('Not readable')
  await expect(page.getByText('copy.tsv')).toHaveCount(0)
  await unread.getByRole('button', { name: 'Ignore' }).click()
  await expect(unread).toContainText('Ignored')
  await page.getByRole('button', { name: 'Stop watching' }).click()
  await expect(page.getByText('No folder is watched')).toBeVisible()
})

let orderedAt = ''

test('issue 20: orders in the folder become a plan, in a few presses', async () => {
  await page.getByRole('button', { name: 'Choose folder' }).click()
  const lines = ['8001', '8002'].flatMap((number) => [
    'MSH|^~\\&|LIS|LAB|bApp|LAB|20261127080000||OML^O33|M1|P|2.5.1',
    `PID|1||MRN-${number}||Miller^Ann`,
    `SPM|1|S-${number}^^||SWAB|||||||P`,
    `ORC|NW|${number}`,
    `OBR|1|${number}`,
  ])
  writeFileSync(join(share, 'worklist.hl7'), lines.join('\r'))
  const file = page.getByRole('listitem').filter({ hasText: 'worklist.hl7' })
  await expect(file).toContainText('2 orders of a laboratory system')
  expect(await findViolations(page)).toEqual([])
  await file.getByRole('button', { name: 'Plan samples' }).click()
  await expect(page.getByText('2 orders in worklist.hl7')).toBeVisible()
  await page
    .getByRole('combobox', { name: 'Protocol' })
    .selectOption({ label: 'Duplex with internal control' })
  const device = page.getByRole('radio', { name: 'bCUBE Nord' })
  await expect(device).toBeEnabled()
  await choose(device)
  await page
    .getByRole('textbox', { name: /^Name( \(required\))?$/ })
    .fill('Ordered by the laboratory system')
  await page.getByRole('button', { name: 'Put samples into wells' }).click()
  await openDialog(page)
    .getByRole('button', { name: /^Import 2 / })
    .click()
  await expect(page.getByText('2 orders in worklist.hl7')).toHaveCount(0)
  await launch(page)
  orderedAt = new URL(page.url()).pathname
  await page.goto('/devices?view=files')
  await expect(file).toContainText('Imported')
  await expect(file).toContainText('is not signed yet.')
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

test('issue 20: the signed run answers its orders, by a file beside them', async ({ browser }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Go online' }).click()
  // Keep the app out of a browser that stays online.
  const reviewer = await browser.newPage({ serviceWorkers: 'block' })
  await openSession(reviewer, 'manager')
  await reviewer.goto(orderedAt)
  await reviewer
    .getByRole('button', { name: 'Sign and validate' })
    .first()
    .click({ timeout: 120_000 })
  const dialog = openDialog(reviewer)
  await dialog.getByLabel('Meaning of the signature').selectOption('approval')
  await dialog.getByLabel('Password (required)').fill(password)
  await dialog.getByRole('button', { name: 'Sign and validate' }).click()
  await expect(reviewer.getByText(/Signed by Marco Bellini/)).toBeVisible()
  await reviewer.close()
  await page.goto('/devices?view=files')
  const file = page.getByRole('listitem').filter({ hasText: 'worklist.hl7' })
  await expect(file).toContainText('is answered, with the signature of')
  const answers = join(share, 'bApp answers')
  const [name = ''] = readdirSync(answers)
  expect(name).toMatch(/^worklist-[0-9a-f]{8}-\d{8}T\d{6}\.hl7$/)
  const answer = readFileSync(join(answers, name), 'utf8')
  expect(answer.match(/SPM\|1\|S-800[12]/g)).toHaveLength(2)
  expect(answer).not.toMatch(/Miller|MRN/)
})

test('[DESK-006] with the sign-out the search ends', async () => {
  await page.goto('/analysesOffline')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => host.isLooking()).toBe(false)
})
