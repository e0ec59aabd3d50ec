// Play the answers of the browser and the devices; tests/devices/lan-browser.test.ts has the real ones.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Fault } from '../../domain/fault.ts'
import { LanHelp } from '../../web/lan/LanHelp.tsx'
import type { ProbeWorld } from '../../web/lan/probe.ts'
import { mount } from './mount.tsx'

const silent = () => Promise.reject(new Fault('network', "Can't find host for bCUBE"))
const world = (change: Partial<ProbeWorld>): ProbeWorld => ({
  protocol: 'https:',
  hostname: 'app.example',
  isSecureContext: true,
  onLine: true,
  permission: async () => 'granted',
  greet: silent,
  ...change,
})

test('says what prevents it and what to do, and nothing once a device answers', async () => {
  let isThere = false
  const greet = () => (isThere ? Promise.resolve() : silent())
  const denied = world({ permission: async () => 'denied', greet })
  mount(<LanHelp hostnames={['cube-1']} world={denied} />)
  await expect.element(page.getByText(/does not let the page reach devices/)).toBeVisible()
  await expect.element(page.getByText(/Local network access/)).toBeVisible()
  isThere = true
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.element(page.getByText(/does not let the page/)).not.toBeInTheDocument()
})

test('a page that may call and hears nothing does not guess why', async () => {
  mount(<LanHelp hostnames={['cube-1', 'cube-2']} world={world({})} />)
  await expect.element(page.getByText('No device answers on this network')).toBeVisible()
  await expect.element(page.getByText(/do not tell a page why/)).toBeVisible()
})
