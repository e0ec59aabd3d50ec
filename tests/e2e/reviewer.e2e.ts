import { expect, type Page, test } from '@playwright/test'
import { tabTo } from './keys.ts'
import { importRun, requestCertificate } from './made-records.ts'
import { openDialog, openSession, password } from './pages.ts'

/** Open the panel of a certificate by the keyboard alone. */
async function openCertificate(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Filter' }).fill(name)
  const grid = page.getByRole('grid', { name: 'Certificates to review' })
  // Wait for the rows: keys that come before them open nothing.
  await expect(grid.getByText(name).first()).toBeVisible()
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name })
  await expect(panel.getByText('For the dairy')).toBeVisible()
  return panel
}

test('[PERM-031] [SCREEN-058] [ROUTE-038] a reviewer issues a certificate by signing, and rejects another with a reason', async ({
  page,
  browser,
}) => {
  const word = Date.now()
  const administrator = await browser.newPage()
  await requestCertificate(administrator, `Good ${word}`)
  await requestCertificate(administrator, `Bad ${word}`)
  await administrator.close()
  await openSession(page, 'manager')
  await page.goto('/')
  await page.getByRole('link', { name: 'Review', exact: true }).click()
  await page.getByRole('tab', { name: 'Certificates to review' }).click()

  const good = await openCertificate(page, `Good ${word}`)
  await expect(good.getByRole('grid', { name: 'Results' })).toContainText('Detected')
  await good.getByRole('button', { name: 'Issue…' }).click()
  const dialog = openDialog(page)
  await expect(dialog.getByText('Amina Haddad').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign and issue' }).click()
  await expect(dialog.getByText('Choose what your signature means')).toBeVisible()
  await expect(dialog.getByText('Type your password to sign')).toBeVisible()
  await dialog.getByLabel(/^Meaning/).selectOption('approval')
  await dialog.getByLabel(/^Password/).fill('not my password')
  await dialog.getByRole('button', { name: 'Sign and issue' }).click()
  await expect(dialog.getByText('The password is wrong.')).toBeVisible()
  await dialog.getByLabel(/^Password/).fill(password)
  await dialog.getByRole('button', { name: 'Sign and issue' }).click()
  await expect(good.getByText(/^Issued by Marco Bellini on .* — Approval\.$/)).toBeVisible()
  await expect(good.getByRole('button', { name: 'Issue…' })).toHaveCount(0)
  await good.press('Escape')

  const bad = await openCertificate(page, `Bad ${word}`)
  await bad.getByRole('button', { name: 'Reject…' }).click()
  await openDialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(openDialog(page).getByText('Give a reason')).toBeVisible()
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill('a control has failed')
  await openDialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(bad.getByText('a control has failed')).toBeVisible()
  await bad.press('Escape')

  // Expect neither to wait any more; each is found by its status.
  await expect(page.getByText(/^(Nothing|0 rows|0 of .*)$/).first()).toBeVisible()
  await page.getByRole('button', { name: /^Issued/ }).click()
  await page.getByRole('searchbox', { name: 'Filter' }).fill(String(word))
  await expect(page.getByRole('grid').getByText(`Good ${word}`)).toBeVisible()
  await expect(page.getByRole('grid').getByText(`Bad ${word}`)).toHaveCount(0)
  await page.getByRole('button', { name: /^Rejected/ }).click()
  await expect(page.getByRole('grid').getByText(`Bad ${word}`)).toBeVisible()
})

test('[ROUTE-038] a person without the permission reads that, and has no entry for it', async ({
  page,
}) => {
  await openSession(page, 'operator')
  await page.goto('/reviewer')
  await expect(page.getByText("You're not authorized to access this resource")).toBeVisible()
  await expect(page.getByText('certificates.search', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Review', exact: true })).toHaveCount(0)
})

test('a person with it who is no reviewer may only read, with the reason', async ({ page }) => {
  await openSession(page, 'admin')
  await page.goto('/reviewer?status=all')
  await expect(page.getByText('only reviewers issue or reject them')).toBeVisible()
})

test('[SCREEN-005] [SCREEN-016] [VAL-039] [VAL-040] [ERR-057] analyses are reviewed and signed by the keyboard alone, the riskiest first, and a signed one is changed no more', async ({
  page,
  browser,
}) => {
  const word = Date.now()
  const administrator = await browser.newPage()
  await importRun(administrator, `First ${word}`)
  await importRun(administrator, `Second ${word}`)
  await administrator.close()
  await openSession(page, 'manager')
  await page.goto('/reviewer')
  const queue = page.getByRole('list', { name: 'Analyses to review' })
  await expect(queue.getByRole('link', { name: `Second ${word}` })).toBeVisible()
  // Expect the reason of its place in each row.
  const row = queue.getByRole('listitem').filter({ hasText: `Second ${word}` })
  await expect(row.first()).toContainText(/risk|No findings/)
  await page.keyboard.press('j')
  await expect(queue.getByRole('link').first()).toBeFocused()
  const first = (await queue.getByRole('link').first().textContent()) ?? ''
  const second = (await queue.getByRole('link').nth(1).textContent()) ?? ''
  await page.keyboard.press('Enter')

  // Move through the queue on one screen.
  const bar = page.getByRole('navigation', { name: 'Analyses to review' })
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible()
  await expect(bar).toContainText(/^.*1 of \d+/)
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
  await expect(bar).toContainText('2 of')
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible()

  // Read the results, and why a call is what it is.
  await expect(page.getByRole('grid', { name: 'Results by well' })).toBeVisible()
  await tabTo(page, 'tab', /^Results by well/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const explanation = page.getByRole('tabpanel', { name: 'Explanation' })
  await expect(explanation.getByText('Choose one well')).toBeVisible()
  await page.keyboard.press('n')
  await expect(explanation.getByText('Checks').first()).toBeVisible()
  await expect(explanation.getByText(/^(decided|objection|overruled)/).first()).toBeVisible()
  const well = await explanation.getByRole('heading', { level: 2 }).textContent()
  await page.keyboard.press('n')
  await expect(explanation.getByRole('heading', { level: 2 })).not.toHaveText(well ?? '')

  // Accept a sample on the way.
  await page.keyboard.press('a')
  await expect(page.getByRole('region', { name: 'Review of single samples' })).toContainText(
    '1 accepted',
  )

  // Sign the run.
  await page.getByRole('main').focus()
  await tabTo(page, 'button', 'Sign and validate')
  await page.keyboard.press('Enter')
  const dialog = openDialog(page)
  await expect(dialog.getByText('Released')).toBeVisible()
  await expect(dialog.getByText(/^1 accepted · \d+ not decided$/)).toBeVisible()
  await tabTo(page, 'combobox', /^Meaning of the signature/)
  await page.keyboard.press('a')
  await expect(dialog.getByLabel('Meaning of the signature')).toHaveValue('approval')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Signed by Marco Bellini/)).toBeVisible()
  await expect(bar).toContainText('1 signed')

  // Leave one in the queue: the next step is the next run.
  await expect(bar.getByRole('button', { name: 'Next', exact: true })).toBeFocused()
  await tabTo(page, 'button', 'More actions')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: /^Recalculate/ })).toContainText(
    'You cannot recalculate this analysis: Validated analyses cannot be modified',
  )
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
})

