import { expect, type Locator, type Page } from '@playwright/test'

export const password = 'Demo-2026!'

/** Return the address of somebody of the laboratory by their first part; an address of another company stays as it is. */
const addressOf = (who: string) => (who.includes('@') ? who : `${who}@aurora.example`)

/** Signs in on the login page and waits for the shell. */
export async function signIn(page: Page, who: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('User name or e-mail').fill(addressOf(who))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
}

/** Signs in at the service alone: a walk that begins on another page opens the app once instead of twice. */
export async function openSession(page: Page, who: string): Promise<void> {
  const answer = await page.request.post('/v3/session/login', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    data: { username: addressOf(who), password },
    // The service may close a connection that was idle just as it is used again; signing in twice does no harm.
    maxRetries: 3,
  })
  expect(answer.ok()).toBe(true)
}

/** Fills the wizard with a protocol, its own layout and a device; leaves it before the launch. */
export async function planRun(
  page: Page,
  plan: { protocol: string; device: string; name: string },
): Promise<void> {
  await page.goto('/analyses/new')
  await page.getByRole('combobox', { name: 'Protocol' }).selectOption({ label: plan.protocol })
  const device = page.getByRole('radio', { name: plan.device })
  // It may be on its way from the run before, or have said nothing yet.
  await expect(device).toBeEnabled()
  await choose(device)
  await page.getByRole('textbox', { name: /^Name( \(required\))?$/ }).fill(plan.name)
}

/**
 * Chooses a radio button by its label, as people do: the button itself is hidden under what is drawn. Waits until the label
 * no longer moves and nothing covers it, which a forced click on the hidden button does not.
 */
export async function choose(radio: Locator): Promise<void> {
  await radio.locator('xpath=ancestor::label').click()
  await expect(radio).toBeChecked()
}

export async function launch(page: Page): Promise<void> {
  await page.getByRole('complementary').getByRole('button', { name: 'Launch' }).click()
  await page.waitForURL(/\/analyses\/details\//)
}

/** Return the open dialog, with either of the two roles. */
export function openDialog(page: Page): Locator {
  return page.getByRole('dialog').or(page.getByRole('alertdialog'))
}
