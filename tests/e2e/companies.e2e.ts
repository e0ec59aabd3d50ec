import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { e2ePort } from '../../playwright.config.ts'
import { openDialog, openSession } from './pages.ts'
import { enter, foundCompany } from './story-people.ts'

/** Open the panel of a record by its name in a list. */
async function openRecord(page: Page, address: string, name: string) {
  await page.goto(address)
  await page.getByRole('searchbox', { name: 'Filter' }).fill(name)
  await page.getByRole('grid').getByText(name, { exact: true }).click()
  return page.getByRole('complementary', { name })
}

/** Begin the founding of a company, which opens its steps. */
async function beginFounding(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New company' }).click()
  await openDialog(page).getByLabel(/^Name/).fill(name)
  await openDialog(page).getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

async function fillAdministrator(page: Page, name: string): Promise<void> {
  const word = name.replaceAll(' ', '').toLowerCase()
  await page.getByLabel(/^Full name/).fill(`Head of ${name}`)
  await page.getByLabel(/^User name/).fill(word)
  await page.getByLabel(/^E-mail/).fill(`${word}@walk.example`)
}

test('[SCREEN-049] a founding is left, and another person of the provider goes on with it to its end', async ({
  page,
  browser,
}) => {
  const name = `Founded ${Date.now()}`
  await openSession(page, 'superadmin@helix.example')
  await page.goto('/companies')
  await beginFounding(page, name)
  await page.getByLabel(/^City/).fill('Gorizia')
  await page.getByRole('button', { name: 'Create the company' }).click()
  await expect(page.getByRole('heading', { name: 'First administrator' })).toBeVisible()
  await expect(page.getByText('This installation sends no mail.', { exact: false })).toBeVisible()
  await expect(page.getByText('once a second person has confirmed', { exact: false })).toBeVisible()
  await fillAdministrator(page, name)
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByText('Saved. You can continue later.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  const context = await browser.newContext()
  const other = await context.newPage()
  await openSession(other, 'production@helix.example')
  await other.goto('/companies')
  await other.getByRole('link', { name: `Continue with ${name}` }).click()
  await expect(other.getByLabel(/^Full name/)).toHaveValue(`Head of ${name}`)
  await other.getByRole('button', { name: 'Invite' }).click()
  await other.getByLabel(/^Swarms, one per line/).fill('Bench\nNight shift')
  await other.getByRole('button', { name: 'Create the swarms' }).click()
  await other.getByLabel(/^Devices, one per line/).fill('COMES-LATER')
  await other.getByRole('button', { name: 'Move the devices' }).click()
  await expect(other.getByText('not in your stock')).toBeVisible()
  expect(await findViolations(other)).toEqual([])
  await other.getByRole('button', { name: /First method/ }).click()
  await other.getByLabel(/^Global recipe/).selectOption({ label: 'Amplicon check with melt' })
  await other.getByRole('button', { name: 'Copy the method' }).click()
  await other.getByRole('button', { name: /Test run/ }).click()
  await other.getByLabel(/^Reason for skipping it/).fill('the device is on its way')
  await other.getByRole('button', { name: 'Skip the test run' }).click()
  await expect(other.getByRole('button', { name: /Done\s*Test run/ })).toBeVisible()
  await other.goto('/companies')
  const line = other.getByRole('region', { name: 'Companies being set up' })
  await expect(line.getByText(name)).toBeVisible()
  await expect(line.getByText('1 device waits', { exact: false }).first()).toBeVisible()
  await context.close()
})

test('[ROUTE-008] [SCREEN-049] [ROUTE-009] [SCREEN-050] [STATE-061] [STATE-062] [PERM-032] the provider founds two companies, makes one the partner of the other, ends it, and closes both', async ({
  page,
}) => {
  const word = `Walk${Date.now()}`
  const [partner, lab] = [`${word} Service`, `${word} Lab`]
  await openSession(page, 'superadmin@helix.example')
  await page.goto('/companies')
  for (const name of [partner, lab]) {
    await page.goto('/companies')
    await beginFounding(page, name)
    await page.getByRole('button', { name: 'Create the company' }).click()
    await fillAdministrator(page, name)
    await page.getByRole('button', { name: 'Invite' }).click()
    await expect(page.getByRole('heading', { name: 'Swarms' })).toBeVisible()
    await page.getByRole('button', { name: 'End here' }).click()
    await openDialog(page).getByRole('button', { name: 'End here' }).click()
    await expect(page.getByText('Finished', { exact: true })).toBeVisible()
  }
  const panel = await openRecord(page, '/companies', partner)
  await panel.getByRole('button', { name: 'Edit' }).click()
  await openDialog(page)
    .getByLabel(/^VAT number/)
    .fill('IT 0123')
  await openDialog(page).getByRole('checkbox', { name: 'Certificates' }).check()
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('IT 0123')).toBeVisible()
  await expect(panel.getByText(/^Changed by Sam Keller/).first()).toBeVisible()
  await panel.getByRole('button', { name: 'Make partner' }).click()
  await openDialog(page).getByRole('button', { name: 'Make partner' }).click()
  await expect(panel.getByRole('button', { name: 'End partnership' })).toBeVisible()

  const known = await openRecord(page, '/partners', partner)
  await known.getByRole('button', { name: 'Assign underlings' }).click()
  await openDialog(page).getByRole('checkbox', { name: lab }).check()
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(known.getByText('devices 0, offline 0', { exact: false })).toBeVisible()
  await known.getByRole('button', { name: 'End partnership' }).click()
  await openDialog(page).getByRole('button', { name: 'End partnership' }).click()
  await expect(known).toHaveCount(0)

  for (const name of [partner, lab]) {
    const last = await openRecord(page, '/companies', name)
    await last.getByRole('button', { name: 'Close company' }).click()
    await openDialog(page)
      .getByLabel(/^Type the name/)
      .fill(name)
    await openDialog(page)
      .getByLabel(/^Reason/)
      .fill('end of the walk')
    const saved = page.waitForEvent('download')
    await openDialog(page).getByRole('button', { name: 'Export' }).click()
    expect((await saved).suggestedFilename()).toContain('bapp-trail')
    await expect(openDialog(page).getByText(/SHA-256: [0-9a-f]{64}/)).toBeVisible()
    await openDialog(page).getByRole('button', { name: 'Close company' }).click()
    await expect(last).toHaveCount(0)
  }
  await page.getByText(/^Closed companies/).click()
  const closed = page.getByText(lab, { exact: true }).locator('xpath=ancestor::div[1]')
  await expect(closed.getByRole('button', { name: 'Ask to erase' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(await findViolations(page)).toEqual([])
  await closed.getByRole('button', { name: 'Reopen' }).click()
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill('closed by mistake')
  await openDialog(page).getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByText(`${lab} has been reopened.`)).toBeVisible()
  await expect(await openRecord(page, '/companies', lab)).toBeVisible()
})

test('[SCREEN-049] [PERM-004] an administrator edits the own company, and an operator has no page of it', async ({
  page,
}) => {
  await openSession(page, 'admin')
  await page.goto('/company')
  const phone = `0432 ${Date.now()}`
  await page.getByRole('button', { name: 'Edit details' }).click()
  await openDialog(page)
    .getByLabel(/^Phone/)
    .fill(phone)
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  const details = page.getByRole('region', { name: 'Address and contacts' })
  await expect(details.getByText(phone)).toBeVisible()
  await expect(details.getByText('Profiles that may change this: Administrator')).toBeVisible()
  await page
    .getByLabel('Choose a logo')
    .first()
    .setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    })
  await expect(
    page.getByRole('img', { name: 'Logo of Aurora Diagnostics', exact: true }),
  ).toBeVisible()
  await openSession(page, 'operator')
  await page.goto('/company')
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
})

const headers = { 'X-Requested-With': 'XMLHttpRequest' }

/** Count the databases of this browser that hold records of a company. */
const databasesOf = (page: Page, company: string) =>
  page.evaluate(async (uuid) => {
    const all = await indexedDB.databases()
    return all.map(({ name = '' }) => name).filter((name) => name.includes(uuid)).length
  }, company)

test('[MODE-005] support acts in a company in a coloured frame with reason and end, of which nothing stays, and the company reads it', async ({
  page,
}) => {
  const reason = `help with a run ${Date.now()}`
  await openSession(page, 'superadmin@helix.example')
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Act in another')
  await page.getByRole('option', { name: /^Act in another company/ }).click()
  const dialog = openDialog(page)
  await dialog.getByLabel(/^Company/).selectOption({ label: 'Aurora Diagnostics' })
  await dialog.getByRole('button', { name: 'Start the visit' }).click()
  await expect(dialog.getByText('Give a reason of at least three characters.')).toBeVisible()
  await dialog.getByLabel(/^Reason/).fill(reason)
  await dialog.getByRole('button', { name: 'Start the visit' }).click()
  const bar = page.getByRole('region', { name: 'Visit' })
  await expect(bar.getByText('You are acting in Aurora Diagnostics.')).toBeVisible()
  await expect(bar.getByText(reason)).toBeVisible()
  const me = await page.request.get('/v3/companies/editDetails', { headers })
  const home = (await me.json()).data.record.uuid as string
  await page.goto('/users')
  await expect(page.getByRole('grid').getByText('Olga Marin')).toBeVisible()
  await expect(bar.getByText(reason)).toBeVisible()
  const visited = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('visit') ?? '{}').company.uuid as string,
  )
  expect(visited).not.toBe(home)
  expect(await databasesOf(page, visited)).toBeGreaterThan(0)
  await bar.getByRole('button', { name: 'End the visit' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  expect(await databasesOf(page, visited)).toBe(0)
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('visit')

  await openSession(page, 'admin')
  await page.goto('/company')
  const reach = page.getByRole('region', { name: 'Others with access to this company' })
  await expect(reach.getByText(reason)).toBeVisible()
  await page.getByText('History').click()
  await expect(page.getByRole('region', { name: 'History' }).getByText(reason)).toBeVisible()
})

test('the support of the provider confirms the only administrator of a company that is enabled for nothing', async ({
  page,
  playwright,
}) => {
  const baseURL = `http://localhost:${e2ePort}`
  const provider = await playwright.request.newContext({ baseURL })
  const guest = await playwright.request.newContext({ baseURL })
  await enter(provider, 'superadmin@helix.example')
  const lab = await foundCompany(provider, guest, `Alone${Date.now()}`)
  // Sign in as another person of the provider than the one who made the account.
  await openSession(page, 'production@helix.example')
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Act in another')
  await page.getByRole('option', { name: /^Act in another company/ }).click()
  const dialog = openDialog(page)
  await dialog.getByLabel(/^Company/).selectOption({ label: lab.name })
  await dialog.getByLabel(/^Reason/).fill('called the laboratory')
  await dialog.getByRole('button', { name: 'Start the visit' }).click()
  await expect(page.getByText(`You are acting in ${lab.name}.`)).toBeVisible()
  const panel = await openRecord(page, '/users', `Head of ${lab.name}`)
  await panel.getByRole('button', { name: 'Confirm identity' }).click()
  await dialog.getByLabel(/^Reason|^How/).fill('spoke to her on the phone')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText(`Head of ${lab.name} is confirmed.`)).toBeVisible()
  await expect(panel.getByText('Not confirmed')).toHaveCount(0)
  // Expect no question about keys, which are the company's own, and nothing shown as a failure.
  await expect(panel.getByText('This can only be done in your own company.')).toHaveCount(0)
  await page.getByRole('button', { name: 'End the visit' }).click()
  await provider.dispose()
  await guest.dispose()
})
