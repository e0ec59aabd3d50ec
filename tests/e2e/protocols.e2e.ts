import { expect, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { choose, launch, openDialog, openSession } from './pages.ts'

test('[ROUTE-005] [ROUTE-006] [ROUTE-007] [SCREEN-028] [VAL-025] a protocol is made of a recipe, known in a swarm by an alias, changed by its link, and used by a run', async ({
  page,
}) => {
  const name = `Walk ${Date.now()}`
  const alias = `walk-${Date.now()}`
  await openSession(page, 'manager')
  await page.goto('/protocol-new')
  const save = page.getByRole('button', { name: 'Save' })
  // Expect nothing to be called wrong at its field before it is touched; the list of problems names it.
  await expect(page.getByRole('group', { name: 'Plates' }).getByRole('alert')).toHaveCount(0)
  await page.getByLabel(/^Name/).fill(name)
  await page.getByLabel(/^Recipe/).selectOption({ label: 'Duplex, 16 wells' })
  await expect(save).toBeDisabled()
  await page.getByRole('button', { name: /^Plates/ }).click()
  await expect(page.getByRole('checkbox', { name: '3 × 3' })).toBeFocused()
  await page.getByRole('checkbox', { name: '4 × 4' }).check()
  await page.getByRole('checkbox', { name: 'Expression 4-plex' }).check()

  // Make the layout in the editor of the wizard, by keys.
  const plate = page.getByRole('grid', { name: `Cartridge of ${name}` })
  await plate.getByRole('gridcell').first().click()
  await page.keyboard.type('Sample 1')
  await page.keyboard.press('Enter')
  await page.keyboard.type('NTC')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 samples')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('1 sample', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByText('2 samples')).toBeVisible()

  // Add rules for samples and wells.
  await page.getByRole('button', { name: 'Add a sample type' }).click()
  const minimum = page.getByRole('region', { name: 'Minimum number of samples' })
  await minimum.getByLabel('Sample type').selectOption('ntc')
  await page.getByRole('button', { name: 'Add a rule for wells' }).click()
  const wells = page.getByRole('region', { name: 'Minimum wells per sample' })
  await wells.getByLabel(/^At least/).fill('2')
  expect(await findViolations(page)).toEqual([])
  await save.click()
  await expect(page).toHaveURL(/\/protocols\?protocol=/)

  const grid = page.getByRole('grid', { name: 'Protocols' })
  const panel = page.getByRole('complementary', { name })
  await panel.getByLabel('Alias').fill(alias)
  await panel.getByLabel('Swarm').selectOption({ label: 'Food safety' })
  await panel.getByRole('button', { name: 'Add alias' }).click()
  await expect(panel.getByRole('button', { name: `Remove ${alias}` })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await panel.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/protocol-edit\/[0-9a-f-]{36}$/)
  await expect(page.getByText('2 samples')).toBeVisible()
  await expect(minimum.getByLabel('Sample type')).toHaveValue('ntc')
  await page.getByLabel(/^Minimum device software/).fill('1.0.0')
  await save.click()
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
  await page.goto('/protocols')

  // Expect an error while the alias is typed, because another protocol has it.
  const copy = page.getByRole('complementary', { name: `${name} (copy)` })
  await grid.getByText(name, { exact: true }).click()
  await panel.getByRole('button', { name: 'Duplicate' }).click()
  await grid.getByText(`${name} (copy)`).click()
  await copy.getByLabel('Alias').fill(alias)
  await copy.getByLabel('Swarm').selectOption({ label: 'Food safety' })
  await expect(copy.getByText(`this swarm uses it for ${name}`)).toBeVisible()

  // Leave the alias that was typed and not added: the page asks first.
  await grid.getByText(name, { exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  // Begin a run with its layout, which is held to its rules and made under its name.
  await panel.getByRole('button', { name: 'Plan a run' }).click()
  await expect(page).toHaveURL(/\/analyses\/new/)
  await expect(page.getByRole('combobox', { name: 'Protocol' })).toHaveText(new RegExp(name))
  await expect(page.getByText('2 samples')).toBeVisible()
  const device = page.getByRole('radio', { name: 'bCUBE Nord' })
  await expect(device).toBeEnabled()
  await choose(device)
  await expect(
    page.getByText('Sample 1 fills 1 well of the 2 that the protocol asks for', { exact: true }),
  ).toBeVisible()
  const plan = page.getByRole('grid', { name: /^Cartridge of/ })
  await plan.getByRole('gridcell').nth(2).click()
  // Type as a person does: what comes faster is a bar-code reader's.
  await page.keyboard.type('Sample 1', { delay: 90 })
  await page.keyboard.press('Enter', { delay: 90 })
  await expect(page.getByText('2 samples in 3 wells')).toBeVisible()
  await launch(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await page.getByRole('button', { name: 'Abort' }).click()
  await openDialog(page).getByRole('button', { name: 'Abort the run' }).click()
  await expect(page.getByText('Aborted', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
})
