import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { findMethod, draftNotification, openRecall, requestCertificate } from './made-records.ts'
import { signIn } from './pages.ts'
import { type Known, publicScreens, screens } from './screens.ts'

/** Check the page in light and dark, then right to left. */
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

test('every public page has no violation of axe in light, dark and Arabic', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/login')
  const found: string[] = []
  for (const address of publicScreens) found.push(...(await lookAt(page, address)))
  expect(found).toEqual([])
})

test('@long every screen has no violation of axe in light, dark and Arabic', async ({ page }) => {
  test.setTimeout(300_000)
  // A colour that is still on its way to another theme is neither's.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, 'admin')
  const made = await requestCertificate(page, 'All screens')
  const processRecipe = await findMethod(page, 'process_recipes')
  const evaluationRecipe = await findMethod(page, 'evaluation_recipes')
  const recall = await openRecall(page)
  const notification = await draftNotification(page)
  const methods = { processRecipe, evaluationRecipe }
  const known: Known = { ...made, ...methods, recall, notification, hostname: 'bcube-0016' }
  const found: string[] = []
  for (const address of Object.values(screens)) found.push(...(await lookAt(page, address(known))))
  expect(found).toEqual([])
})
