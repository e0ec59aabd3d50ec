import { expect, type Page, test, type WebSocket } from '@playwright/test'
import { launch, nameOfRun, openDialog, openSession, password, planRun, signIn } from './pages.ts'
import { readState, restartEdge, withFrozenEdge } from './stack-control.ts'

/** Watch the page's connections to the live bus, oldest first. */
function watchSockets(page: Page): WebSocket[] {
  const sockets: WebSocket[] = []
  page.on('websocket', (socket) => {
    if (socket.url().includes('/v3/live/')) sockets.push(socket)
  })
  return sockets
}

declare global {
  interface Window {
    /** Sockets to the live bus, as the page has them. */
    kept: globalThis.WebSocket[]
  }
}

/** Run in the page before anything else. */
function keepSockets(): void {
  window.kept = []
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      if (String(url).includes('/v3/live/')) window.kept.push(this)
    }
  }
}

const connection = (page: Page) =>
  page.getByRole('banner').locator('[data-state]:has([role="status"])')

test('[MODE-007] [STATE-045] [STATE-046] the socket opens once somebody is signed in, by device, and closes at sign-out', async ({
  page,
}) => {
  const sockets = watchSockets(page)
  await page.goto('/login')
  await expect(page.getByLabel('User name or e-mail')).toBeVisible()
  await page.waitForTimeout(1000)
  expect(sockets).toEqual([])
  const sent: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => void sent.push(payload.toString())),
  )
  await signIn(page, 'operator')
  await expect(connection(page)).toHaveAttribute('data-state', 'online')
  const { devices } = readState('devices.json') as { devices: { uuid: string; type: string }[] }
  const cube = devices.find(({ type }) => type === 'bcube')?.uuid ?? ''
  await expect.poll(() => sent.join('')).toContain(`.bcube-status.${cube}`)
  expect(sent.join('')).not.toMatch(/SUB \S*\*/)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  await expect.poll(() => sockets.every((socket) => socket.isClosed())).toBe(true)
})

test('[NAV-011] [ERR-006] a session that has ended, found by the live stream: a page leads to the login page and back to where one was; over unsaved work a person signs in again, with no socket meanwhile', async ({
  page,
  context,
  browser,
}) => {
  await openSession(page, 'operator')
  await page.goto('/devices')
  await expect(connection(page)).toHaveAttribute('data-state', 'online')
  const working = await browser.newPage()
  const sockets = watchSockets(working)
  await openSession(working, 'operator')
  await working.goto('/analyses/new')
  await expect(connection(working)).toHaveAttribute('data-state', 'online')
  await nameOfRun(working).fill('Half a plan')
  await context.clearCookies()
  await working.context().clearCookies()
  await restartEdge()

  // Allow for an edge that takes long to come back: it is gone meanwhile, and another page is open by then.
  await page.waitForURL(/\/login\?from=%2F(devices|analyses)/, { timeout: 60_000 })
  const there = page.url()
  await expect(working.getByText('Your session has ended.').first()).toBeVisible({
    timeout: 60_000,
  })
  expect(working.url()).toMatch(/\/analyses\/new/)
  await working.waitForTimeout(4000)
  // Expect nothing to happen any more.
  expect(page.url()).toBe(there)
  expect(sockets.length).toBeGreaterThan(0)
  expect(sockets.every((socket) => socket.isClosed())).toBe(true)
  const field = working.getByLabel('Password', { exact: true })
  await field.fill(password)
  await field.press('Enter')
  await expect(connection(working)).toHaveAttribute('data-state', 'online', { timeout: 60_000 })
  await expect(nameOfRun(working)).toHaveValue('Half a plan')
  await working.close()
})

test('an edge that stops in the middle of everything reads as no live data within 15 s, and as online again', async ({
  page,
}) => {
  await signIn(page, 'operator')
  await expect(connection(page)).toHaveAttribute('data-state', 'online')
  await withFrozenEdge(async () => {
    await expect(connection(page)).not.toHaveAttribute('data-state', 'online', {
      timeout: 15_000,
    })
    await expect(connection(page)).toContainText(/No live data|No network|Service not answering/)
  })
  await expect(connection(page)).toHaveAttribute('data-state', 'online', { timeout: 60_000 })
})

test.describe(() => {
  // Allow service workers: these pages may go elsewhere without network.
  test.use({ serviceWorkers: 'allow' })

  test('[STATE-036] going offline closes the socket; back online there is another', async ({
    page,
    context,
  }) => {
    await page.addInitScript(keepSockets)
    const sockets = watchSockets(page)
    await signIn(page, 'operator')
    await expect(connection(page)).toHaveAttribute('data-state', 'online')
    await context.setOffline(true)
    await expect(connection(page)).toHaveAttribute('data-state', 'offline')
    // Take a socket that is closing as closed: the browser's
    // pretended outage may keep the word of closing from the service.
    const openOnes = () =>
      page.evaluate(() => window.kept.filter((one) => one.readyState < 2).length)
    expect(await page.evaluate(() => window.kept.length)).toBeGreaterThan(0)
    await expect.poll(openOnes).toBe(0)
    const before = sockets.length
    await context.setOffline(false)
    await expect(connection(page)).toHaveAttribute('data-state', 'online', { timeout: 60_000 })
    expect(sockets.length).toBeGreaterThan(before)
  })

  test('first-use W1, W9, H11: with the service frozen a run page stays, marks its numbers, and an abort gets through', async ({
    page,
    context,
  }) => {
    await signIn(page, 'operator')
    await planRun(page, {
      protocol: 'Duplex with internal control',
      device: 'bCUBE Nord',
      name: 'Frozen service',
    })
    await launch(page)
    const skip = page.getByRole('button', { name: 'Skip step' })
    await expect(skip).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 })
    const address = page.url()
    const strip = page.getByRole('region', { name: 'State of the run' })
    // Go offline: without a network the page stays, and is live again with it.
    await context.setOffline(true)
    await expect(connection(page)).toHaveAttribute('data-state', 'offline')
    await expect(skip).toHaveAttribute('aria-disabled', 'true')
    expect(page.url()).toBe(address)
    await context.setOffline(false)
    await expect(connection(page)).toHaveAttribute('data-state', 'online', { timeout: 60_000 })
    await expect(skip).not.toHaveAttribute('aria-disabled', 'true')
    expect(page.url()).toBe(address)
    await withFrozenEdge(async () => {
      await skip.click()
      await page.getByRole('button', { name: 'Send now: Skip step' }).click()
      await page.getByRole('button', { name: 'Abort', exact: true }).click()
      const dialog = openDialog(page)
      await dialog.getByRole('button', { name: 'Abort the run' }).click()
      await expect(dialog.getByText('The service does not answer')).toBeVisible()
      await expect(strip.getByText(/no live data for/)).toBeVisible({ timeout: 30_000 })
      await expect(skip).toHaveAttribute('aria-disabled', 'true')
      await expect(connection(page)).not.toHaveAttribute('data-state', 'online')
      expect(page.url()).toBe(address)
    })
    await expect(connection(page)).toHaveAttribute('data-state', 'online', { timeout: 60_000 })
    expect(page.url()).toBe(address)
    await expect(page.getByText('Aborted', { exact: true }).first()).toBeVisible({
      timeout: 60_000,
    })
  })
})
