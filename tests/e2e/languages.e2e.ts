import { expect, test } from '@playwright/test'
import { languageCodes, languages } from '../../domain/catalog/languages.ts'

test('[MODE-012] the built app opens in the language that was kept in this browser', async ({
  page,
}) => {
  for (const code of languageCodes) {
    await page.goto('/login')
    await page.evaluate((kept) => localStorage.setItem('language', kept), code)
    await page.reload()
    await expect(page.locator('input[type="password"]')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', code)
    await expect(page.locator('html')).toHaveAttribute('dir', languages[code].dir)
  }
})
