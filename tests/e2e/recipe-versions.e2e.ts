import { expect, type Page, test } from '@playwright/test'
import type { ProcessStep } from '../../domain/entities/process-recipe.ts'
import { lab } from '../../scripts/demo/companies.ts'
import { methods } from '../../scripts/demo/methods.ts'
import { findViolations } from './axe.ts'
import { importRun } from './made-records.ts'
import { openDialog, openSession, password } from './pages.ts'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }

async function ask(page: Page, path: string, data: object): Promise<{ uuid: string }> {
  const answer = await page.request.post(`/v3${path}`, { headers, data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return ((await answer.json()) as { data: { uuid: string } }).data
}

/** End the review with two people, so that other walks find the laboratory unchanged. */
async function endReview(page: Page): Promise<void> {
  for (const who of ['admin', 'superadmin@helix.example']) {
    await openSession(page, who)
    await ask(page, `/companies/edit/${lab}`, { recipe_review: 'N' })
  }
}

/** Make a recipe in force, and its programme with five more cycles as a process recipe. */
async function makeRecipe(page: Page, name: string): Promise<void> {
  const demo = methods.find(({ recipe }) => recipe.name === 'Amplification and melt, 16 wells')
  if (!demo) throw new Error('no demo method')
  const { process, evaluation, cartridge_types, minimum_bkernel } = demo.recipe
  const content = { process, evaluation, cartridge_types, minimum_bkernel }
  await ask(page, '/recipes/create', { name, swarm_uuid: null, ...content })
  const longer = (step: ProcessStep) =>
    step.type === 'loop' ? { ...step, repeat: step.repeat + 5 } : step
  const steps = process.steps.map(longer)
  await ask(page, '/process_recipes/create', {
    name: `${name} longer`,
    swarm_uuid: null,
    process: { ...process, steps },
  })
}

async function openRecipe(page: Page, name: string) {
  await page.goto('/recipes')
  await page.getByRole('searchbox', { name: 'Filter' }).fill(name)
  await page.getByRole('grid', { name: 'Recipes' }).getByText(name).click()
  return page.getByRole('complementary', { name })
}

test('[SCREEN-024] one person writes a version of a recipe, another approves it by a signature, and it takes the place of the older one', async ({
  page,
}) => {
  const name = `Reviewed ${Date.now()}`
  try {
    await importRun(page, `Compared ${name}`)
    await openSession(page, 'manager')
    await makeRecipe(page, name)
    await openSession(page, 'admin')
    await page.goto('/recipes')
    await page.getByRole('button', { name: 'Require review' }).click()
    await openDialog(page).getByRole('button', { name: 'Require review' }).click()
    await expect(page.getByText('once a second person has approved it')).toBeVisible()

    await openSession(page, 'manager')
    const panel = await openRecipe(page, name)
    await panel.getByRole('button', { name: 'Open' }).click()
    await openDialog(page)
      .getByLabel(/^Thermal profile of/)
      .selectOption({ label: `${name} longer (version 1)` })
    await openDialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Version 2 is a draft until someone approves it')).toBeVisible()
    // Expect it to stay open beside the list.
    const versions = panel.getByRole('list', { name: 'Versions' })
    await expect(versions.getByRole('listitem').first()).toContainText('Version 2')
    await expect(versions.getByText('Draft')).toBeVisible()
    const changes = panel.getByRole('table', { name: 'Compare two versions' })
    await expect(changes.getByRole('row', { name: /passes in all/ }).first()).toBeVisible()
    // Wait until the message is gone, which covers a part of the panel's buttons as long as it is shown.
    await expect(page.getByText('Version 2 is a draft until someone approves it')).toBeHidden()
    // Scroll back: a scrolled page leaves its buttons half under the bar at the top.
    await page
      .getByRole('heading', { name: 'Recipes', level: 1 })
      .evaluate((title) => title.scrollIntoView({ block: 'center' }))
    expect(await findViolations(page)).toEqual([])

    // Send it by keys: without evidence it is refused at its field.
    await panel.getByRole('button', { name: 'Send to review' }).focus()
    await page.keyboard.press('Enter')
    const sending = openDialog(page)
    await sending.getByRole('button', { name: 'Send to review' }).press('Enter')
    const evidence = sending.getByLabel(/^Evidence for the approval/)
    await expect(evidence).toHaveAccessibleDescription(/State the evidence/)
    // Send the comparison on the bench with it.
    await sending.getByRole('button', { name: 'Compare on the test bench' }).press('Enter')
    await expect(sending.getByText(/^\d+ runs?: 0 changed calls/)).toBeVisible()
    await expect(sending.getByText(/^The runs, the counts/)).toBeVisible()
    // State a figure of the verification, which is kept with the draft at once.
    await sending.getByRole('button', { name: 'Add a figure' }).press('Enter')
    const figure = page.getByRole('alertdialog', { name: 'Add a figure' })
    await figure.getByLabel(/^Measured figure/).fill('5')
    await figure.getByLabel(/^Observations/).fill('20')
    await figure.getByRole('button', { name: 'Save the figure' }).press('Enter')
    await expect(figure.getByLabel(/^Accepted from/)).toHaveAccessibleDescription(/Give a limit/)
    await figure.getByLabel(/^Accepted up to/).fill('10')
    await figure.getByRole('button', { name: 'Save the figure' }).press('Enter')
    const kept = sending
      .getByRole('table', { name: 'Verification figures' })
      .getByRole('row', { name: /^Limit of detection/ })
    await expect(kept).toContainText('5 copies/reaction')
    await expect(kept).toContainText('Within limits')
    await evidence.fill('Bench: 12 runs, no call differs. Efficiency 98 %, R² 0.998.')
    expect(await findViolations(page)).toEqual([])
    await sending.getByRole('button', { name: 'Send to review' }).press('Enter')
    await expect(versions.getByText('In review')).toBeVisible()
    const own = panel.getByRole('button', { name: 'Approve and sign' })
    await expect(own).toHaveAttribute('aria-disabled', 'true')
    await expect(own).toHaveAccessibleDescription(/You wrote this version/)
    await expect(panel.getByRole('button', { name: 'Open' })).toHaveAccessibleDescription(
      /Withdraw it to draft first/,
    )

    await openSession(page, 'admin')
    await openRecipe(page, name)
    await panel.getByRole('button', { name: 'Approve and sign' }).click()
    const signing = openDialog(page)
    await expect(signing.getByText('Bench: 12 runs')).toBeVisible()
    await expect(
      signing.getByRole('row', { name: /^Limit of detection.*Within limits/ }),
    ).toBeVisible()
    await expect(signing.getByRole('row', { name: /passes in all/ }).first()).toBeVisible()
    await expect(signing.getByText(/^\d+ runs?: 0 changed calls/)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await signing.getByRole('button', { name: 'Approve and sign' }).click()
    const secret = signing.getByLabel(/^Your password/)
    await expect(secret).toHaveAccessibleDescription(/Enter your password to sign/)
    await secret.fill(password)
    await signing.getByRole('button', { name: 'Approve and sign' }).click()
    await expect(page.getByText(`Version 2 of ${name} is approved.`)).toBeVisible()
    await expect(versions.getByRole('listitem').first()).toContainText('In effect')
    await expect(versions.getByRole('listitem').first()).toContainText('Amina Haddad')
    await expect(versions.getByRole('listitem').nth(1)).toContainText('Superseded')

    await panel.getByText('History', { exact: true }).click()
    await expect(panel.getByText('version approved and signed')).toBeVisible()
    await panel.getByRole('button', { name: 'Retire' }).click()
    await openDialog(page)
      .getByLabel(/^Reason/)
      .fill('Replaced by another assay')
    await openDialog(page).getByRole('button', { name: 'Retire' }).click()
    await expect(panel.getByRole('button', { name: 'Open' })).toHaveAccessibleDescription(
      /It is retired/,
    )
    await expect(panel.getByRole('button', { name: 'Restore from archive' })).toHaveCount(0)
  } finally {
    await endReview(page)
  }
})
