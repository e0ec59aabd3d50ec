import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openDialog, openSession } from './pages.ts'

const version = '3.8.1'
const title = 'Rollout of bkernel 3.8.1'

/** Publish a version that declares another processing than those before it, with its image, and open its rollout. */
async function publish(page: Page): Promise<void> {
  await openSession(page, 'superadmin@helix.example')
  await page.goto('/bkernels')
  await page.getByRole('button', { name: 'New version' }).click()
  const form = openDialog(page)
  await form.getByLabel(/^Name/).fill(`bkernel ${version}`)
  await form.getByLabel(/^Version/).fill(version)
  await form.getByLabel(/^Models/).fill('bCUBE 16')
  await form.getByLabel(/^Released/).fill('2026-11-02')
  await form.getByLabel('Declare how this version makes readings').check()
  await form.getByLabel(/^Gain/).fill('1.5')
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('grid').getByText(version, { exact: true }).click()
  const panel = page.getByRole('complementary', { name: `bkernel ${version}` })
  const file = { name: 'image.bin', mimeType: '', buffer: Buffer.from('software of the rollout') }
  await panel.getByLabel('Image of this version').setInputFiles(file)
  await expect(panel.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
  await panel.getByRole('button', { name: 'Open the rollout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Take the step of a rollout that its page offers first. */
async function step(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill('As planned')
  await openDialog(page).getByRole('button', { name, exact: true }).click()
}

test('[SCREEN-048] issue 19: a rollout is planned, rehearsed, approved by a second person and started @long', async ({
  page,
  browser,
}) => {
  await publish(page)
  const address = page.url()

  await page.getByRole('button', { name: 'Plan the rollout' }).click()
  const plan = openDialog(page)
  await expect(plan.getByText(/^Devices chosen: \d+, in companies: 1\./)).toBeVisible()
  await expect(plan.getByRole('row').filter({ hasText: 'bCUBE Nord' })).toContainText('Chosen')
  // Offer it to all at once: the laboratory has too few such devices for phases.
  for (let left = 4; left > 0; left -= 1) {
    await plan.getByRole('button', { name: 'Remove phase 1', exact: true }).click()
  }
  await plan.getByLabel('Install only at certain times of the day').uncheck()
  await plan.getByLabel(/^Reason/).fill('Quieter fans')
  expect(await findViolations(page)).toEqual([])
  await plan.getByRole('button', { name: 'Save plan' }).click()
  await expect(page.getByText(/^The plan cannot be approved before it is rehearsed/)).toBeVisible()

  await page.getByRole('button', { name: 'Rehearse', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Rehearse again' })).toBeVisible()
  await expect(
    page
      .getByText(/^(Calls that change: 0 of |The devices of this plan have no finished runs)/)
      .first(),
  ).toBeVisible()
  const approve = page.getByRole('button', { name: 'Approve the plan', exact: true })
  await expect(approve).toHaveAttribute('aria-disabled', 'true')
  await expect(approve).toHaveAccessibleDescription(/^You planned this rollout yourself/)

  const other = await browser.newContext()
  const second = await other.newPage()
  await openSession(second, 'production@helix.example')
  await second.goto(address)
  await step(second, 'Approve the plan')
  await step(second, 'Roll out in phases')
  const device = second.getByRole('row').filter({ hasText: 'bCUBE Nord' })
  await expect(device.last()).toContainText('Offered')
  expect(await findViolations(second)).toEqual([])

  await second.getByRole('button', { name: 'More actions' }).click()
  await second.getByRole('menuitem', { name: 'Halt rollout' }).click()
  const halt = openDialog(second)
  await halt.getByLabel(/^Reason/).fill('Two laboratories report restarts')
  await halt.getByRole('button', { name: 'Halt rollout' }).click()
  // Open it later, as somebody who sees who did it, when and why.
  await page.reload()
  const notice = page.getByRole('alert').filter({ hasText: /halted this rollout on/ })
  await expect(notice).toContainText('Reason: Two laboratories report restarts')
  await expect(page.getByRole('listitem').filter({ hasText: 'Plan approved' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await other.close()
})
