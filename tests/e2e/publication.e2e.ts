import { expect, type Page, test } from '@playwright/test'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { findViolations } from './axe.ts'
import { importRun } from './made-records.ts'
import { openDialog, openSession } from './pages.ts'

const provider = 'superadmin@helix.example'

/** Make a copy of a recipe of the demo and ask for its publication with a note. */
async function ask(page: Page, name: string, note: string): Promise<void> {
  await openSession(page, 'manager')
  await page.goto('/recipes')
  const grid = page.getByRole('grid', { name: 'Recipes' })
  await grid.getByText('Duplex, 16 wells', { exact: true }).click()
  const source = page.getByRole('complementary', { name: 'Duplex, 16 wells' })
  await source.getByRole('button', { name: 'Duplicate' }).click()
  await grid
    .getByText(/Duplex, 16 wells.*copy|Copy of Duplex/)
    .first()
    .click()
  const copy = page.getByRole('complementary', { name: /copy/i })
  await copy.getByRole('button', { name: 'Open' }).click()
  await openDialog(page).getByLabel(/^Name/).fill(name)
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  // Expect it to stay open under its new name.
  const panel = page.getByRole('complementary', { name })
  await panel.getByRole('button', { name: 'Request publication' }).click()
  const dialog = openDialog(page)
  await expect(dialog.getByText(/copy of the recipe as it is now/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel(/^Note to the provider/).fill(note)
  await dialog.getByRole('button', { name: 'Request publication' }).click()
  await expect(panel.getByText(/The provider has not decided yet/)).toBeVisible()
}

/** Open the request of a recipe as the provider. */
async function openRequest(page: Page, name: string) {
  await openSession(page, provider)
  await page.goto('/recipes/global')
  const list = page.getByRole('region', { name: 'Requests for publication' })
  await list.getByRole('button', { name: `Decide about ${name}` }).click()
  return { list, dialog: openDialog(page) }
}

test('[STATE-054] [SCREEN-025] [ROUTE-014] a recipe is asked to be published, the provider publishes it, and the asker reads so', async ({
  page,
}) => {
  const name = `Worth it ${Date.now()}`
  await ask(page, name, 'Checked on 200 samples')
  const { list, dialog } = await openRequest(page, name)
  await expect(dialog.getByText('Checked on 200 samples')).toBeVisible()
  await expect(dialog.getByText('Aurora Diagnostics')).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Thermal profile' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(`${name} was published`)).toBeVisible()
  await expect(list.getByText(name)).toHaveCount(0)
  await expect(page.getByRole('grid', { name: 'Global recipes' }).getByText(name)).toBeVisible()

  await openSession(page, 'manager')
  await page.goto('/recipes')
  await expect(page.getByText(/has published your recipe/).filter({ hasText: name })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Mark as read' }).first().click()
  await expect(page.getByText(/has published your recipe/).filter({ hasText: name })).toHaveCount(0)
  await page.getByRole('grid', { name: 'Recipes' }).getByText(name).click()
  const panel = page.getByRole('complementary', { name })
  await expect(panel.getByText(/published it for all companies/)).toBeVisible()
})

test('[STATE-054] a request is refused by keyboard, and the reason reaches the asker', async ({
  page,
}) => {
  const name = `Too special ${Date.now()}`
  await ask(page, name, 'For everybody')
  const { list, dialog } = await openRequest(page, name)
  await dialog.getByRole('button', { name: 'Refuse' }).press('Enter')
  const reason = openDialog(page).getByLabel(/^Reason/)
  await reason.fill('Only your instrument reads it')
  expect(await findViolations(page)).toEqual([])
  await openDialog(page).getByRole('button', { name: 'Refuse' }).press('Enter')
  await expect(page.getByText(`The publication of ${name} was refused`)).toBeVisible()
  await expect(list.getByText(name)).toHaveCount(0)

  await openSession(page, 'manager')
  await page.goto('/recipes')
  await page.getByRole('grid', { name: 'Recipes' }).getByText(name).click()
  const panel = page.getByRole('complementary', { name })
  await expect(panel.getByText('Publication refused', { exact: true })).toBeVisible()
  await expect(panel.getByText(/Only your instrument reads it/)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Request publication' })).toBeEnabled()
})

const headers = { 'x-requested-with': 'XMLHttpRequest' }

/** Publish a recipe of the demo as the provider, or change it: a new version where its content changes. */
async function publish(page: Page, path: string, data: object): Promise<string> {
  await openSession(page, provider)
  const answer = await page.request.post(`/v3/global_recipes/${path}`, { headers, data })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { data: { uuid: string } }).data.uuid
}

test('a recipe made from a global one is offered its newer versions: one is adopted, one is declined and not offered again', async ({
  page,
}) => {
  const name = `Shared ${Date.now()}`
  const run = (await importRun(page, name)) as Analysis
  const { process, evaluation } = run.method
  const plates = { cartridge_types: [run.cartridge_type], minimum_bkernel: null }
  const content = { process, evaluation, ...plates }
  const global = await publish(page, 'create', { ...content, name })
  const withLimit = (cq_max: number) => ({
    evaluation: {
      ...evaluation,
      targets: evaluation.targets.map(({ cq_review: _review, ...target }) => ({
        ...target,
        cq_max,
      })),
    },
  })

  await openSession(page, 'manager')
  await page.goto('/recipes')
  await page.getByRole('button', { name: 'Use a global recipe' }).click()
  const form = openDialog(page)
  await form.getByLabel(/^Global recipe/).selectOption({ label: `${name} (version 1)` })
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  const grid = page.getByRole('grid', { name: 'Recipes' })
  await grid.getByText(name).click()
  const panel = page.getByRole('complementary', { name })
  await expect(panel.getByText('a global recipe, version 1')).toBeVisible()

  await publish(page, `edit/${global}`, withLimit(10))
  await openSession(page, 'manager')
  await page.goto('/recipes')
  const offers = page.getByRole('region', { name: 'Newer versions of global recipes' })
  await offers.getByRole('button', { name: `Look at version 2 for ${name}` }).press('Enter')
  const dialog = openDialog(page)
  const changes = dialog.getByRole('table', { name: 'Changes of your recipe' })
  await expect(changes.getByRole('row').filter({ hasText: '10' }).first()).toBeVisible()
  // Wait while runs of the demo are calculated again in this browser.
  await expect(dialog.getByText(/calls? in \d+ runs? of \d+ would change/).first()).toBeVisible()
  await expect(dialog.getByText(/No run of this recipe has ended yet/)).toBeVisible()
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Adopt version 2' }).click()
  await expect(page.getByText(`${name} now follows version 2`)).toBeVisible()
  await expect(offers.getByText(name)).toHaveCount(0)

  await publish(page, `edit/${global}`, withLimit(12))
  await openSession(page, 'manager')
  await page.goto('/recipes')
  await offers.getByRole('button', { name: `Look at version 3 for ${name}` }).click()
  await openDialog(page).getByRole('button', { name: 'Keep yours' }).click()
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill('Proven with the limit of 10')
  await openDialog(page).getByRole('button', { name: 'Keep yours' }).click()
  await expect(page.getByText(`${name} stays as it is`)).toBeVisible()
  await page.reload()
  await expect(grid.getByText(name)).toBeVisible()
  await expect(offers.getByText(name)).toHaveCount(0)
})
