// The walk that needs a camera, which only the whole Chromium has: it loads pages in half as much time again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { chromiumLaunch } from '../../scripts/chromium.ts'
import { filmQrCode } from './fake-camera.ts'
import {
  abortRun,
  choose,
  launch,
  launchCheck,
  nameOfRun,
  openDialog,
  openSession,
} from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'bapp-camera-'))
const film = filmQrCode('{"ref":"BK-LM-36","lot":"LM-2511","box":7}', join(folder, 'kit.y4m'))
const browserLaunch = chromiumLaunch()

test.use({
  permissions: ['camera'],
  launchOptions: {
    ...browserLaunch,
    args: [
      ...(browserLaunch.args ?? []),
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('[SCREEN-014] [SCREEN-021] the kit’s label chooses the protocol; the cartridge is loaded by the guide, and runs', async ({
  page,
}) => {
  await openSession(page, 'operator')
  await page.goto('/analyses/new')
  await expect(launchCheck(page, 'No BKIT, no recipe selected')).toBeVisible()
  await page.getByRole('button', { name: 'Scan the kit' }).click()
  // Wait for the camera, which looks at the label: nobody types.
  await expect(openDialog(page)).toBeHidden({ timeout: 60_000 })
  const method = page.getByRole('region', { name: 'What to run' })
  await expect(method.getByText('LM-2511')).toBeVisible()
  await expect(method.getByText('Box')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Protocol' })).toHaveValue(/./)
  await choose(page.getByRole('radio', { name: 'bCUBE Sud' }))
  await nameOfRun(page).fill('By the kit')
  await expect(launchCheck(page, '18 samples in 36 wells')).toBeVisible()

  await page.getByRole('gridcell', { name: /^A3:/ }).click()
  await page.keyboard.press('Delete')
  await expect(launchCheck(page, '18 samples in 35 wells')).toBeVisible()

  await page.getByRole('button', { name: 'Load step by step' }).click()
  const now = page.getByRole('region', { name: 'What to pipette now' })
  await expect(now.getByText('A1', { exact: true })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 of 35 wells loaded')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 of 35 wells loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the plan' }).first().click()
  await expect(page.getByText('1 of 35 wells loaded')).toBeVisible()

  await expect(launchCheck(page, 'Lot LM-2511: lot LM-26-01 expires earlier')).toBeVisible()
  await page.getByRole('button', { name: /^Continue anyway/ }).click()
  await launch(page)
  await expect(page.getByRole('heading', { name: 'By the kit' })).toBeVisible()
  await abortRun(page)
})
