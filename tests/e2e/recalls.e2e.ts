import { expect, type Page, test } from '@playwright/test'
import { labSwarm } from '../../scripts/demo/companies.ts'
import { findViolations } from './axe.ts'
import { choose, openDialog, openSession, password } from './pages.ts'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }

async function ask<Data>(page: Page, path: string, data: object = {}): Promise<Data> {
  const answer = await page.request.post(`/v3${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: Data }).data
}

interface Named {
  uuid: string
  name: string
}

/** Plan a run with a lot of a kit as operator, by the calls, and launch it. */
async function launchWith(page: Page, lot: string, name: string): Promise<string> {
  await openSession(page, 'operator')
  const named = async (path: string, wanted: string) => {
    const { data } = await ask<{ data: Named[] }>(page, path)
    return data.find((one) => one.name === wanted)?.uuid ?? ''
  }
  const kit = {
    bkit_uuid: crypto.randomUUID(),
    name: 'Screening kit',
    ref: 'BK-RC',
    lot,
    box: 1,
    expiry_date: '2099-12-31',
    confirmed: false,
  }
  const { uuid } = await ask<Named>(page, '/analysis/create', {
    uuid: crypto.randomUUID(),
    name,
    recipe_uuid: await named('/recipes/search', 'katG amplification and melt'),
    protocol_uuid: null,
    swarm_uuid: labSwarm,
    device_uuid: await named('/products/search', 'bGATE Riva'),
    cartridge_type: 'Wells96',
    samples: [
      { uuid: crypto.randomUUID(), name: 'S1', sample_type: 'unknown', coordinates: ['A1', 'A2'] },
    ],
    notebook: '',
    kit,
  })
  await ask(page, `/analysis/launch/${uuid}`)
  return uuid
}

/** Wait until the run has ended with results, as its page shows it. */
async function waitForResults(page: Page, uuid: string): Promise<void> {
  await page.goto(`/analyses/details/${uuid}`)
  await expect(page.getByText('Complete', { exact: true }).first()).toBeVisible({
    timeout: 120_000,
  })
}

/** Press an act of the page's menu. */
async function pick(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign and validate' }).first().click()
  const dialog = openDialog(page)
  await dialog.getByLabel('Meaning of the signature').selectOption('approval')
  await dialog.getByLabel('Password (required)').fill(password)
  await dialog.getByRole('button', { name: 'Sign and validate' }).click()
  await expect(page.getByText(/Signed by Marco Bellini/)).toBeVisible()
}

test('a bad lot is recalled: its run is found, held, not signed, let go with a reason, and signed', async ({
  page,
}) => {
  const lot = `RC-${Date.now()}`
  const uuid = await launchWith(page, lot, `Run with ${lot}`)
  await waitForResults(page, uuid)
  await openSession(page, 'manager')
  await page.goto('/recall')
  await page.getByRole('button', { name: 'New recall' }).first().click()
  const form = openDialog(page)
  await form.getByLabel('Search').fill(lot)
  await form.getByRole('radio', { name: new RegExp(lot) }).check()
  await expect(form.getByText(/Proven: .*\(1\)/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Open the recall' }).click()
  await expect(form.getByRole('textbox', { name: /^Reason/ })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await form.getByRole('textbox', { name: /^Reason/ }).fill('Contaminated primer, says the maker')
  await form.getByRole('button', { name: 'Open the recall' }).click()

  await page.waitForURL(/\/recall\/[0-9a-f-]{36}$/)
  const recall = page.url()
  const grid = page.getByRole('grid', { name: 'Affected analyses' })
  await expect(grid.getByText(`Run with ${lot}`)).toBeVisible()
  await page.getByRole('button', { name: 'Hold analyses' }).click()
  await expect(openDialog(page).getByText('Hold these analyses: 1?')).toBeVisible()
  await openDialog(page).getByRole('button', { name: 'Hold analyses' }).click()
  await expect(grid.getByText('On hold')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.goto('/results?held=1')
  const held = page.getByRole('grid', { name: 'Results' }).getByRole('row', { name: lot })
  await expect(held.first()).toContainText('On hold by recall')
  expect(await findViolations(page)).toEqual([])
  await page.goto(recall)

  await pick(page, 'Notify')
  await expect(openDialog(page).getByRole('checkbox', { name: /Olga Marin/ })).toBeChecked()
  expect(await findViolations(page)).toEqual([])
  await openDialog(page).getByRole('button', { name: 'Notify' }).click()
  await expect(page.getByText('People notified: 1').first()).toBeVisible()

  await grid.getByText(`Run with ${lot}`).click()
  await expect(page.getByText(/^On hold by recall \d+$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign and validate' }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.getByRole('link', { name: 'Open the recall' }).click()

  await page.getByRole('button', { name: 'Lift the hold' }).click()
  const lifting = openDialog(page)
  await lifting.getByRole('button', { name: 'Lift the hold' }).click()
  await expect(lifting).toBeVisible()
  await lifting.getByRole('textbox').fill('Repeated with another lot, same calls')
  await lifting.getByRole('button', { name: 'Lift the hold' }).click()
  await expect(grid.getByText('Lifted')).toBeVisible()
  await page.goto(`/analyses/details/${uuid}`)
  await sign(page)

  await ask(page, `/analysis/report/${uuid}`, { format: 'pdf' })

  await page.goto(recall)
  await expect(grid.getByText('Signed, reported')).toBeVisible()
  await pick(page, 'Draft amended reports')
  const amending = openDialog(page)
  await expect(amending.getByRole('checkbox', { name: /^Report 1 of Run with/ })).toBeChecked()
  expect(await findViolations(page)).toEqual([])
  await amending.getByRole('button', { name: 'Draft amended reports' }).click()
  const saving = page.waitForEvent('download')
  await amending.getByRole('button', { name: 'Save the draft' }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/)
  await page.keyboard.press('Escape')

  await page.evaluate(() => {
    window.print = () => void 0
  })
  await pick(page, 'Print')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article', { name: 'Recall' }).getByText(lot).first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.getByText('Amended reports drafted: 1').first()).toBeVisible()
  await expect(page.getByText(/Proven: .*\(1\)/)).toBeVisible()
  await page.getByRole('button', { name: 'Close the recall' }).click()
  await openDialog(page).getByRole('textbox').fill('All touched results are cleared')
  await openDialog(page).getByRole('button', { name: 'Close the recall' }).click()
  await expect(page.getByText('Closed; affected: 1')).toBeVisible()
  await page.goto('/recall')
  await page.getByRole('grid', { name: 'Recalls' }).getByText(lot).click()
  const panel = page.getByRole('complementary', { name: new RegExp(lot) })
  await expect(panel.getByText('All touched results are cleared')).toBeVisible()
})

test('the kinds of things that can be recalled are found by what runs name', async ({ page }) => {
  await openSession(page, 'manager')
  await page.goto('/recall')
  await page.getByRole('button', { name: 'New recall' }).first().click()
  const form = openDialog(page)
  await choose(form.getByRole('radio', { name: 'Device' }))
  await expect(form.getByRole('radio', { name: /bGATE Riva/ })).toBeVisible()
  await choose(form.getByRole('radio', { name: 'Recipe version' }))
  await expect(form.getByRole('radio', { name: /· v\d+/ }).first()).toBeVisible()
  await form.getByLabel('Search').fill('no such recipe')
  await expect(form.getByText(/^No run of this company used it/)).toBeVisible()
})