test('a sample is held back and the rest is signed; the certificate that is asked for on the page does not release it', async ({
  page,
  browser,
}) => {
  const name = `Partial ${Date.now()}`
  const administrator = await browser.newPage()
  const { uuid } = await importRun(administrator, name)
  await administrator.close()
  await openSession(page, 'manager')
  await page.goto(`/analyses/details/${uuid}?tab=explain`)
  const bar = page.getByRole('region', { name: 'Review of single samples' })
  await expect(bar).toContainText('not decided')
  const explanation = page.getByRole('tabpanel', { name: 'Explanation' })
  await expect(explanation.getByText('Choose one well')).toBeVisible()
  await page.keyboard.press('n')
  await expect(bar).toContainText('Selected:')
  await page.keyboard.press('h')
  await expect(openDialog(page).getByLabel(/^Reason/)).toBeFocused()
  await page.keyboard.type('repeat it')
  await openDialog(page).getByRole('button', { name: 'Hold back' }).click()
  await expect(bar).toContainText('1 held back')
  // Wait until the dialog is gone, below which no letter acts.
  await expect(openDialog(page)).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(bar).not.toContainText('held back')
  await page.keyboard.press('h')
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill('repeat it')
  await openDialog(page).getByRole('button', { name: 'Hold back' }).click()
  await expect(bar).toContainText('1 held back')
  await expect(explanation).toContainText('Marco Bellini')

  // Expect that the signature dialog and the signed analysis name the held results.
  await page.getByRole('button', { name: 'Sign and validate' }).click()
  await expect(openDialog(page).getByText(/Held back \(repeat it\)/)).toBeVisible()
  await openDialog(page)
    .getByLabel(/^Meaning/)
    .selectOption('approval')
  await openDialog(page)
    .getByLabel(/^Password/)
    .fill(password)
  await openDialog(page).getByRole('button', { name: 'Sign and validate' }).click()
  await expect(page.getByText('The result of 1 sample is not released')).toBeVisible()

  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Request a certificate' }).click()
  await openDialog(page).getByLabel('Note').fill('For the dairy')
  await openDialog(page).getByRole('button', { name: 'Request' }).click()
  await expect(page.getByText(`The certificate of ${name} waits for a reviewer.`)).toBeVisible()
  await page.getByRole('link', { name: 'Open the certificate' }).click()
  const results = page.getByRole('grid', { name: 'Results' })
  await expect(results.getByRole('row').filter({ hasText: 'Held back' }).first()).toContainText('–')
  await expect(results).toContainText('Detected')
})

