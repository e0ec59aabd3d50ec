import { expect, type Page, type Request, test } from '@playwright/test'
import { openSession, planRun, signIn } from './pages.ts'
import { withoutEdge } from './stack-control.ts'

// The pages of these walks open without network.
test.use({ serviceWorkers: 'allow' })

test.describe.configure({ mode: 'serial' })

const headers = { 'X-Requested-With': 'XMLHttpRequest' }
const protocol = 'Gene expression, 4-plex with passive reference'

let page: Page
let address = ''
const uuidOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  await signIn(page, 'operator')
  await waitKept(page)
})
test.afterAll(() => page.close())

/** Wait until the records and the app itself are stored in the browser. */
async function waitKept(one: Page): Promise<void> {
  await one.goto('/analyses')
  await expect(one.getByRole('status').getByText('Online')).toBeVisible()
  await expect
    .poll(() => one.evaluate(keepsApp), { timeout: 60_000, message: 'the app is kept' })
    .toBe(true)
}

/** Return true once the app is stored: the page itself comes last, after all it may load. */
async function keepsApp(): Promise<boolean> {
  if (!navigator.serviceWorker.controller) return false
  return (await caches.match('/index.html')) !== undefined
}

const toast = (one: Page, text: string | RegExp) => one.getByText(text).first()
const notebook = (one: Page) => one.getByRole('textbox', { name: 'Notebook' })

/** Read a record at the edge, as a person of the company. */
async function readAtEdge(one: Page, uuid: string) {
  const answer = await one.request.get(`/v3/analysis/get/${uuid}`, { headers })
  const { data } = (await answer.json()) as { data?: Record<string, unknown> }
  return data ?? null
}

async function goOffline(one: Page): Promise<void> {
  await one.context().setOffline(true)
  await expect(one.getByText('This machine has no network.').first()).toBeVisible()
}

async function goOnline(one: Page): Promise<void> {
  await one.context().setOffline(false)
  await expect(toast(one, 'Online again.')).toBeVisible()
}

