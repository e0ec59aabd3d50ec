import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import Papa from 'papaparse'
import { launch, openDialog, openSession, password, planRun } from './pages.ts'
import { readState, restartEdge, withoutDevice } from './stack-control.ts'

// The pages of these walks open without network, and show what moves.
test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'no-preference' } })

/** Result of the vendor's software for the recorded plate, at the thresholds of the demo recipe. */
interface VendorResult {
  position: string
  channel: string
  cq: number | null
}

const vendor = JSON.parse(
  readFileSync(new URL('../devices/fixtures/qs5-4plex-vendor.json', import.meta.url), 'utf8'),
) as VendorResult[]

test.describe.configure({ mode: 'serial' })

let page: Page
let address = ''
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
})
test.afterAll(() => page.close())

/** Return the share of the first screen of a laptop that the chart of the curves takes. */
async function readChartShare(): Promise<number> {
  await page.setViewportSize({ width: 1366, height: 768 })
  return page.evaluate(() => {
    scrollTo(0, 0)
    const box = document.querySelector('[aria-roledescription=chart]')?.getBoundingClientRect()
    return box ? (Math.min(box.bottom, innerHeight) - box.top) / innerHeight : 0
  })
}

/** Return a check that the running view shows this cycle, or a later one, as measured. */
function cycleReached(cycle: number): () => Promise<boolean> {
  return async () => {
    const text = await page
      .getByText(/^Cycle \d+ of 40$/)
      .first()
      .textContent()
    return Number(/\d+/.exec(text ?? '')?.[0] ?? 0) >= cycle
  }
}

test('an operator signs in, after a wrong password that costs nothing', async () => {
  await page.goto('/login?from=/analyses')
  await page.getByLabel('User name or e-mail').fill('operator@aurora.example')
  await page.getByLabel('Password', { exact: true }).fill('Wrong-2026!')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText(/wrong/i)
  await expect(page.getByLabel('User name or e-mail')).toHaveValue('operator@aurora.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/analyses')
  await expect(page.getByRole('heading', { name: 'Analyses', level: 1 })).toBeVisible()
})

test('plans a run on the bGATE with the layout of the protocol and launches it', async () => {
  await planRun(page, {
    protocol: 'Gene expression, 4-plex with passive reference',
    device: 'bGATE Riva',
    name: 'Plate of the story',
  })
  await expect(page.getByText('1 sample in 96 wells')).toBeVisible()
  await launch(page)
  address = page.url()
})

test('watches the curves grow', async () => {
  await expect(page.getByRole('heading', { name: 'Plate of the story' })).toBeVisible()
  await expect.poll(cycleReached(6), { timeout: 60_000 }).toBe(true)
  await expect(page.getByRole('progressbar', { name: 'Progress of the run' })).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
})

test('issue 20: the curves of a live run take 60 % of the first screen of a laptop', async () => {
  await expect.poll(readChartShare).toBeGreaterThanOrEqual(0.6)
})

test('a device that is killed in mid-run is reported, and continues its run when it is back', async () => {
  const { devices } = readState('devices.json') as { devices: { uuid: string; type: string }[] }
  const uuid = devices.find(({ type }) => type === 'bgate')?.uuid ?? ''
  await withoutDevice(uuid, () =>
    expect(
      page.getByText(/(No contact with bGATE Riva for|bGATE Riva is not connected$)/),
    ).toBeVisible({
      timeout: 60_000,
    }),
  )
  await expect(
    page.getByText(/(No contact with bGATE Riva for|bGATE Riva is not connected$)/),
  ).toBeHidden({
    timeout: 60_000,
  })
  await expect.poll(cycleReached(18), { timeout: 60_000 }).toBe(true)
})

test('the service is killed and started again in mid-run: nobody loses anything', async () => {
  await restartEdge()
  await expect(page.getByText('Complete', { exact: true }).first()).toBeVisible({ timeout: 90_000 })
})

test('issue 20: the curves of a finished run take 60 % of the first screen of a laptop', async () => {
  await expect.poll(readChartShare).toBeGreaterThanOrEqual(0.6)
})

test('the results are the vendor’s, within hundredths of a cycle, and no well is lost', async () => {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('radio', { name: 'CSV', exact: true }).click()
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await (await downloading).path()
  const rows = Papa.parse<Record<string, string>>(readFileSync(file, 'utf8'), { header: true }).data
  const differences = vendor.map(({ position, channel, cq }) => {
    const row = rows.find(
      (one) => one['Well'] === position && one['Channel'] === (channel === 'VIC' ? 'HEX' : channel),
    )
    return Math.abs(Number(row?.['Cq']) - Number(cq))
  })
  expect(differences).toHaveLength(384)
  expect(differences.every(Number.isFinite), 'no well lost').toBe(true)
  const sorted = differences.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  console.log(
    `Cq against the vendor: median ${at(0.5).toFixed(4)}, 95 % ${at(0.95).toFixed(4)}, largest ${at(1).toFixed(4)} cycles`,
  )
  expect(at(0.5)).toBeLessThanOrEqual(0.03)
  expect(at(0.95)).toBeLessThanOrEqual(0.1)
})

test('what was seen still shows without network after a reload', async () => {
  // Wait until the app is whole: it is kept again, as the service was killed while it was being kept.
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/index.html')) !== undefined), {
      timeout: 60_000,
    })
    .toBe(true)
  await page.context().setOffline(true)
  await expect(page.getByRole('status').getByText('Offline', { exact: true })).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Plate of the story' })).toBeVisible()
  await expect(page.getByText('Complete', { exact: true }).first()).toBeVisible()
  await page.context().setOffline(false)
})

test('an operator may not sign, and reads why', async () => {
  await page.goto(address)
  await page.getByRole('button', { name: 'More actions' }).click()
  const recalculate = page.getByRole('menuitem', { name: /Recalculate/ })
  await expect(recalculate).toHaveAttribute('aria-disabled', 'true')
})

test('[MODE-001] a manager reviews and signs; a wrong password signs nothing', async ({
  browser,
}) => {
  // Keep the app out of a browser that stays online.
  const review = await browser.newPage({ serviceWorkers: 'block' })
  await openSession(review, 'manager')
  await review.goto(address)
  await review.getByRole('button', { name: 'Sign and validate' }).first().click()
  const dialog = openDialog(review)
  await dialog.getByLabel('Meaning of the signature').selectOption('approval')
  await dialog.getByLabel('Password (required)').fill('Wrong-2026!')
  await dialog.getByRole('button', { name: 'Sign and validate' }).click()
  await expect(dialog.getByText('The password is wrong.')).toBeVisible()
  await dialog.getByLabel('Password (required)').fill(password)
  await dialog.getByRole('button', { name: 'Sign and validate' }).click()
  await expect(review.getByText(/Signed by Marco Bellini/)).toBeVisible()
  await expect(review.getByText('Validated', { exact: true }).first()).toBeVisible()
  await review.close()
})

test('[STATE-014] the signed record has come to the operator’s page and refuses to be changed', async () => {
  await expect(page.getByText(/Signed by Marco Bellini/)).toBeVisible()
  const uuid = address.split('/').at(-1) ?? ''
  const answer = await page.request.post(`/v3/analysis/edit/${uuid}`, {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    data: { notebook: 'afterthought' },
  })
  expect(answer.status()).toBe(409)
})
