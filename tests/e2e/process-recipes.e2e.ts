import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openRecord, tabUntil } from './keys.ts'
import { openSession } from './pages.ts'

const bar = (page: Page, number: number) =>
  page.getByRole('slider', { name: `Step ${number}`, exact: true })

test('[SCREEN-026] [ROUTE-021] [ROUTE-022] [ROUTE-023] a programme is made from nothing by keyboard, found, changed, duplicated and archived', async ({
  page,
}) => {
  const name = `Screen ${Date.now() % 100_000}`
  await openSession(page, 'manager')
  await page.goto('/recipe-process')
  // Press the first: an empty list offers it as well as the page's head.
  const create = page.getByRole('button', { name: 'New process recipe' }).first()
  await expect(create).toBeVisible()
  await tabUntil(create)
  await page.keyboard.press('Enter')
  await page.waitForURL('/recipe-process-new')

  const field = page.getByRole('textbox', { name: /^Name/ })
  await tabUntil(field)
  // Type as fast as a person: what comes faster is a bar-code reader's.
  await page.keyboard.type(name, { delay: 120 })
  await tabUntil(page.getByRole('button', { name: 'Add cycles' }))
  await page.keyboard.press('Enter')
  await tabUntil(bar(page, 3))
  await page.keyboard.press('ArrowLeft')
  await expect(bar(page, 2)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('+')
  await expect(bar(page, 2)).toHaveAttribute('aria-valuetext', /^65.5 °C, \d+ s, read for/)
  await page.keyboard.press('Control+z')
  await expect(bar(page, 2)).toHaveAttribute('aria-valuetext', /^65.5 °C, 30 s, read for/)
  await expect(page.getByText('Cycles: 40', { exact: true })).toBeVisible()

  // Expect that an unsaved recipe is restored after a reload.
  await page.reload()
  await expect(page.getByText('Unsaved changes were found in this browser.')).toBeVisible()
  await expect(field).toHaveValue(name)
  // Go back from the name, in which the page begins: saving is in the head, before it.
  await tabUntil(page.getByRole('button', { name: 'Save', exact: true }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/recipe-process\?recipe=/)
  const panel = page.getByRole('complementary', { name, exact: true })
  await panel.getByRole('button', { name: 'Open', exact: true }).click()
  await page.waitForURL(/\/recipe-process\/[0-9a-f-]{36}$/)
  const cell = page.getByRole('textbox', { name: 'Step 1: Duration (s)' })
  await cell.focus()
  await page.keyboard.press('Shift+PageUp')
  await expect(cell).toHaveValue('25')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.goto('/recipe-process')
  const again = await openRecord(page, 'Process recipes', name)
  await again.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('grid').getByText(`${name} (copy)`)).toBeVisible()
  await again.getByRole('button', { name: 'Archive' }).click()
  await expect(again.getByText('Archived', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(again.getByText('Archived', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('grid').getByText(`${name} (copy)`)).toBeVisible()
})

test('[ROUTE-021] [ROUTE-022] an operator reads the programmes, and why they cannot be changed', async ({
  page,
}) => {
  await openSession(page, 'operator')
  await page.goto('/recipe-process')
  const panel = await openRecord(page, 'Process recipes', 'Duplex, 16 wells')
  await expect(panel.getByRole('img', { name: /^Thermal profile: 95 °C, / })).toBeVisible()
  const open = panel.getByRole('button', { name: 'Open', exact: true })
  await expect(open).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'New process recipe' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.goto('/recipe-process-new')
  await page.waitForURL(/\/401/)
})

test('[SCREEN-026] the new programme has no violation of axe in light, dark and Arabic, at the width of a small laptop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await openSession(page, 'manager')
  const found: string[] = []
  for (const [language, add] of [
    ['en', /^Add (cycles|melt|pause)|^Open lid/],
    ['ar', /^إضافة (دورات|انصهار|توقف مؤقت)|^فتح الغطاء/],
  ] as const) {
    await page.goto('/about-bapp')
    await page.evaluate((code) => localStorage.setItem('language', code), language)
    await page.goto('/recipe-process-new')
    const buttons = page.getByRole('group').getByRole('button', { name: add })
    await expect(buttons).toHaveCount(4)
    for (const button of await buttons.all()) await button.click()
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
      for (const line of await findViolations(page)) found.push(`${language} ${theme} ${line}`)
    }
  }
  expect(found).toEqual([])
})
