import { expect, type Locator, type Page, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openRecord, tabUntil } from './keys.ts'
import { importRun, makeEvaluation } from './made-records.ts'
import { openDialog, openSession } from './pages.ts'

const target = (page: Page, name: string) =>
  page.getByRole('region', { name: `Target ${name}`, exact: true })
const run = (page: Page) => page.getByRole('region', { name: 'The whole run' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function openSentence(part: Locator, topic: RegExp): Promise<void> {
  const sentence = part.getByRole('button', { name: topic })
  await sentence.click()
  await expect(sentence).toHaveAttribute('aria-expanded', 'true')
}

test('[SCREEN-027] [ROUTE-018] [ROUTE-019] [ROUTE-020] an evaluation is written from nothing by keyboard, found, changed by two people, duplicated and archived', async ({
  page,
  browser,
}) => {
  const name = `Evaluation ${Date.now() % 100_000}`
  await openSession(page, 'manager')
  await page.goto('/recipe-evaluation')
  // Press the first: an empty list offers it as well as the page's head.
  const create = page.getByRole('button', { name: 'New evaluation recipe' }).first()
  await expect(create).toBeVisible()
  await tabUntil(create)
  await page.keyboard.press('Enter')
  await page.waitForURL('/recipe-evaluation-new')

  const field = page.getByRole('textbox', { name: /^Name/ }).first()
  await tabUntil(field)
  // Type as fast as a person: what comes faster is a bar-code reader's.
  await page.keyboard.type(name, { delay: 120 })
  await tabUntil(page.getByRole('button', { name: 'Add target' }))
  await page.keyboard.press('Enter')
  await expect(target(page, '1').getByRole('textbox', { name: /^Name/ })).toBeFocused()
  await page.keyboard.type('N1', { delay: 120 })
  await expect(target(page, 'N1').getByText('N1 is measured in FAM, in every well.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const last = target(page, 'N1').getByRole('spinbutton', { name: 'Highest Cq' })
  await tabUntil(last)
  await page.keyboard.press('ArrowUp')
  await expect(target(page, 'N1').getByText('A Cq above 39 is not detected.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(target(page, 'N1').getByText('A Cq above 38 is not detected.')).toBeVisible()

  // Expect the draft again after a reload.
  await page.reload()
  await expect(page.getByText('Unsaved changes were found in this browser.')).toBeVisible()
  await expect(field).toHaveValue(name)
  await tabUntil(save(page), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/recipe-evaluation\?recipe=/)
  const panel = page.getByRole('complementary', { name, exact: true })
  await expect(panel.getByText(/^N1 is measured in FAM, in every well\./)).toBeVisible()
  await panel.getByRole('button', { name: 'Open', exact: true }).click()
  await page.waitForURL(/\/recipe-evaluation\/[0-9a-f-]{36}$/)

  // Change it meanwhile in another window.
  await openSentence(target(page, 'N1'), /^Threshold/)
  await target(page, 'N1').getByRole('combobox', { name: 'Threshold' }).selectOption('Fixed')
  await target(page, 'N1').getByRole('spinbutton', { name: 'Height of the threshold' }).fill('0.1')
  const other = await (await browser.newContext()).newPage()
  await openSession(other, 'admin')
  await other.goto(page.url())
  await openSentence(target(other, 'N1'), /^Limits/)
  await target(other, 'N1').getByRole('spinbutton', { name: 'Highest Cq' }).fill('36')
  await save(other).click()
  await expect(save(other)).toBeDisabled()
  await other.context().close()
  await save(page).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('row', { name: 'N1: Highest Cq 38 36' })).toBeVisible()
  await expect(
    dialog.getByRole('row', { name: 'N1: Threshold 0.1 10 × noise', exact: true }),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(page.getByText('Version 3', { exact: true })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.goto('/recipe-evaluation')
  const again = await openRecord(page, 'Evaluation recipes', name)
  await again.getByText('History', { exact: true }).click()
  await expect(again.getByText('N1: Highest Cq: 38 → 36')).toBeVisible()
  await again.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('grid').getByText(`${name} (copy)`)).toBeVisible()
  await again.getByRole('button', { name: 'Archive' }).click()
  await expect(again.getByText('Archived', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(again.getByText('Archived', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('grid').getByText(`${name} (copy)`)).toBeVisible()
})

test('[ROUTE-018] [ROUTE-019] an operator reads the evaluations, and why they cannot be changed', async ({
  page,
}) => {
  await openSession(page, 'operator')
  await page.goto('/recipe-evaluation')
  const grid = page.getByRole('grid', { name: 'Evaluation recipes' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'New evaluation recipe' }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.goto('/recipe-evaluation-new')
  await page.waitForURL(/\/401/)
})

test('[SCREEN-027] [VAL-015] [VAL-020] every open form has no violation of axe in light, dark and Arabic, at the width of a small laptop', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 1366, height: 768 })
  await openSession(page, 'manager')
  await page.goto('/recipe-evaluation-new')
  await page.getByRole('button', { name: 'Add target' }).click()
  await target(page, '1').getByRole('textbox', { name: /^Name/ }).fill('N1')
  await target(page, 'N1').getByRole('checkbox', { name: 'Wells of these mixes' }).click()
  await target(page, 'N1').getByRole('button', { name: 'Remove 1' }).click()
  await expect(target(page, 'N1').getByText(/^Choose at least one well type/)).toBeVisible()
  await openSentence(target(page, 'N1'), /^Threshold/)
  await target(page, 'N1').getByRole('button', { name: 'Add threshold for a mix' }).click()
  await openSentence(target(page, 'N1'), /^Melting peak/)
  await target(page, 'N1').getByRole('checkbox', { name: 'Evaluate the melting peak' }).click()
  await openSentence(run(page), /^Colour compensation/)
  await run(page).getByRole('checkbox', { name: 'Compensate colours' }).click()
  await run(page).getByRole('checkbox', { name: 'HEX' }).click()
  await openSentence(run(page), /^Quantities/)
  await run(page).getByRole('combobox', { name: 'Quantities' }).selectOption('Fold change')
  await openSentence(run(page), /^Genotypes/)
  await run(page).getByRole('button', { name: 'Add genotype' }).click()
  await openSentence(run(page), /^Variables/)
  for (const letters of ['dilution', 'Dilution']) {
    await run(page).getByRole('button', { name: 'Add variable' }).click()
    await run(page).getByRole('textbox', { name: /^Name/ }).last().fill(letters)
  }
  await expect(run(page).getByText(/The variable Dilution is already defined/)).toBeVisible()
  const found: string[] = []
  const sentences = page.locator('li > button[aria-expanded]')
  for (const [language, themes] of [
    ['en', ['light', 'dark']],
    ['ar', ['light']],
  ] as const) {
    await page.evaluate((code) => localStorage.setItem('language', code), language)
    // Reload, after which the draft comes back with the page.
    await page.reload()
    await expect(sentences).toHaveCount(16)
    // Open each form in one theme, and every third in Arabic.
    for (let at = 0; at < 16; at += language === 'ar' ? 3 : 1) {
      const theme = themes[at % themes.length] ?? 'light'
      await page.evaluate((one) => (document.documentElement.dataset['theme'] = one), theme)
      await sentences.nth(at).click()
      // Look at the form alone after the first: the rest of the page is the same.
      const part = at === 0 ? 'html' : 'li:has(> button[aria-expanded="true"])'
      for (const line of await findViolations(page, part)) {
        found.push(`${language} ${theme} ${line}`)
      }
    }
  }
  expect(found).toEqual([])
})

test('[SCREEN-027] the test bench shows what a stricter limit would change in a run of the company', async ({
  page,
}) => {
  const name = `Bench ${Date.now() % 100_000}`
  await importRun(page, name)
  const uuid = await makeEvaluation(page, name)
  await openSession(page, 'admin')
  await page.goto(`/recipe-evaluation/${uuid}`)
  await page.getByRole('button', { name: 'Open the test bench' }).click()
  await page.getByRole('button', { name: 'Choose runs' }).first().click()
  const dialog = openDialog(page)
  await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('Nothing would change.').first()).toBeVisible()
  await openSentence(target(page, 'SYBR'), /^Limits/)
  await target(page, 'SYBR').getByRole('spinbutton', { name: 'Highest Cq' }).fill('10')
  await expect(page.getByText(/calls? in \d+ runs? of \d+ would change/).first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
