import { expect, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openDialog, openSession } from './pages.ts'

test('[ROUTE-015] [ROUTE-016] [ROUTE-017] [SCREEN-024] [STATE-050] [STATE-051] [STATE-052] [STATE-053] [STATE-054] [PERM-052] a recipe is split, made again of its halves, changed by its link, asked to be published, and archived', async ({
  page,
}) => {
  const name = `Walk ${Date.now()}`
  const source = 'Duplex, 16 wells'
  await openSession(page, 'manager')
  await page.goto('/recipes')
  const grid = page.getByRole('grid', { name: 'Recipes' })
  await grid.getByText(source).click()
  const panel = page.getByRole('complementary', { name: source })
  await expect(panel.getByRole('img', { name: 'Thermal profile' })).toBeVisible()
  await panel.getByRole('button', { name: 'Split' }).click()
  await expect(page.getByText(`${source} was split`)).toBeVisible()

  await page.getByRole('button', { name: 'New recipe' }).click()
  await expect(page).toHaveURL('/recipe')
  const form = openDialog(page)
  // Expect the plates of the own devices to be chosen.
  const plates = form
    .getByRole('group', { name: 'Plates' })
    .getByRole('checkbox', { checked: true })
  await expect(plates).toHaveCount(3)
  for (const plate of ['4 × 4', '6 × 6', '8 × 12']) {
    await form.getByRole('checkbox', { name: plate }).uncheck()
  }
  await form.getByRole('button', { name: 'Save' }).click()
  const programme = form.getByLabel(/^Thermal profile of/)
  await expect(programme).toHaveAccessibleDescription('Choose a recipe')
  await expect(form.getByText('Choose at least one plate')).toBeVisible()
  await form.getByLabel(/^Name/).fill(name)
  await programme.selectOption({ label: `${source} (version 1)` })
  await form.getByLabel(/^Evaluation of/).selectOption({ label: `${source} (version 1)` })
  await form.getByRole('checkbox', { name: '4 × 4' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  // Expect it to be shown at once, with what comes next.
  await expect(page).toHaveURL(/\/recipes\?recipe=/)
  await expect(grid.getByText(name)).toBeVisible()
  const made = page.getByRole('complementary', { name })
  await expect(made.getByText('4 × 4')).toBeVisible()
  await expect(made.getByRole('button', { name: 'Plan a run' })).toBeVisible()

  await made.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/recipe\/[0-9a-f-]{36}$/)
  await page.reload()
  await openDialog(page)
    .getByLabel(/^Minimum device software/)
    .fill('2.8.0')
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  // Expect it to stay open beside the list, with what comes next.
  await expect(page).toHaveURL(/\/recipes\?recipe=/)
  await expect(made.getByText('2.8.0')).toBeVisible()

  await made.getByRole('button', { name: 'Request publication' }).click()
  await openDialog(page).getByRole('button', { name: 'Request publication' }).click()
  await expect(made.getByText('Publication requested')).toBeVisible()
  await made.getByRole('button', { name: 'Withdraw the request' }).click()
  await expect(made.getByText('Publication requested')).toHaveCount(0)
  await made.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(made.getByText('Archived', { exact: true })).toBeVisible()
  await made.getByRole('button', { name: 'Restore from archive' }).click()
  await expect(made.getByText('Archived', { exact: true })).toHaveCount(0)
})

test('[ROUTE-014] [SCREEN-025] global recipes are the provider’s: a manager of a laboratory has no page of them', async ({
  page,
}) => {
  await openSession(page, 'manager')
  await page.goto('/recipes/global')
  await expect(page).toHaveURL(/\/401\?needs=globalRecipes\.edit/)
  await openSession(page, 'superadmin@helix.example')
  await page.goto('/recipes/global')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Global recipes')
  await page.getByRole('button', { name: 'New global recipe' }).click()
  await expect(openDialog(page).getByLabel(/^Thermal profile of/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
