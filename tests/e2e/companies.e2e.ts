import { expect, type Page, test } from '@playwright/test'
import { openDialog, openSession } from './pages.ts'

/** Opens the panel of a record by its name in a list. */
async function openRecord(page: Page, address: string, name: string) {
  await page.goto(address)
  await page.getByRole('searchbox', { name: 'Filter' }).fill(name)
  await page.getByRole('grid').getByText(name, { exact: true }).click()
  return page.getByRole('complementary', { name })
}

test('[ROUTE-008] [SCREEN-049] [ROUTE-009] [SCREEN-050] [STATE-061] [STATE-062] [PERM-032] the provider founds two companies, makes one the partner of the other, ends it, and closes both', async ({
  page,
}) => {
  const word = `Walk${Date.now()}`
  const [partner, lab] = [`${word} Service`, `${word} Lab`]
  await openSession(page, 'superadmin@helix.example')
  await page.goto('/companies')
  for (const name of [partner, lab]) {
    await page.getByRole('button', { name: 'New company' }).click()
    const form = openDialog(page)
    await form.getByLabel(/^Name/).fill(name)
    await form.getByLabel(/^First swarm/).fill('Bench')
    await form.getByLabel(/^Full name/).fill(`Head of ${name}`)
    await form.getByLabel(/^User name/).fill(name.replace(' ', '').toLowerCase())
    await form.getByLabel(/^E-mail/).fill(`${name.replace(' ', '').toLowerCase()}@walk.example`)
    await form.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(form).toHaveCount(0)
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
    await openDialog(page).getByRole('button', { name: 'Close company' }).click()
    await expect(last).toHaveCount(0)
  }
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
  await expect(page.getByRole('img', { name: 'Logo of Aurora Diagnostics' })).toBeVisible()
  await openSession(page, 'operator')
  await page.goto('/company')
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
})

const headers = { 'X-Requested-With': 'XMLHttpRequest' }

/** Names of the databases of this browser that hold records of a company. */
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
