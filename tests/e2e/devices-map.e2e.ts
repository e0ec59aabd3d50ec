import { expect, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openDialog, openSession, password } from './pages.ts'

test.describe(() => {
  // Allow service workers: the map opens without network in the end.
  test.use({ serviceWorkers: 'allow' })

  test('[MODE-015] [ERR-063] devices are found on a map that asks nobody else, and their company is moved', async ({
    page,
    context,
    baseURL,
  }) => {
    const asked = new Set<string>()
    page.on('request', (request) => {
      // Leave out what the page itself holds, such as the logo that it has loaded.
      const { protocol, host } = new URL(request.url())
      if (protocol !== 'blob:') asked.add(host)
    })
    await openSession(page, 'admin')
    await page.goto('/devices')
    await page.getByRole('radio', { name: 'Map' }).check()
    await expect(page).toHaveURL(/view=map/)
    await page.getByRole('button', { name: 'Aurora Diagnostics', exact: true }).click()
    const card = page.getByRole('region', { name: 'Aurora Diagnostics' })
    await expect(card).toContainText('Udine')
    expect(await findViolations(page)).toEqual([])
    await card.getByRole('button', { name: 'bCUBE Sud' }).click()
    await expect(page.getByRole('complementary', { name: 'bCUBE Sud' })).toBeVisible()

    await card.getByRole('button', { name: 'Change place' }).click()
    const dialog = openDialog(page)
    await dialog.getByRole('button', { name: 'Use my location' }).click()
    await expect(dialog.getByText('Geolocation not available', { exact: true })).toBeVisible()
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 45.6495, longitude: 13.7768 })
    await dialog.getByRole('button', { name: 'Use my location' }).click()
    await expect(dialog.getByRole('spinbutton', { name: /^Latitude/ })).toHaveValue('45.6495')
    await dialog.getByRole('button', { name: 'Save place' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await card.getByRole('button', { name: 'Change place' }).click()
    await expect(dialog.getByRole('spinbutton', { name: /^Latitude/ })).toHaveValue('46.0637')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect([...asked]).toEqual([new URL(baseURL ?? '').host])

    // Wait until the map is kept with the app: it is there without network.
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/index.html')) !== undefined))
      .toBe(true)
    const address = page.url()
    await context.setOffline(true)
    await page.waitForURL('**/analysesOffline')
    await page.goto(address)
    await expect(
      page.getByRole('button', { name: 'Aurora Diagnostics', exact: true }),
    ).toBeVisible()
    await context.setOffline(false)
  })
})

test('the provider sees where the devices of its companies are', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('User name or e-mail').fill('superadmin@helix.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await page.goto('/devices?view=map')
  // Choose in the list, which parts what the map may not: Udine and Graz are near to each other.
  await page
    .getByRole('list', { name: 'Where the devices are' })
    .getByRole('button', { name: /^Aurora Diagnostics/ })
    .click()
  const card = page.getByRole('region', { name: 'Aurora Diagnostics' })
  await expect(card.getByRole('list', { name: 'Devices' })).toContainText('bCUBE Sud')
})
