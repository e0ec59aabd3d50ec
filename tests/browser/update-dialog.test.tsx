// Replace the client: check what the dialog asks; the service's answer is checked by tests/edge/bkernels.test.ts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createRoot } from 'react-dom/client'
import type { Device } from '../../domain/entities/device.ts'
import { permissions } from '../../domain/permissions.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { UpdateDialog } from '../../web/screens/devices/UpdateDialog.tsx'
import type { GivenCommand } from '../../web/screens/devices/use-command.ts'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

beforeEach(async () => {
  await completeTexts('device')
  enterProven({ ...operatorAccount, permissions: [...permissions] })
})
afterEach(() => {
  endSession({ stay: false })
  document.body.replaceChildren()
  asked.mockReset()
})

test('issue 19: versions for a device are asked again when a version on trial was rolled back', async () => {
  const device = { uuid: 'd1', name: 'bCUBE Nord' } as Device
  const command = { sending: false, failure: [] } as unknown as GivenCommand
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  const show = (bkernel_version: string, versions: string[]) => {
    const data = versions.map((version) => ({ version, file_hash: 'a', days_left: null }))
    asked.mockResolvedValue({ data, pages: 1, total: data.length })
    const now = { ...device, bkernel_version }
    root.render(<UpdateDialog device={now} command={command} onClose={() => {}} />)
  }
  show('3.8.1', [])
  await expect.element(page.getByText('There is no newer version for this device.')).toBeVisible()
  show('2.9.4', ['3.8.1'])
  await expect.element(page.getByLabelText('New version')).toBeVisible()
  await expect
    .element(page.getByText('There is no newer version for this device.'))
    .not.toBeInTheDocument()
  root.unmount()
})
