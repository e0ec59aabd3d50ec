import { expect, type Page, test } from '@playwright/test'
import { launch, openDialog, openSession, password, planRun } from './pages.ts'

const duplex = { protocol: 'Duplex with internal control', device: 'bCUBE Nord' }

test('a sample without a well blocks the launch, by name', async ({ page }) => {
  await openSession(page, 'operator')
  // Create it by the API, as another program may: the wizard drops samples that lose their last well.
  const uuid = await createBySomebody(page, [
    { name: 'Placed', coordinates: ['A1'] },
    { name: 'Forgotten', coordinates: [] },
  ])
  await page.goto(`/analyses/new?edit=${uuid}`)
  const checks = page.getByRole('complementary')
  await expect(
    checks.getByRole('listitem').filter({ hasText: 'Forgotten has no well' }),
  ).toBeVisible()
  await expect(checks.getByRole('button', { name: 'Launch' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('a busy device says so, and what was planned is kept', async ({ page }) => {
  const first = `First come ${test.info().repeatEachIndex}`
  await openSession(page, 'operator')
  await planRun(page, { ...duplex, name: first })
  await launch(page)
  await page.goto('/analyses/new')
  const protocol = page.getByRole('combobox', { name: 'Protocol' })
  await protocol.selectOption({ label: duplex.protocol })
  const name = page.getByRole('textbox', { name: /^Name( \(required\))?$/ })
  await name.fill('Second come')
  // Wait until the device says so itself, a moment after it has taken the first run: until then it can still be chosen.
  const choice = page.getByRole('radio', { name: 'bCUBE Nord' })
  await expect(choice).toBeDisabled()
  await expect(
    page.getByText(/bCUBE Nord is (busy|running something else)|In use/).first(),
  ).toBeVisible()
  await expect(choice).not.toBeChecked()
  await page.reload()
  await expect(name).toHaveValue('Second come')
  await page.goto('/analyses')
  await page.getByTitle(first).click()
  await page.getByRole('button', { name: 'Abort' }).click()
  await openDialog(page).getByRole('button', { name: 'Abort the run' }).click()
  await expect(page.getByText('Aborted', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
})

test('a session that ends while somebody types costs not a letter', async ({ page }) => {
  await openSession(page, 'operator')
  await planRun(page, { ...duplex, name: 'Typed before the session ended' })
  await page.getByLabel('Notebook').fill('Lot 4711, opened this morning')
  // End the session behind the page's back, as an administrator or the clock would.
  const ended = await page.request.post('/v3/session/logout', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  expect(ended.ok()).toBe(true)
  const save = async () => {
    await page.getByRole('button', { name: 'More actions' }).click({ timeout: 3000 })
    await page.getByRole('menuitem', { name: 'Save without launching' }).click({ timeout: 3000 })
  }
  // Allow the page to hear of it by itself, and to ask before anything is saved.
  const asked = await save().then(
    () => false,
    () => true,
  )
  const dialog = openDialog(page)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toHaveCount(0)
  if (asked) await save()
  await page.waitForURL(/\/analyses\/details\//)
  await expect(page.getByRole('heading', { name: 'Typed before the session ended' })).toBeVisible()
  await expect(page.getByText('Lot 4711, opened this morning')).toBeVisible()
})

test('a taken e-mail is refused at its field, and the form keeps what was typed', async ({
  page,
}) => {
  await openSession(page, 'admin')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = openDialog(page)
  await dialog.getByLabel(/^User name/).fill('newcomer')
  await dialog.getByLabel(/^Name/).fill('New Comer')
  await dialog.getByLabel(/^E-mail/).fill('operator@aurora.example')
  await dialog.getByLabel(/^Profile/).selectOption({ label: 'Operator' })
  await dialog.getByLabel('Molecular biology').check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('This e-mail address is already in use.')).toBeVisible()
  await expect(dialog.getByLabel(/^User name/)).toHaveValue('newcomer')
})

/** Make an analysis on the 16-well device through the API, in the page's session. */
async function createBySomebody(
  page: Page,
  samples: readonly { name: string; coordinates: string[] }[],
): Promise<string> {
  const ask = async (path: string, data: unknown) => {
    const headers = { 'x-requested-with': 'XMLHttpRequest' }
    const answer = await page.request.post(`/v3${path}`, { headers, data })
    const { ok, data: given } = (await answer.json()) as { ok: boolean; data: { data: Found[] } }
    expect(ok, path).toBe(true)
    return given.data
  }
  const [protocols, devices, swarms] = await Promise.all([
    ask('/protocols/search?limit=50', {}),
    ask('/products/search?limit=50', {}),
    ask('/swarms/search?limit=50', {}),
  ])
  const protocol = protocols.find(({ name }) => name === duplex.protocol)
  const uuid = crypto.randomUUID()
  await ask('/analysis/create', {
    uuid,
    name: 'From another program',
    recipe_uuid: protocol?.recipe_uuid,
    protocol_uuid: protocol?.uuid,
    swarm_uuid: swarms[0]?.uuid,
    device_uuid: devices.find(({ name }) => name === duplex.device)?.uuid,
    cartridge_type: 'Wells16',
    samples: samples.map((sample) => ({
      ...sample,
      uuid: crypto.randomUUID(),
      sample_type: 'unknown',
    })),
    notebook: '',
  })
  return uuid
}

interface Found {
  uuid: string
  name: string
  recipe_uuid?: string
}
