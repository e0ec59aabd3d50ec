import { expect, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openSession } from './pages.ts'

test('issue 20: the menu of columns has no violation of axe, and what is chosen is there after a reload', async ({
  page,
}) => {
  await openSession(page, 'admin')
  await page.goto('/users?sort=profile,-name')
  await page.locator('[data-row]').first().waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  const menu = page.getByRole('list', { name: 'Columns' })
  await expect(menu.getByRole('button', { name: 'Sort by Profile' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const found: string[] = []
  for (const theme of ['light', 'dark', 'dark-room']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    found.push(...(await findViolations(page)))
  }
  expect(found).toEqual([])
  await menu.getByRole('checkbox', { name: 'E-mail' }).uncheck()
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(0)
  await page.reload()
  await page.locator('[data-row]').first().waitFor()
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await menu.getByRole('checkbox', { name: 'E-mail' }).check()
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(1)
})
