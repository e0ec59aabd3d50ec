import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { password } from './pages.ts'
import { BuildServer, makeSecondBuild } from './second-build.ts'

const built = join(process.cwd(), 'dist', 'client')
let other = ''
let server: BuildServer
let address = ''

test.beforeEach(async ({ baseURL }) => {
  server = new BuildServer(built, baseURL ?? '')
  address = await server.listen()
})
test.afterEach(() => server.close())

const buildOf = (page: Page) => page.locator('script[type=module]').first().getAttribute('src')
const question = (page: Page) =>
  page.getByRole('alertdialog', { name: 'New version available', exact: true })

async function enter(page: Page): Promise<void> {
  await page.goto(`${address}/login`)
  await page.getByLabel('User name or e-mail').fill('admin@aurora.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
}

/** Sign in and wait until this machine keeps the app. */
async function enterKept(page: Page): Promise<void> {
  await enter(page)
  const kept = async () =>
    navigator.serviceWorker.controller !== null && (await caches.match('/index.html')) !== undefined
  await expect.poll(() => page.evaluate(kept), { timeout: 60_000 }).toBe(true)
}

test.describe(() => {
  // Allow service workers: one fetches a second build while pages of the first are open.
  test.use({ serviceWorkers: 'allow' })

  test.beforeEach(() => {
    other = mkdtempSync(join(tmpdir(), 'bapp-second-build-'))
    makeSecondBuild(built, other)
  })
  test.afterEach(() => rmSync(other, { recursive: true, force: true }))

  test('[MODE-016] [MODE-017] [MODE-018] [MODE-019] a new version is announced in every tab, and no unsaved form is lost', async ({
    context,
    page,
  }) => {
    await enterKept(page)
    const before = await buildOf(page)
    const forming = await context.newPage()
    await forming.goto(`${address}/users`)
    await forming.getByRole('button', { name: 'Invite user' }).click()
    const form = forming.getByRole('alertdialog', { name: 'Invite user' })
    await form.getByLabel('Name', { exact: false }).first().fill('Nora Lind')
    await form.getByLabel('E-mail').fill('nora@aurora.example')

    server.folder = other
    // Open the app again, as somebody does: the service worker finds the second build and makes
    // it ready. Where a file of it did not come on a busy machine, the next opening goes on.
    const opening = await context.newPage()
    await expect(async () => {
      await opening.goto(`${address}/`)
      await expect(question(page)).toBeVisible({ timeout: 30_000 })
    }).toPass({ timeout: 240_000 })
    await expect(question(page)).toContainText('bApp has been updated.')
    await expect(question(page)).toContainText('Not saved in other tabs')
    await expect(question(page)).toContainText('Users: Invite user')
    await expect(question(opening)).toHaveCount(0)
    expect(await buildOf(page)).toBe(before)

    await question(page).getByRole('button', { name: 'OK' }).click()
    await expect.poll(() => buildOf(page).catch(() => before)).not.toBe(before)
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    await expect(question(page)).toHaveCount(0)

    // Expect no question while a person types, until they are ready.
    await expect(question(forming)).toHaveCount(0)
    await form.getByRole('button', { name: 'Minimise' }).click()
    await expect(question(forming)).toContainText('Not saved in this tab')
    await expect(question(forming)).toContainText('Invite user')
    await question(forming).getByRole('button', { name: 'Later' }).click()
    await expect(question(forming)).toHaveCount(0)
    await forming.getByRole('button', { name: 'New version available' }).click()
    await question(forming).getByRole('button', { name: 'OK' }).click()
    await expect.poll(() => buildOf(forming).catch(() => before)).not.toBe(before)
    await expect(forming.getByText('Kept over the update: Invite user.')).toBeVisible()
    await forming.getByRole('button', { name: 'Invite user', exact: true }).click()
    await expect(form.getByLabel('E-mail')).toHaveValue('nora@aurora.example')
    await expect(form.getByLabel('Name', { exact: false }).first()).toHaveValue('Nora Lind')
  })

  test('a version that was kept without a word is announced when the app is opened again', async ({
    context,
    page,
  }) => {
    await enterKept(page)
    server.folder = other
    await page.evaluate(async () => {
      const newer = await fetch('/', { cache: 'no-cache' })
      await (await caches.open('shell')).put('/index.html', newer)
    })
    await expect(question(page)).toHaveCount(0)
    const opening = await context.newPage()
    await opening.goto(`${address}/`)
    await expect(question(page)).toBeVisible()
  })
})

test('[MODE-018] the service refuses what an old page sends: it is asked to load the new version, and what was typed stays', async ({
  page,
}) => {
  await enter(page)
  await page.goto(`${address}/me`)
  server.outdated = '/v3/users/editDetails'
  await page.getByRole('combobox', { name: 'Date format' }).selectOption({ index: 1 })
  const wanted = await page.getByRole('combobox', { name: 'Date format' }).inputValue()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(question(page)).toContainText('no longer accepts changes from this version')
  await expect(question(page)).toContainText('Not saved in this tab')
  await question(page).getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('“My details” is filled in again as you left it')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Date format' })).toHaveValue(wanted)
})
