import { expect, type Locator, type Page } from '@playwright/test'
import { e2ePort } from '../../playwright.config.ts'

export const password = 'Demo-2026!'

/** Return the address of somebody of the laboratory by their first part; an address of another company stays as it is. */
const addressOf = (who: string) => (who.includes('@') ? who : `${who}@aurora.example`)

/** Sign in on the login page and wait for the shell. */
export async function signIn(page: Page, who: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('User name or e-mail').fill(addressOf(who))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
}

const headers = { 'x-requested-with': 'XMLHttpRequest' }

/** Sessions that were opened at the service, by person: to compare a password takes 0.3 s of the processor. */
const sessions = new Map<string, string>()

/**
 * Sign in at the service alone: a walk that begins on another page opens the app once instead of twice. The session that a
 * walk before has opened for the same person serves again, unless it has ended.
 */
export async function openSession(page: Page, who: string): Promise<void> {
  const username = addressOf(who)
  if (await takeSession(page, username)) return
  const answer = await page.request.post('/v3/session/login', {
    headers,
    data: { username, password },
    // Try again where the service closes an idle connection just as it is used again; signing in twice does no harm.
    maxRetries: 3,
  })
  expect(answer.ok()).toBe(true)
  const cookie = (await page.context().cookies()).find(({ name }) => name === '__Host-bapp')
  if (cookie) sessions.set(username, cookie.value)
}

/** Give the page a session of the person that was opened before. Return false if there is none or it has ended. */
async function takeSession(page: Page, username: string): Promise<boolean> {
  const value = sessions.get(username)
  if (value === undefined) return false
  const url = `https://localhost:${e2ePort}`
  const cookie = { name: '__Host-bapp', value, url, secure: true, httpOnly: true }
  await page.context().addCookies([{ ...cookie, sameSite: 'Strict' }])
  const answer = await page.request.get('/v3/session/me', { headers, maxRetries: 3 })
  return answer.ok()
}

/** Fill the wizard with a protocol, its own layout and a device; leave it before the launch. */
export async function planRun(
  page: Page,
  plan: { protocol: string; device: string; name: string },
): Promise<void> {
  await page.goto('/analyses/new')
  await page.getByRole('combobox', { name: 'Protocol' }).selectOption({ label: plan.protocol })
  const device = page.getByRole('radio', { name: plan.device })
  // Wait for the device, which may be on its way from the run before, or have said nothing yet.
  await expect(device).toBeEnabled()
  await choose(device)
  await nameOfRun(page).fill(plan.name)
}

/**
 * Choose a radio button by its label, as people do: the button itself is hidden under what is drawn. Waits until the label
 * no longer moves and nothing covers it, which a forced click on the hidden button does not.
 */
export async function choose(radio: Locator): Promise<void> {
  await radio.locator('xpath=ancestor::label').click()
  await expect(radio).toBeChecked()
}

/** Return the lines with a text in the list before a launch. */
export const launchCheck = (page: Page, text: string) =>
  page
    .getByRole('complementary', { name: 'Before launching' })
    .getByRole('listitem')
    .filter({ hasText: text })

/** Return the field of the wizard with the name of the run. */
export const nameOfRun = (page: Page) =>
  page.getByRole('textbox', { name: /^Name( \(required\))?$/ })

/** Launch what is planned, once nothing in the list beside the button is open. */
export async function launch(page: Page): Promise<void> {
  const checks = page.getByRole('complementary', { name: 'Before launching' })
  await expect(checks.getByText('Ready to launch')).toBeAttached()
  await checks.getByRole('button', { name: 'Launch' }).click()
  await page.waitForURL(/\/analyses\/details\//)
}

export async function abortRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Abort' }).click()
  await openDialog(page).getByRole('button', { name: 'Abort the run' }).click()
  await expect(page.getByText('Aborted', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
}

/** Return the open dialog, with either of the two roles. */
export function openDialog(page: Page): Locator {
  return page.getByRole('dialog').or(page.getByRole('alertdialog'))
}