test('[SCREEN-011] the notebook of an analysis is written beside its results, and is there again', async ({
  page,
  browser,
}) => {
  const administrator = await browser.newPage()
  const { uuid } = await importRun(administrator, `Noted ${Date.now()}`)
  await administrator.close()
  await openSession(page, 'manager')
  await page.goto(`/analyses/details/${uuid}?tab=notebook`)
  const note = page.getByRole('textbox', { name: 'Notebook' })
  await note.fill('Thawed twice.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(note).toHaveValue('Thawed twice.')
})

test('results are recalculated with a reason, compared on the plate, and an earlier version is opened again', async ({
  page,
  browser,
}) => {
  const administrator = await browser.newPage()
  const { uuid } = await importRun(administrator, `Versions ${Date.now()}`)
  await administrator.close()
  await openSession(page, 'manager')
  await page.goto(`/analyses/details/${uuid}?tab=history`)
  await expect(page.getByText('Version 1')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Recalculate' }).click()
  const dialog = openDialog(page)
  await dialog.getByLabel('Threshold').first().selectOption('fixed')
  await dialog.getByRole('spinbutton', { name: 'Value' }).fill('400')
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await expect(dialog.getByText(/result(s)? change/).first()).toBeVisible()
  await expect(dialog.getByRole('grid', { name: /^Changes on the plate/ })).toBeVisible()
  await dialog.getByLabel(/^Reason/).fill('threshold above the drift')
  await dialog.getByRole('button', { name: 'Keep new results' }).click()
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
  await expect(page.getByText('threshold above the drift')).toBeVisible()

  // Go back in time, and look at both beside each other.
  const scrub = page.getByRole('slider', { name: 'Version shown' })
  await scrub.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(scrub).toHaveAttribute('aria-valuetext', /^Version 1 of 2/)
  await expect(page.getByText('These are earlier results.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Compare' }).click()
  const difference = page.getByRole('region', { name: 'Difference' })
  await expect(difference.getByRole('columnheader', { name: 'Version 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Use version 1 again…' }).click()
  const again = openDialog(page)
  await expect(again.getByRole('button', { name: 'Keep new results' })).toBeVisible()
  await expect(again.getByText('Nothing would change.')).toBeHidden()
})
