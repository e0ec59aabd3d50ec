import { expect, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { choose, launch, openSession } from './pages.ts'

test('from a published assay to a launched run in at most 12 actions', async ({ page }) => {
  let actions = 0
  const act = async (what: Promise<unknown>) => {
    actions += 1
    await what
  }
  await openSession(page, 'manager')
  await page.goto('/protocols')
  await act(page.getByRole('link', { name: 'Begin with a published assay' }).click())
  await expect(page.getByRole('heading', { level: 1, name: 'Published assays' })).toBeVisible()
  const card = page.getByRole('listitem').filter({ hasText: 'Sarbecovirus E gene' })
  await card.getByRole('button', { name: 'Use this assay' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await act(card.getByRole('button', { name: 'Use this assay' }).click())
  // Expect links to what was made, which can be changed.
  await expect(card.getByRole('link', { name: 'Recipe' })).toHaveAttribute(
    'href',
    /^\/recipes\?recipe=[0-9a-f-]{36}$/,
  )
  await expect(card.getByRole('link', { name: 'Protocol' })).toHaveAttribute(
    'href',
    /^\/protocols\?protocol=[0-9a-f-]{36}$/,
  )
  await act(card.getByRole('link', { name: 'Plan a run' }).click())

  // Expect the layout of the protocol with both controls; name a sample, and choose a device.
  const samples = (count: number) => page.getByText(`${count} samples`, { exact: true })
  await expect(samples(2)).toBeVisible()
  const plate = page.getByRole('grid', { name: /^Cartridge of/ })
  await act(plate.getByRole('gridcell').nth(2).click())
  await act(page.keyboard.type('S1'))
  await act(page.keyboard.press('Enter'))
  await expect(samples(3)).toBeVisible()
  const device = page.getByRole('radio', { name: 'bCUBE Nord' })
  await expect(device).toBeEnabled()
  await act(choose(device))
  await act(launch(page))
  expect(actions).toBeLessThanOrEqual(12)
  await expect(page.getByText('Sarbecovirus E gene').first()).toBeVisible()
})
