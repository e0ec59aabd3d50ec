import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type Fleet, startFleet } from '../../devices/fleet.ts'
import { provider } from '../../scripts/demo/companies.ts'
import { e2ePort } from '../../playwright.config.ts'
import { findViolations } from './axe.ts'
import { openDialog, openSession } from './pages.ts'
import { stateDir } from './stack-control.ts'

/** A device as it comes out of its box: named by its serial number, in no swarm, with older software. */
const boxed = {
  uuid: randomUUID(),
  hostname: 'bcube-box-7',
  serial_no: 'BC-26-BOX7',
  name: 'BC-26-BOX7',
  deviceType: 'bcube',
  model: 'bCUBE 16',
  bkernel_version: '2.9.4',
  cartridge_type: 'Wells16',
  wavelengths: ['FAM', 'VIC'],
  swarms: [],
} as const
const name = 'bCUBE of the bench'

let fleet: Fleet | undefined
test.afterAll(() => fleet?.stop())

/** Put the device into the provider's stock, as its maker does, and switch it on. */
async function unbox(): Promise<void> {
  const { OPERATOR_SECRET } = JSON.parse(
    readFileSync(join(stateDir, 'secrets.json'), 'utf8'),
  ) as Record<'OPERATOR_SECRET', string>
  const made = await fetch(`http://localhost:${e2ePort}/v3/operator/device`, {
    method: 'POST',
    headers: {
      Authorization: `Operator ${OPERATOR_SECRET}`,
      'Content-Type': 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
    },
    body: JSON.stringify({ company_uuid: provider, device: boxed }),
  })
  expect(made.status).toBe(200)
  const { key } = ((await made.json()) as { data: { key: string } }).data
  const { uuid, hostname, serial_no, bkernel_version, wavelengths } = boxed
  const facts = { uuid, hostname, serial_no, bkernel_version, wavelengths: [...wavelengths] }
  fleet = startFleet({
    devices: [{ ...facts, key, type: 'bcube', cartridge: 'Wells16' }],
    edge: `http://localhost:${e2ePort}`,
    state: join(stateDir, 'boxed'),
    speed: 120,
  })
}

/** Read the code from the display of the device, as soon as it shows one. */
async function readDisplay(): Promise<string> {
  let shown = ''
  const file = join(stateDir, 'boxed', boxed.hostname, 'device.json')
  await expect(() => {
    shown = (JSON.parse(readFileSync(file, 'utf8')) as { claim_code: string }).claim_code
    expect(shown).toMatch(/^\w{4}-\w{4}$/)
  }).toPass({ timeout: 120_000 })
  return shown
}

/** Add the device to the laboratory by the code on its display. */
async function claim(page: Page): Promise<void> {
  await page.goto('/devices')
  await page.getByRole('button', { name: 'Add a device…' }).click()
  await openDialog(page).getByRole('textbox', { name: 'Serial number' }).fill(boxed.serial_no)
  const code = openDialog(page).getByRole('textbox', { name: 'Code on the display' })
  await code.fill('0000-0000')
  await openDialog(page).getByRole('button', { name: 'Add the device' }).click()
  await expect(openDialog(page)).toContainText('No new device with this serial number')
  await code.fill((await readDisplay()).toLowerCase())
  expect(await findViolations(page)).toEqual([])
  await openDialog(page).getByRole('button', { name: 'Add the device' }).click()
  await expect(page.getByRole('region', { name: 'Commissioning' })).toBeVisible()
}

/** Return the item of a step, on the page of commissioning. */
const stepOf = (page: Page, step: string) =>
  page
    .getByRole('region', { name: 'Commissioning' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: step, exact: true }) })

/** Go back to the walk and expect a step to be done. */
async function expectDone(page: Page, step: string): Promise<void> {
  await page.goto(`/devices?device=${boxed.uuid}&page=commission`)
  await expect(stepOf(page, step)).toContainText('Done', { timeout: 120_000 })
}

test('issue 19: a technician takes a device out of its box, claims it, names it and updates it @long', async ({
  page,
}) => {
  test.setTimeout(600_000)
  await openSession(page, 'admin')
  await unbox()
  await claim(page)
  for (const step of ['Network', 'Clock', 'Self-test']) {
    await expect(stepOf(page, step)).toContainText('Done', { timeout: 120_000 })
  }
  await expect(stepOf(page, 'Name')).toContainText('To do')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Make it blink' }).click()
  await expect(stepOf(page, 'Find the device by its light')).toContainText('Done')

  await page.getByRole('link', { name: 'Give it a name' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByRole('button', { name: 'Change swarms…' }).click()
  await openDialog(page).getByRole('checkbox').first().check()
  await openDialog(page).getByRole('button', { name: 'Save swarms' }).click()
  await expectDone(page, 'Name')
  await expectDone(page, 'Swarm')

  await page.getByRole('link', { name: 'Update it' }).click()
  await page.getByRole('button', { name: 'Update…', exact: true }).click()
  await openDialog(page).getByLabel('New version').selectOption({ index: 1 })
  await openDialog(page).getByRole('button', { name: 'Update', exact: true }).click()
  await expectDone(page, 'Newest software')
})
