import { expect, type Page, test } from '@playwright/test'
import { methods } from '../../scripts/demo/methods.ts'
import { choose, launch, openDialog, openSession, password, signIn } from './pages.ts'

declare global {
  interface Window {
    /** Texts of live regions since the page was opened. */
    heard?: string[]
  }
}

/** Collect the texts that a screen reader speaks by itself: each change within a live region. */
function listen(): void {
  const heard: string[] = []
  window.heard = heard
  const regions =
    '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]'
  const take = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement
    const text = element?.closest(regions)?.textContent?.trim()
    if (text && heard.at(-1) !== text) heard.push(text)
  }
  const watch = new MutationObserver((changes) => {
    for (const { target } of changes) take(target)
  })
  watch.observe(document, { subtree: true, childList: true, characterData: true })
}

/** Wait until a live region has said this. */
async function expectSaid(page: Page, words: RegExp, timeout = 60_000): Promise<void> {
  await expect
    .poll(
      async () => (await page.evaluate(() => window.heard ?? [])).filter((one) => words.test(one)),
      {
        timeout,
        message: `said: ${String(words)}`,
      },
    )
    .not.toEqual([])
}

const well = (page: Page, name: RegExp) => page.getByRole('gridcell', { name })

/** Make the duplex recipe with a pause before its first step: the run waits there for the walk, on however slow a machine. */
async function makePaused(page: Page, name: string): Promise<void> {
  const demo = methods.find(({ recipe }) => recipe.name === 'Duplex, 16 wells')
  if (!demo) throw new Error('no demo method')
  const { process, evaluation, cartridge_types, minimum_bkernel } = demo.recipe
  const rest = { evaluation, cartridge_types, minimum_bkernel }
  const steps = [{ type: 'pause', temperature: 40 }, ...process.steps]
  const answer = await page.request.post('/v3/recipes/create', {
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    data: { name, swarm_uuid: null, ...rest, process: { ...process, steps } },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

async function plan(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'New analysis', exact: true }).click()
  const method = page.getByRole('region', { name: 'What to run' })
  await choose(method.getByRole('radio', { name: 'Recipe' }))
  await method.getByRole('combobox', { name: 'Recipe' }).selectOption({ label: name })
  const devices = page.getByRole('radiogroup', { name: 'Device' })
  await expect(devices.getByRole('radio', { name: /bGATE Riva/ })).toBeDisabled()
  await choose(devices.getByRole('radio', { name: /^bCUBE Nord Available/ }))
  await well(page, /^A1: empty$/).click()
  await page.getByRole('textbox', { name: 'Sample name' }).fill('Swab 7')
  await page.getByRole('button', { name: 'Fill well' }).click()
  await expect(well(page, /^A1: Swab 7, Unknown/)).toHaveAttribute('aria-selected', 'true')
  await well(page, /^A2: empty$/).click()
  await expectSaid(page, /^1 well selected$/)
  await page.keyboard.type('Water')
  await expect(page.getByRole('combobox', { name: 'Sample in well A2' })).toHaveValue('Water')
  await page.keyboard.press('Enter')
  await expectSaid(page, /^Water: A2$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectSaid(page, /^Undone/)
  await expect(well(page, /^A2: empty$/)).toBeVisible()
  await page.getByRole('button', { name: 'Redo' }).click()
  await expectSaid(page, /^Redone/)
  await page.getByRole('textbox', { name: 'Name (required)' }).fill(name)
}

test('@long the main job by roles and names alone, and what a screen reader reads of it', async ({
  page,
  browser,
}) => {
  const name = `By name ${Date.now()}`
  const began = Date.now()
  await openSession(page, 'manager')
  await makePaused(page, name)
  await page.context().clearCookies()
  await page.addInitScript(listen)
  await signIn(page, 'operator')
  await plan(page, name)
  const checks = page.getByRole('complementary', { name: 'Before launching' })
  await expect(checks).toMatchAriaSnapshot(`
    - complementary "Before launching":
      - heading "Before launching" [level=2]
      - button "Launch"
      - list:
        - listitem: /Method.*By name/
        - listitem: /Device/
  `)
  await launch(page)

  await expect(page.getByRole('main')).toBeFocused()
  const state = page.getByRole('region', { name: 'State of the run' })
  await expect(state.getByRole('progressbar', { name: 'Progress of the run' })).toBeVisible()
  await expectSaid(page, /^Paused/)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "${name}" [level=1]
      - text: Running
      - region "State of the run":
        - status: /Paused/
        - progressbar "Progress of the run"
        - strong: /Cycle \\d+ of 40/
        - button "Skip step"
        - button "Abort"
      - region "Plate":
        - grid "Cartridge of ${name}"
      - region "Curves":
        - figure "Cycles · Curve"
  `)
  await page.getByRole('button', { name: 'Remove 5 cycles' }).click()
  await expectSaid(page, /Remove 5 cycles.*Done/)
  await page.getByRole('button', { name: 'Skip step' }).click()
  await expectSaid(page, /Skip step.*Done/)
  await expectSaid(page, /The run has ended: Complete/, 60_000)

  await expect(page.getByRole('region', { name: 'Curves' }).getByRole('figure')).toContainText(
    /Fluorescence, corrected \(a\.u\.\) over Cycle\. \d+ curves? of FAM, HEX over \d+ points\. Values from .* to /,
  )
  await expect(well(page, /^A1: Swab 7, Unknown, Detected, Cq \d+\.\d\d$/)).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Results by well' })).toMatchAriaSnapshot(`
    - grid "Results by well":
      - rowgroup:
        - row:
          - columnheader "Well"
          - columnheader "Sample"
      - rowgroup:
        - row /A1 Swab 7 Unknown Target FAM \\d+\\.\\d+ Detected/:
          - gridcell "A1"
          - gridcell "Swab 7"
        - row /A1 Swab 7 Unknown Internal control HEX/
  `)

  const review = await browser.newPage()
  await review.addInitScript(listen)
  await signIn(review, 'manager')
  await review.getByRole('link', { name: 'Review', exact: true }).click()
  const queue = review.getByRole('list', { name: 'Analyses to review' })
  await queue.getByRole('link', { name, exact: true }).click()
  await expect(review.getByRole('heading', { level: 1, name })).toBeVisible()
  await review.getByRole('tab', { name: 'Explanation' }).click()
  await review.getByRole('gridcell', { name: /^A1: Swab 7/ }).click()
  await expect(review.getByRole('heading', { level: 2, name: /^A1 · Swab 7/ })).toBeVisible()
  await review.getByRole('button', { name: 'Next well' }).click()
  await expectSaid(review, /A2, Water/)
  await expect(review.getByRole('tabpanel', { name: 'Explanation' })).toContainText('Checks')
  await review.getByRole('button', { name: 'Sign and validate' }).click()
  const dialog = openDialog(review)
  await expect(dialog).toHaveAccessibleName(/Sign/)
  await dialog.getByLabel('Meaning of the signature').selectOption('approval')
  await dialog.getByLabel(/^Password/).fill(password)
  await dialog.getByRole('button', { name: 'Sign and validate' }).click()
  await expectSaid(review, /1 signed/)
  await review.close()
  console.log(`By name: ${((Date.now() - began) / 1000).toFixed(0)} s`)
})
