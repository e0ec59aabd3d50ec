import { expect, type Page, test } from '@playwright/test'
import { choose, chooseByLetters, expectFocus, press, pressKey, tabTo, tabUntil } from './keys.ts'
import { importRun } from './made-records.ts'
import { openDialog, password } from './pages.ts'

/** Go from the sign-in page into the shell, then past the menu by the skip link. */
async function enter(page: Page, who: string): Promise<void> {
  await page.goto('/login')
  await expectFocus(page.getByRole('textbox', { name: 'User name or e-mail' }))
  await page.keyboard.type(`${who}@aurora.example`)
  await tabUntil(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
}

/** Expect another page with the focus at its start. */
async function expectPage(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
}

const wellsOf = (page: Page, sample: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^[A-D][1-4]: ${sample}`) })

/** Type two names onto the plate, repeat each by a tool, undo and redo. */
async function fillPlate(page: Page): Promise<void> {
  await tabTo(page, 'gridcell', /^A1:/)
  await page.keyboard.type('Swab 1')
  // Expect no ring: the field is there only as long as it has the focus.
  await expect(page.getByRole('combobox', { name: 'Sample in well A1' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('gridcell', { name: /^A2:/ }))
  await page.keyboard.type('Swab 2')
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('gridcell', { name: /^A3:/ }))
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(2)
  await tabTo(page, 'button', 'Fill', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabUntil(page.getByRole('menuitem', { name: 'Replicates…' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('spinbutton', { name: 'Wells of each sample' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  const tool = page.getByRole('form', { name: 'Replicates' })
  await expect(tool.getByRole('status')).toContainText('Wells filled: 2')
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('grid').getByRole('gridcell').and(page.locator(':focus')))
  await expect(wellsOf(page, 'Swab 1')).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(wellsOf(page, 'Swab 1')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+y')
  await expect(wellsOf(page, 'Swab 1')).toHaveCount(2)
  await expect(wellsOf(page, 'Swab 2')).toHaveCount(2)
}

async function planAndLaunch(page: Page, name: string): Promise<void> {
  await tabTo(page, 'link', 'Skip to the page')
  await page.keyboard.press('Enter')
  await press(page, 'button', 'New analysis')
  await expectPage(page, 'New analysis')
  await choose(page, 'Kind of method', 'Recipe')
  await chooseByLetters(page, 'Recipe', 'Duplex')
  await choose(page, 'Device', 'bCUBE Nord')
  await fillPlate(page)
  await tabTo(page, 'textbox', 'Name (required)')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(name)
  await tabUntil(page.getByRole('complementary').getByRole('button', { name: 'Launch' }))
  await page.keyboard.press('Enter')
  await expectPage(page, name)
}

async function openFromQueue(page: Page, name: string): Promise<void> {
  await press(page, 'link', 'Review')
  await expectPage(page, 'Review')
  const link = page.getByRole('link', { name, exact: true })
  await expect(link).toBeVisible()
  await tabUntil(link, 'j')
  await pressKey(page, 'k')
  await tabUntil(link, 'j')
  await page.keyboard.press('Enter')
  await expectPage(page, name)
}

/** Read the plate and the curves by arrows; leave out the found curve, with a reason. */
async function excludeCurve(page: Page): Promise<void> {
  await tabTo(page, 'gridcell', /^A1: Swab 1/)
  await page.keyboard.press('ArrowRight')
  await expectFocus(page.getByRole('gridcell', { name: /^A2: / }))
  await tabTo(page, 'group', 'Cycles · Curve')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const tip = page.getByRole('figure', { name: 'Cycles · Curve' }).getByRole('status')
  await expect(tip).toContainText('Cycle 2')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { selected: true }).first()).toBeVisible()
  await page.keyboard.press('Shift+F10')
  await tabUntil(page.getByRole('menuitem', { name: 'Exclude with a reason…' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(openDialog(page)).toBeVisible()
  // Type at once: what was chosen on the chart is compared, and its reason has the focus.
  await expectFocus(openDialog(page).getByRole('textbox', { name: /^Reason/ }))
  await page.keyboard.type('a bubble in the well')
  await press(page, 'button', 'Keep new results')
  await expect(openDialog(page)).toHaveCount(0)
}

async function readExplanation(page: Page): Promise<void> {
  await tabTo(page, 'tab', /^Results by well/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expectFocus(page.getByRole('tab', { name: 'Explanation' }))
  const title = page
    .getByRole('tabpanel', { name: 'Explanation' })
    .getByRole('heading', { level: 2 })
  await expect(title).toBeVisible()
  const first = (await title.textContent()) ?? ''
  await pressKey(page, 'n')
  await expect(title).not.toHaveText(first)
  await pressKey(page, 'p')
  await expect(title).toHaveText(first)
}

async function sign(page: Page): Promise<void> {
  await tabTo(page, 'button', 'Sign and validate', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(openDialog(page)).toBeVisible()
  await tabTo(page, 'combobox', /^Meaning of the signature/)
  await page.keyboard.press('a')
  await tabUntil(openDialog(page).getByLabel(/^Password/))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(openDialog(page)).toHaveCount(0)
}

test('@long the main job by the keyboard alone: planned, launched, watched, reviewed and signed', async ({
  page,
  browser,
}) => {
  const word = Date.now()
  const name = `By keys ${word}`
  // Import another to be reviewed, so that there is somewhere to go.
  const administrator = await browser.newPage()
  await importRun(administrator, `Beside ${word}`)
  await administrator.close()
  const began = Date.now()
  await enter(page, 'operator')
  await planAndLaunch(page, name)

  const progress = page.getByRole('progressbar', { name: 'Progress of the run' })
  await expect(progress).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add 5 cycles' })).toBeEnabled()
  await press(page, 'button', 'Add 5 cycles')
  const orders = page.getByRole('list', { name: 'Orders to the device' })
  await expect(orders.getByRole('listitem').filter({ hasText: 'Add 5 cycles' })).toContainText(
    'Done',
  )

  const review = await browser.newPage()
  await enter(review, 'manager')
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible({ timeout: 60_000 })
  await openFromQueue(review, name)
  await excludeCurve(review)
  await readExplanation(review)
  await sign(review)
  const bar = review.getByRole('navigation', { name: 'Analyses to review' })
  await expect(bar).toContainText('1 signed')
  await pressKey(review, 'k')
  await expect(review.getByRole('heading', { level: 1, name })).toHaveCount(0)
  await pressKey(review, 'j')
  await expect(review.getByRole('heading', { level: 1, name })).toBeVisible()
  console.log(`By keyboard: ${((Date.now() - began) / 1000).toFixed(0)} s`)
  await review.close()
})
