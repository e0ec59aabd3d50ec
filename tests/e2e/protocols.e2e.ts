import { expect, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openDialog, openSession } from './pages.ts'

test('[ROUTE-005] [ROUTE-006] [ROUTE-007] [SCREEN-028] [VAL-025] a protocol is made of a recipe, known in a swarm by an alias, changed by its link, and offered in the wizard', async ({
  page,
}) => {
  const name = `Walk ${Date.now()}`
  const alias = `walk-${Date.now()}`
  await openSession(page, 'manager')
  await page.goto('/protocol-new')
  const form = openDialog(page)
  await form.getByLabel(/^Name/).fill(name)
  await form.getByLabel(/^Recipe/).selectOption({ label: 'Duplex, 16 wells' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Choose at least one plate')).toBeVisible()
  await form.getByRole('checkbox', { name: '4 × 4' }).check()
  await form.getByRole('checkbox', { name: 'Expression 4-plex' }).check()
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/protocols')

  const grid = page.getByRole('grid', { name: 'Protocols' })
  await grid.getByText(name).click()
  const panel = page.getByRole('complementary', { name })
  await panel.getByLabel('Alias').fill(alias)
  await panel.getByLabel('Swarm').selectOption({ label: 'Food safety' })
  await panel.getByRole('button', { name: 'Add alias' }).click()
  await expect(panel.getByRole('button', { name: `Remove ${alias}` })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await panel.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/protocol-edit\/[0-9a-f-]{36}$/)
  await openDialog(page)
    .getByLabel(/^Lowest device software/)
    .fill('1.0.0')
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/protocols')

  // Another protocol cannot have the alias: that is told while it is typed.
  const copy = page.getByRole('complementary', { name: `${name} (copy)` })
  await grid.getByText(name, { exact: true }).click()
  await panel.getByRole('button', { name: 'Duplicate' }).click()
  await grid.getByText(`${name} (copy)`).click()
  await copy.getByLabel('Alias').fill(alias)
  await copy.getByLabel('Swarm').selectOption({ label: 'Food safety' })
  await expect(copy.getByText(`this swarm knows ${name} by this one`)).toBeVisible()

  await page.goto('/analyses/new')
  await expect(page.getByRole('option', { name: new RegExp(name) }).first()).toBeAttached()
})
