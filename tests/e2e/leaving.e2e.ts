import { expect, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openDialog, openSession, password } from './pages.ts'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }

test('[SCREEN-053] somebody leaves: the service account that they answer for goes to another person in the dialog that ends their access', async ({
  page,
}) => {
  const word = `leaver${Date.now()}`
  await openSession(page, 'admin')
  const search = await page.request.post('/v3/users/search', {
    headers,
    data: { filters: {} },
  })
  const { data } = (await search.json()) as {
    data: { data: { name: string; profile_uuid: string; swarms: string[]; username: string }[] }
  }
  const manager = data.data.find(({ username }) => username.startsWith('manager'))
  const made = await page.request.post('/v3/users/create', {
    headers,
    data: {
      username: word,
      name: `Leaving ${word}`,
      email: `${word}@aurora.example`,
      profile_uuid: manager?.profile_uuid,
      swarms: manager?.swarms,
      password,
    },
  })
  expect(made.ok()).toBe(true)

  await page.goto('/users')
  await page.getByRole('button', { name: 'New service account' }).click()
  const form = openDialog(page)
  await form.getByLabel(/^Name/).fill(`Robot ${word}`)
  await form.getByLabel(/^User name/).fill(`robot${word}`)
  await form.getByLabel(/^Profile/).selectOption({ label: 'Operator' })
  await form.getByLabel('Food safety').check()
  const owners = form.getByRole('group', { name: /^Owners/ })
  for (const box of await owners.getByRole('checkbox', { checked: true }).all()) await box.uncheck()
  await owners.getByLabel(`Leaving ${word}`).check()
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(`Robot ${word} has been added`, { exact: false })).toBeVisible()

  await page.getByRole('searchbox', { name: 'Filter' }).fill(word)
  const grid = page.getByRole('grid', { name: 'Users' })
  await expect(grid.getByText('Service account').first()).toBeVisible()
  await grid.getByText(`Leaving ${word}`).click()
  const panel = page.getByRole('complementary', { name: `Leaving ${word}` })
  await panel.getByRole('button', { name: 'Switch off access' }).click()
  const asked = openDialog(page)
  await expect(asked.getByText('end after 7 days unless rotated', { exact: false })).toBeVisible()
  await asked.getByLabel('Hand over to').selectOption({ label: manager?.name ?? '' })
  expect(await findViolations(page)).toEqual([])
  await asked.getByRole('button', { name: 'Hand over 1' }).click()
  await expect(asked.getByText('has no open work', { exact: false })).toBeVisible()
  await asked.getByRole('button', { name: 'Switch off access' }).click()
  await expect(panel.getByText('Switched off', { exact: true })).toBeVisible()

  await grid.getByText(`Robot ${word}`).click()
  const robot = page.getByRole('complementary', { name: `Robot ${word}` })
  await expect(robot.getByText(manager?.name ?? '', { exact: true })).toBeVisible()
  await expect(robot.getByRole('button', { name: 'Send password link' })).toHaveCount(0)
})