async function save(one: Page): Promise<void> {
  await one.getByRole('button', { name: 'More actions' }).click()
  await one.getByRole('menuitem', { name: 'Save without launching' }).click()
  await one.waitForURL(/\/analyses\/details\//)
}

const html = {
  contentType: 'text/html',
  body: '<!doctype html><title>Sign in to this network</title>',
}

test('a page that comes in place of a file is not kept as that file', async () => {
  await page.context().route('**/assets/stopped.js', (route) => route.fulfill(html))
  const kept = await page.evaluate(async () => {
    const shell = await caches.open('shell')
    const typeOf = async (url: string) =>
      (await shell.match(url))?.headers.get('content-type') ?? 'none'
    const stopped = '/assets/stopped.js'
    const answer = await fetch(stopped)
    const sheet = (await shell.keys()).map(({ url }) => url).find((url) => url.endsWith('.css'))!
    await shell.put(sheet, new Response('', { headers: { 'content-type': 'text/html' } }))
    await fetch(sheet)
    return [answer.headers.get('content-type'), await typeOf(stopped), await typeOf(sheet)]
  })
  expect(kept).toEqual(['text/html', 'none', expect.stringContaining('text/css')])
})

test('the page of a network that wants a sign-in does not replace the app', async () => {
  const context = page.context()
  const asked: string[] = []
  await context.route('**/*', (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.fulfill(html)
  })
  for (const address of ['/analyses', '/results', '/devices']) {
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(address)
    // oxlint-disable-next-line no-await-in-loop
    await expect(page).toHaveTitle('Sign in to this network')
  }
  expect(asked).not.toContain('/asset-manifest.json')
  await context.unroute('**/*')
  await context.setOffline(true)
  await page.goto('/analyses')
  await expect(page.getByRole('heading', { name: 'Analyses', level: 1 })).toBeVisible()
  await context.setOffline(false)
  await waitKept(page)
})

test('[NAV-012] [STATE-036] [STATE-038] [STATE-039] a network that goes leads to the offline list and says so', async () => {
  await goOffline(page)
  await page.waitForURL('**/analysesOffline')
  await expect(page.getByRole('heading', { name: 'Offline', level: 1 })).toBeVisible()
  await expect(page.getByRole('status').getByText('Offline', { exact: true })).toBeVisible()
})

test('[STATE-037] [STATE-040] offline no call is made, and no device is called online', async () => {
  const calls: string[] = []
  const note = (request: { url: () => string }) => calls.push(request.url())
  page.on('request', note)
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('Devices').click()
  await expect(page.getByText('bGATE Riva').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('Online', { exact: true })).toHaveCount(0)
  await page.waitForTimeout(3000)
  page.off('request', note)
  expect(calls.filter((url) => url.includes('/v3/'))).toEqual([])
})

test('an analysis made without network survives a reload without network', async () => {
  await planRun(page, { protocol, device: 'bGATE Riva', name: 'Made on the train' })
  await save(page)
  address = page.url()
  await expect(page.getByRole('heading', { name: 'Made on the train' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Made on the train' })).toBeVisible()
})

test('its notebook is written without network, and says where it is', async () => {
  await page.goto(address)
  await notebook(page).fill('Ice was low')
  await expect(page.getByText('Kept on this machine, waiting to be sent')).toBeVisible()
})

test('the sync centre says what is only on this machine, and that it may be closed', async () => {
  await page.getByRole('link', { name: /^\d+ changes? (is|are) waiting$/ }).click()
  await page.waitForURL('**/sync')
  await expect(page.getByText('2 changes', { exact: true })).toBeVisible()
  await expect(page.getByText('1 analysis', { exact: true })).toBeVisible()
  await expect(page.getByText('only on this machine', { exact: true })).toBeVisible()
  await expect(page.getByText(/Safe to close: what is waiting is kept/)).toBeVisible()
  await expect(page.getByText('No network', { exact: true })).toBeVisible()
})

test('[NAV-013] [STATE-041] [STATE-042] [STATE-043] a network that comes back leads to the analyses, and all is sent', async () => {
  await page.goto('/analysesOffline')
  await goOnline(page)
  await page.waitForURL('**/analyses')
  const uuid = uuidOf(address)
  await expect
    .poll(async () => (await readAtEdge(page, uuid))?.['notebook'], { timeout: 60_000 })
    .toBe('Ice was low')
  expect(await readAtEdge(page, uuid)).toMatchObject({ name: 'Made on the train', status: 'INIT' })
  await page.goto('/sync')
  await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible()
  await expect(page.getByText(/the service has everything/)).toBeVisible()
})

test('[NAV-012] a person who lays out a plate sees that the service is gone, and stays there', async () => {
  await planRun(page, { protocol, device: 'bGATE Riva', name: 'Laid out meanwhile' })
  let made = ''
  await withoutEdge(async () => {
    await expect(toast(page, /Cannot connect to bData/)).toBeVisible({ timeout: 60_000 })
    expect(page.url()).toContain('/analyses/new')
    await expect(page.getByRole('textbox', { name: 'Name (required)' })).toHaveValue(
      'Laid out meanwhile',
    )
    await save(page)
    made = page.url()
  })
  await expect(toast(page, 'Online again.')).toBeVisible({ timeout: 60_000 })
  expect(page.url(), 'nobody is taken away from where they are').toBe(made)
  await expect
    .poll(async () => (await readAtEdge(page, uuidOf(made)))?.['name'], { timeout: 60_000 })
    .toBe('Laid out meanwhile')
})

test('a page that is loaded while the service is gone asks little of it, and ever more seldom', async () => {
  let asked: string[] = []
  /** Addresses with their bodies: rows that are drawn later ask for others at the same address. */
  const questions: string[] = []
  let asking = 0
  let most = 0
  const isPull = (request: Request) => new URL(request.url()).pathname.startsWith('/v3/sync/pull')
  const start = (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/v3/')) {
      asked.push(`${pathname}${search}`)
      questions.push(`${pathname}${search} ${request.postData() ?? ''}`)
    }
    if (isPull(request)) most = Math.max(most, ++asking)
  }
  const end = (request: Request) => {
    if (isPull(request)) asking -= 1
  }
  await withoutEdge(async () => {
    page.on('request', start)
    page.on('requestfailed', end)
    await page.goto('/analyses')
    await page.waitForTimeout(5000)
    const pulls = asked.filter((address) => address.startsWith('/v3/sync/pull'))
    // Allow fewer than eight more: the wait of a try is drawn, from a bound that doubles.
    expect(pulls.length, 'each table once, then one after the other').toBeLessThan(
      new Set(pulls).size + 8,
    )
    // Leave out the plan that waits and the live bus, which back off as well: a wait of theirs may be drawn short.
    const backOff = /^\/v3\/(sync\/pull|analysis\/get|live\/token)/
    const once = questions.filter((question) => !backOff.test(question))
    expect(once.length, once.join('\n')).toBe(new Set(once).size)
    const others = asked.filter((address) => !address.startsWith('/v3/sync/pull'))
    expect(others.length, others.join('\n')).toBeLessThanOrEqual(14)
    asked = []
    most = asking
    await page.waitForTimeout(5000)
    page.off('request', start)
    page.off('requestfailed', end)
    expect(asked.length).toBeLessThanOrEqual(10)
    expect(most, 'one table asks for all of them').toBeLessThanOrEqual(1)
  })
  await expect(page.getByRole('status').getByText('Online')).toBeVisible({ timeout: 60_000 })
})

test('two people’s samples meet: both versions are shown, and “Use mine” makes it mine', async ({
  browser,
}) => {
  // Keep the app out of a browser that stays online.
  const other = await browser.newPage({ serviceWorkers: 'block' })
  await openSession(other, 'manager')
  const rename = async (one: Page, name: string) => {
    await one.goto(`/analyses/new?edit=${uuidOf(address)}`)
    const field = one.getByRole('textbox', { name: /^Name of sample/ }).first()
    await field.fill(name)
    await field.press('Enter')
    await save(one)
  }
  await goOffline(page)
  await rename(page, 'Patient of mine')
  await rename(other, 'Patient of theirs')
  await page.goto('/analysesOffline')
  await goOnline(page)
  await page.goto('/sync')
  await expect(page.getByText('Refused').first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Patient of mine')).toBeVisible()
  await expect(page.getByText('Patient of theirs')).toBeVisible()
  await page.getByRole('button', { name: 'Use mine' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible({
    timeout: 60_000,
  })
  const { samples } = (await readAtEdge(page, uuidOf(address))) as { samples: { name: string }[] }
  expect(samples.map(({ name }) => name)).toContain('Patient of mine')
  await other.close()
})

test('edits that wait at a sign-out come back to the same person, and nobody else sees them', async () => {
  await goOffline(page)
  await page.goto(address)
  await notebook(page).fill('Ice was low, and came back')
  await expect(page.getByText('Kept on this machine, waiting to be sent')).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login**')
  await page.context().setOffline(false)

  // Sign in on the page, because that forgets the sign-out which could not be sent.
  await signIn(page, 'manager')
  await page.goto('/sync')
  await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible()
  await page.goto(address)
  await expect(notebook(page)).toHaveValue('Ice was low')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login**')

  await signIn(page, 'operator')
  await expect
    .poll(async () => (await readAtEdge(page, uuidOf(address)))?.['notebook'], { timeout: 60_000 })
    .toBe('Ice was low, and came back')
})
