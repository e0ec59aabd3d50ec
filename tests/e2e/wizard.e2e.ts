import { expect, test } from '@playwright/test'
import {
  abortRun,
  choose,
  launch,
  launchCheck,
  nameOfRun,
  openDialog,
  openSession,
} from './pages.ts'

/** Return true once the app is stored: the page itself comes last, after all it may load. */
async function keepsApp(): Promise<boolean> {
  if (!navigator.serviceWorker.controller) return false
  return (await caches.match('/index.html')) !== undefined
}

test('[SCREEN-013] [SCREEN-022] a recipe by itself is planned, its cartridge filled by hand, and run', async ({
  page,
}) => {
  await openSession(page, 'operator')
  await page.goto('/analyses/new')
  // Wait for what comes with the records, between the other two, and moves what a press is aimed at.
  await expect(page.getByRole('radio', { name: 'Application' })).toBeAttached()
  await choose(page.getByRole('radio', { name: 'Recipe' }))
  const recipes = page.getByRole('combobox', { name: 'Recipe' })
  await recipes.selectOption({ label: 'katG amplification and melt' })
  await choose(page.getByRole('radio', { name: 'bGATE Riva' }))
  await nameOfRun(page).fill('By the recipe')
  await expect(launchCheck(page, 'Put at least one sample on the cartridge')).toBeVisible()
  await page.getByRole('gridcell', { name: /^A1:/ }).click()
  await page.keyboard.type('Swab')
  await page.keyboard.press('Enter')
  await expect(launchCheck(page, '1 sample in 1 well')).toBeVisible()
  await launch(page)
  await expect(page.getByRole('heading', { name: 'By the recipe' })).toBeVisible()
  await abortRun(page)
})

test('[SCREEN-015] an application is chosen first, and one of its protocols is run', async ({
  page,
}) => {
  await openSession(page, 'operator')
  await page.goto('/analyses/new')
  await choose(page.getByRole('radio', { name: 'Application' }))
  const applications = page.getByRole('combobox', { name: 'Application' })
  await applications.selectOption({ label: 'Duplex, 16 wells' })
  const protocols = page.getByRole('combobox', { name: 'Protocol' })
  await expect(protocols.getByRole('option')).toHaveCount(2)
  await protocols.selectOption({ label: 'Duplex with internal control' })
  await expect(page.getByText('Sample types: Unknown')).toBeVisible()
  await choose(page.getByRole('radio', { name: 'bCUBE Nord' }))
  await nameOfRun(page).fill('By the application')
  await launch(page)
  const address = page.url()

  // Open another plan, which meets the device at work, and leads to what it does.
  await page.goto('/analyses/new?q=duplex')
  await page.getByRole('link', { name: 'Another run is in progress: view now' }).first().click()
  await expect(page).toHaveURL(address)
  await abortRun(page)
})

test('[ROUTE-027] the address chooses a method by a piece of its name, or an earlier run', async ({
  page,
}) => {
  await openSession(page, 'operator')
  await page.goto('/analyses/new?q=resistance')
  await expect(page.getByRole('combobox', { name: 'Protocol' })).toContainText(/Resistance marker/)
  await expect(nameOfRun(page)).toHaveValue('Resistance marker katG 315 with melt')
  await nameOfRun(page).fill('To be run again')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save without launching' }).click()
  await page.waitForURL(/\/analyses\/details\//)
  const uuid = page.url().split('/').at(-1) ?? ''
  await page.goto(`/analyses/new?relaunch=${uuid}`)
  await expect(nameOfRun(page)).toHaveValue('To be run again (again)')
  await expect(launchCheck(page, 'Resistance marker katG 315 with melt').first()).toBeVisible()
})

test.describe(() => {
  // Allow service workers: the page opens without network.
  test.use({ serviceWorkers: 'allow' })

  test('a draft outlives a reload without network, and comes back after it was thrown away', async ({
    page,
  }) => {
    await openSession(page, 'operator')
    await page.goto('/analyses/new?q=amplicon')
    // Wait for the name of its own that the method brings first.
    await expect(nameOfRun(page)).toHaveValue('Amplicon check with melt')
    await nameOfRun(page).fill('Kept through all')
    await expect(page.getByText('Draft kept in this browser')).toBeVisible()
    await expect.poll(() => page.evaluate(keepsApp), { timeout: 60_000 }).toBe(true)
    await page.context().setOffline(true)
    await page.goto('/analyses/new')
    await expect(nameOfRun(page)).toHaveValue('Kept through all')
    await page.context().setOffline(false)
    await page.goto('/analyses/new')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Discard this draft' }).click()
    await page.waitForURL(/\/analyses$/)
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(nameOfRun(page)).toHaveValue('Kept through all')
  })
})

test('[DIALOG-009] a dialog put aside is not lost by going back: the page asks first', async ({
  page,
}) => {
  await openSession(page, 'operator')
  await page.goto('/analyses')
  await page.getByRole('button', { name: 'New analysis' }).click()
  await page.waitForURL(/\/analyses\/new/)
  await page.getByRole('combobox', { name: 'Protocol' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Import a CSV list' }).click()
  await openDialog(page).getByRole('button', { name: 'Minimise' }).click()
  const back = () => page.evaluate(() => history.back())
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await back()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page).toHaveURL(/\/analyses\/new/)
  await page.getByRole('button', { name: /^Bring back/ }).click()
  await openDialog(page).getByRole('button', { name: 'Minimise' }).click()
  await back()
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await page.waitForURL(/\/analyses$/)
})
