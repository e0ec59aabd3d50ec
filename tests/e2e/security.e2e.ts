import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { importRun } from './made-records.ts'
import { openDialog, openSession, password, signIn } from './pages.ts'

/** Chosen by the administrator. */
const chosenByAdmin = 'First-chosen-7!'
const headers = { 'X-Requested-With': 'XMLHttpRequest' }

/** Make a person for this walk alone, whose changes must not disturb others. */
async function makePerson(page: Page, who: string): Promise<void> {
  await openSession(page, 'admin')
  const profiles = await (await page.request.get('/v3/profiles/search', { headers })).json()
  const operator = profiles.data.data.find(({ name }: { name: string }) => name === 'Operator')
  const made = await page.request.post('/v3/users/create', {
    headers,
    data: {
      username: who,
      name: `Walker ${who}`,
      email: `${who}@aurora.example`,
      profile_uuid: operator.uuid,
      swarms: [],
      password: chosenByAdmin,
    },
  })
  expect(await made.json()).toMatchObject({ ok: true })
  await page.context().clearCookies()
}

test('attack M4: a person who signs in with a password that somebody else chose is asked for their own', async ({
  page,
}) => {
  const who = `first${Date.now()}`
  await makePerson(page, who)
  await page.goto('/login')
  await page.getByLabel('User name or e-mail').fill(who)
  await page.getByLabel('Password', { exact: true }).fill(chosenByAdmin)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel(/^Your new password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
})

/** Sign in for the first time, choosing one's own password. */
async function chooseOwn(page: Page, username: string): Promise<void> {
  const data = { username, password: chosenByAdmin, new_password: password }
  const answer = await page.request.post('/v3/session/login', { headers, data })
  expect(await answer.json()).toMatchObject({ ok: true })
  await page.request.post('/v3/session/logout', { headers })
}

test('[SCREEN-063] a second step is switched on, asked for at sign-in and passed with a code', async ({
  page,
}) => {
  const who = `walker${Date.now()}`
  await makePerson(page, who)
  await chooseOwn(page, who)
  await openSession(page, who)
  await page.goto('/me')
  const section = page.getByRole('region', { name: 'Sign-in' })
  await section.getByRole('button', { name: 'Turn on' }).click()
  const dialog = openDialog(page)
  const secret = (await dialog.locator('dd code').first().innerText()).replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await dialog.getByLabel(/^Code/).fill('000000')
  await dialog.getByLabel(/^Your password/).fill(password)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('This code is wrong')).toBeVisible()
  await dialog.getByLabel(/^Code/).fill(totp.generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = openDialog(page).filter({ hasText: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recovery = await codes.getByRole('listitem').first().innerText()
  const saving = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Save as file' }).click()
  expect(await readFile(await (await saving).path(), 'utf8')).toContain(recovery)
  await codes.getByRole('button', { name: 'I have saved it' }).click()
  await expect(section.getByText('10 recovery codes are left')).toBeVisible()

  await page.request.post('/v3/session/logout', { headers })
  await page.goto('/login')
  await page.getByLabel('User name or e-mail').fill(who)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel(/^Code/).fill(recovery.toLowerCase())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await page.goto('/me')
  await expect(page.getByText('9 recovery codes are left')).toBeVisible()
})

test('[SCREEN-061] a key is made, shown once, and deleted; a session elsewhere is ended', async ({
  page,
  browser,
}) => {
  const who = `keeper${Date.now()}`
  await makePerson(page, who)
  await chooseOwn(page, who)
  await openSession(page, who)
  const elsewhere = await browser.newPage()
  await signIn(elsewhere, who)
  await page.goto('/me')
  await page.getByRole('button', { name: 'New API key' }).click()
  const dialog = openDialog(page)
  await dialog.getByLabel(/^What it is for/).fill('Nightly export')
  await dialog.getByLabel('see recipes recipes.search', { exact: true }).check()
  await dialog.getByLabel(/^Your password/).fill(password)
  await dialog.getByRole('button', { name: 'Create the key' }).click()
  const shown = openDialog(page).filter({ hasText: 'Your new API key' })
  const key = await shown.getByRole('listitem').innerText()
  // Copy the line shown there as it is, and expect that its call works (first-use W7).
  const command = await shown.getByText(/^curl /).innerText()
  const [, header = '', address = ''] = /^curl -H '([^']+)' (\S+)$/.exec(command) ?? []
  const [name = '', value = ''] = header.split(': ')
  const first = await fetch(address, { headers: { [name]: value } })
  expect([first.status, value]).toEqual([200, `Bearer ${key}`])
  await expect(shown.getByRole('link', { name: /API documentation/ })).toHaveAttribute(
    'href',
    '/v3/docs',
  )
  await shown.getByRole('button', { name: 'I have saved it' }).click()
  const me = await page.request.get('/v3/session/me', {
    headers: { ...headers, Authorization: `Bearer ${key}` },
  })
  expect((await me.json()).data.permissions).toEqual(['recipes.search'])
  await page.getByRole('button', { name: 'Delete key' }).click()
  await openDialog(page).getByRole('button', { name: 'Delete key' }).click()
  await expect(page.getByText('Nightly export')).toHaveCount(0)

  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByRole('button', { name: 'End all others' })).toBeHidden()
  await elsewhere.reload()
  await expect(elsewhere.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await elsewhere.close()
})

test('[ROUTE-044] [ROUTE-045] [SCREEN-064] [NAV-005] [NAV-006] a person who forgot their password asks for a link, and a spent one says so', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel(/^E-mail/).fill('nobody@aurora.example')
  // Read that this stack sends no mail, before and after.
  await expect(page.getByText('This installation sends no mail')).toBeVisible()
  await page.getByRole('button', { name: 'Request a link' }).click()
  await expect(page.getByText('Link requested')).toBeVisible()
  await expect(page.getByText('This installation sends no mail')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/about-bapp')
  await expect(page).toHaveURL(/\/login/)
  asked.length = 0
  await page.goto(`/set-password#${crypto.randomUUID()}.${'A'.repeat(43)}`)
  await expect(page.getByText('has been used or is too old')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  expect(asked).not.toContain('/v3/session/me')
  expect(new URL(page.url()).pathname).toBe('/set-password')
})

test.describe(() => {
  // Allow the service worker, which must not keep files of analyses either.
  test.use({ serviceWorkers: 'allow' })

  test('fourth attack D3: files of analyses go with the sign-out, and nobody reads them afterwards', async ({
    page,
  }) => {
    const { uuid } = await importRun(page, 'Read once')
    await page.request.post('/v3/session/logout', { headers })
    await signIn(page, 'manager')
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
      .toBe(true)
    const found = await page.request.get(`/v3/analysis/get/${uuid}`, { headers })
    const { data } = (await found.json()) as { data: { curves_hash: string } }
    const address = `/v3/analysis/blob/${uuid}/${data.curves_hash}`
    const read = () =>
      page.evaluate(async ([url, sent]) => (await fetch(url, { headers: sent })).status, [
        address,
        headers,
      ] as const)
    expect(await read()).toBe(200)
    await page.request.post('/v3/session/logout', { headers })
    expect(await read()).toBe(401)
    expect(await page.evaluate(() => caches.has('blobs'))).toBe(false)
  })
})
