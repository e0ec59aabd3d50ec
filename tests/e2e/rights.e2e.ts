import { expect, test } from '@playwright/test'
import { importRun } from './made-records.ts'
import { openDialog, openSession } from './pages.ts'

test('[SCREEN-054] [SCREEN-055] [ROUTE-013] an administrator sees what a change of a profile does and to whom', async ({
  page,
}) => {
  await openSession(page, 'admin')
  await page.goto('/permissions')
  const profiles = page.getByRole('grid', { name: 'Permissions' })
  await profiles.getByText('Operator').first().click()
  await page.getByRole('button', { name: 'Change permissions' }).click()
  const dialog = openDialog(page)
  await dialog.getByRole('searchbox').fill('validate')
  await dialog
    .getByRole('checkbox', { name: /^validate/i })
    .first()
    .check()
  await dialog.getByRole('button', { name: 'See the effect' }).click()
  await expect(dialog.getByText('Olga Marin').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('[SCREEN-052] [ROUTE-011] [STATE-016] [STATE-017] an analysis moves to another swarm, whose time line shows it, and is duplicated as a plan', async ({
  page,
}) => {
  const name = `Time line ${Date.now()}`
  const { uuid } = await importRun(page, name)
  await page.goto(`/analyses/details/${uuid}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to another swarm' }).click()
  await openDialog(page)
    .getByLabel(/^Swarm/)
    .selectOption({ label: 'Food safety' })
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill('Samples of the dairy')
  await openDialog(page).getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText('Moved to Food safety.')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate as a plan' }).click()
  await openDialog(page).getByRole('button', { name: 'Duplicate as a plan' }).click()
  await expect(page.getByRole('heading', { name: `${name} (copy)` })).toBeVisible()

  await page.goto('/swarms')
  await page.getByRole('grid', { name: 'Swarms' }).getByText('Food safety').first().click()
  const panel = page.getByRole('complementary', { name: 'Food safety' })
  await expect(panel.getByRole('heading', { name: 'Activities' })).toBeVisible()
  await panel.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
})

test('[SCREEN-062] the provider makes an attribute, links it to a company and deletes it', async ({
  page,
}) => {
  const name = `pilot${Date.now()}`
  await openSession(page, 'superadmin@helix.example')
  await page.goto('/context-attributes')
  await page.getByRole('button', { name: 'New attribute' }).first().click()
  await openDialog(page).getByLabel(/^Name/).fill(name)
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('grid', { name: 'Context attributes' }).getByText(name).click()
  const panel = page.getByRole('complementary', { name })
  await panel.getByRole('button', { name: 'Link companies' }).click()
  await openDialog(page).getByLabel('Aurora Diagnostics').selectOption({ label: 'on' })
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Aurora Diagnostics: on')).toBeVisible()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await openDialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(panel).toBeHidden()
})
