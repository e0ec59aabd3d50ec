import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { labSwarm } from '../../scripts/demo/companies.ts'
import { findViolations } from './axe.ts'
import { password, signIn } from './pages.ts'
import { type Known, publicScreens, screens } from './screens.ts'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }

/** Light and dark as they stand, then the page that is read from the right. */
async function lookAt(page: Page, address: string): Promise<string[]> {
  const found: string[] = []
  const look = async (name: string) => {
    await page.locator('h1').first().waitFor()
    await expect(page.locator(':not(button)[aria-busy="true"]'), address).toHaveCount(0)
    for (const line of await findViolations(page)) found.push(`${address} (${name}) ${line}`)
  }
  await page.evaluate(() => {
    localStorage.setItem('language', 'en')
    localStorage.setItem('theme', 'light')
  })
  await page.goto(address)
  await look('light')
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
  await look('dark')
  await page.evaluate(() => localStorage.setItem('language', 'ar'))
  await page.goto(address)
  await look('Arabic')
  return found
}

/** A finished analysis with curves, imported by the calls as a person would. */
async function importRun(page: Page): Promise<string> {
  const file = {
    name: 'screens.tsv',
    mimeType: 'text/tab-separated-values',
    buffer: readFileSync(
      new URL('../fixtures/files/RDES_v1_0_example_amplification.tsv', import.meta.url),
    ),
  }
  const fields = {
    uuid: crypto.randomUUID(),
    name: 'All screens',
    swarm_uuid: labSwarm,
    recipe_uuid: null,
    run: 0,
  }
  const answer = await page.request.post('/v3/analysis/import', {
    headers,
    multipart: { fields: JSON.stringify(fields), file },
  })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { data: { uuid: string } }).data.uuid
}

test('every public page has no violation of axe in light, dark and Arabic', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/login')
  const found: string[] = []
  for (const address of publicScreens) found.push(...(await lookAt(page, address)))
  expect(found).toEqual([])
})

test('every screen has no violation of axe in light, dark and Arabic', async ({ page }) => {
  test.setTimeout(300_000)
  // A colour that is still on its way to another theme is neither's.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, 'admin')
  const answer = await page.request.post('/v3/session/login', {
    headers,
    data: { username: 'admin@aurora.example', password },
  })
  expect(answer.ok()).toBe(true)
  const analysis = await importRun(page)
  const known: Known = { analysis, plan: analysis, hostname: 'bcube-3x3.local' }
  const found: string[] = []
  for (const address of Object.values(screens)) found.push(...(await lookAt(page, address(known))))
  expect(found).toEqual([])
})
