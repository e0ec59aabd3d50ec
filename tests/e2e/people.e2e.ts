import { expect, type Page, test } from '@playwright/test'
import { openDialog, openSession, password } from './pages.ts'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }

/** Open the panel of somebody by the keyboard alone. */
async function openPerson(page: Page, name: string) {
  await page.goto('/users')
  await page.getByRole('searchbox', { name: 'Filter' }).fill(name)
  const grid = page.getByRole('grid', { name: 'Users' })
  // Wait for the rows: keys that come before them open nothing.
  await expect(grid.getByText(name).first()).toBeVisible()
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name })
  await expect(panel).toBeFocused()
  return panel
}

test('[SCREEN-053] [PERM-034] an administrator invites, edits, makes a reviewer, and switches access off and on', async ({
  page,
}) => {
  const who = `guest${Date.now()}`
  await openSession(page, 'admin')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = openDialog(page)
  await expect(dialog.getByText('This installation sends no mail')).toBeVisible()
  await expect(dialog.getByLabel(/password/i)).toHaveCount(0)
  // Wait for the first pull, whose swarms move the button.
  await expect(dialog.getByLabel('Food safety')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Choose what this person may do.')).toBeVisible()
  await dialog.getByLabel(/^Name/).fill(`Gina ${who}`)
  await dialog.getByLabel(/^User name/).fill(who)
  await dialog.getByLabel(/^E-mail/).fill(`${who}@aurora.example`)
  await dialog.getByLabel(/^Profile/).selectOption({ label: 'Operator' })
  await dialog.getByLabel('Food safety').check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('is in the outbox')).toBeVisible()

  const panel = await openPerson(page, `Gina ${who}`)
  await panel.getByRole('button', { name: 'Edit' }).click()
  await openDialog(page)
    .getByLabel(/^E-mail/)
    .fill('operator@aurora.example')
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(openDialog(page).getByText('This e-mail address is already in use.')).toBeVisible()
  await openDialog(page)
    .getByLabel(/^E-mail/)
    .fill(`${who}@moved.example`)
  await openDialog(page)
    .getByLabel(/^Phone/)
    .fill('0432 55')
  await openDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText(`${who}@moved.example`)).toBeVisible()
  await expect(panel.getByText('0432 55')).toBeVisible()

  await panel.getByRole('button', { name: 'Make reviewer' }).click()
  await expect(panel.getByRole('button', { name: 'End as reviewer' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByRole('button', { name: 'Make reviewer' })).toBeVisible()

  await panel.getByRole('button', { name: 'Switch off access' }).click()
  const asked = openDialog(page)
  await expect(asked.getByText('is signed out everywhere')).toBeVisible()
  await asked.getByRole('button', { name: 'Switch off access' }).click()
  await expect(panel.getByText('Switched off', { exact: true })).toBeVisible()
  const link = panel.getByRole('button', { name: 'Send password link' })
  await expect(link).toHaveAttribute('aria-disabled', 'true')
  await expect(link).toHaveAccessibleDescription('Their access is switched off.')
  await panel.getByRole('button', { name: 'Switch on access' }).click()
  await expect(panel.getByText('Active', { exact: true })).toBeVisible()

  await panel.getByRole('button', { name: 'Phone lost' }).click()
  await openDialog(page).getByRole('button', { name: 'Switch off two-step' }).click()
  await expect(openDialog(page).getByText('Give a reason')).toBeVisible()
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill('phone lost on the way')
  await openDialog(page).getByRole('button', { name: 'Switch off two-step' }).click()
  await expect(openDialog(page).getByText('Two-step verification is already off.')).toBeVisible()
})

test('of oneself, and on a narrow screen, what somebody else must do says so', async ({ page }) => {
  await page.setViewportSize({ width: 400, height: 800 })
  await openSession(page, 'admin')
  const panel = await openPerson(page, 'Amina Haddad')
  const off = panel.getByRole('button', { name: 'Switch off access' })
  await expect(off).toHaveAccessibleDescription('Another administrator must do this for you.')
  await expect(panel.getByRole('button', { name: 'Edit' })).not.toHaveAttribute('aria-disabled')
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBe(0)
  await panel.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('many are made reviewers by a plan, and put back from the log', async ({ page }) => {
  await openSession(page, 'admin')
  await page.goto('/users')
  await expect(page.getByRole('grid', { name: 'Users' }).getByText('Amina Haddad')).toBeVisible()
  const reviewers = page.getByRole('button', { name: /^Reviewer \d+$/ })
  const before = (await reviewers.textContent()) ?? ''
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('menuitem', { name: 'Make reviewer' }).click()
  const plan = openDialog(page)
  await expect(plan.getByRole('row', { name: /^Amina Haddad Another administrator/ })).toBeVisible()
  await plan.getByRole('button', { name: /^Apply to \d+, leave \d+$/ }).click()
  const close = plan.locator('[type=submit]')
  await expect(close).toHaveText('Close')
  await close.click()
  await expect(reviewers).not.toHaveText(before)
  await page.getByRole('button', { name: 'Undo all' }).click()
  await expect(page.getByText(/^Undone: \d+\.$/)).toBeVisible()
  await expect(reviewers).toHaveText(before)
})

test('[SCREEN-065] who is invited is greeted by the link, chooses a password and signs in with it', async ({
  page,
  browser,
}) => {
  const who = `invited${Date.now()}`
  const developer = await browser.newPage()
  const ask = async (path: string, data: object) => {
    const answer = await developer.request.post(`/v3${path}`, { headers, data })
    return (await answer.json()).data
  }
  await ask('/session/login', { username: 'superadmin@helix.example', password })
  const { data: profiles } = await ask('/profiles/search', {})
  await ask('/users/create', {
    username: who,
    name: `Ines ${who}`,
    email: `${who}@helix.example`,
    profile_uuid: profiles.find(({ name }: { name: string }) => name === 'Operator').uuid,
    swarms: [],
  })
  const { data: mails } = await ask('/developer/outbox', {})
  const [mail] = mails.filter(({ recipient }: { recipient: string }) => recipient.includes(who))
  const [, link = ''] = /(\/set-password#\S+)/.exec(mail.text) ?? []
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Welcome to bApp' })).toBeVisible()
  await expect(page.getByLabel('User name')).toHaveValue(who)
  // Expect the focus at the first fault after a refusal, although Enter was pressed in the second field.
  await page.getByLabel(/^New password \(/).fill('short')
  await page.getByLabel(/^Repeat the new password/).fill('other')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^New password \(/)).toBeFocused()
  await page.getByLabel(/^New password \(/).fill('Own-choice-77!')
  await page.getByLabel(/^Repeat the new password/).fill('Own-choice-77!')
  await page.getByRole('button', { name: 'Set the password' }).click()
  // Type only the password, since the name is known here.
  await expect(page.getByLabel('User name or e-mail')).toHaveValue(who)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill('Own-choice-77!')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await developer.close()
})

test('an invitation is in the outbox, with the link to choose a password', async ({ page }) => {
  await openSession(page, 'admin')
  const who = `mail${Date.now()}`
  const profiles = await page.request.post('/v3/profiles/search', { headers, data: {} })
  const { data } = (await profiles.json()) as { data: { data: { uuid: string; name: string }[] } }
  const profile = data.data.find(({ name }) => name === 'Operator')
  const made = await page.request.post('/v3/users/create', {
    headers,
    data: {
      username: who,
      name: `Mia ${who}`,
      email: `${who}@aurora.example`,
      profile_uuid: profile?.uuid,
      swarms: [],
    },
  })
  expect(made.ok()).toBe(true)
  await page.goto('/outbox')
  const mail = page.getByRole('listitem').filter({ hasText: `${who}@aurora.example` })
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass()
  await mail.getByText('You are invited').click()
  await expect(mail.getByText('/set-password#')).toBeVisible()
})

test('one’s own page says in words what one may do', async ({ page }) => {
  await openSession(page, 'manager')
  await page.goto('/me')
  const may = page.getByRole('region', { name: 'My permissions' })
  await may.getByText(/^\d+ permissions$/).click()
  await expect(may.getByText('see recipes', { exact: true })).toBeVisible()
  await expect(may.getByText(/^\w+\.\w+$/)).toHaveCount(0)
})
