// Replace the records of this browser and the service: check how a command is named where it is shown.
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CommandRecord } from '../../domain/entities/command.ts'
import type { Device } from '../../domain/entities/device.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { CommandProgress } from '../../web/screens/devices/CommandProgress.tsx'
import { HistoryView } from '../../web/screens/devices/history/HistoryView.tsx'
import { mount } from './mount.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const device = { uuid: 'd1', name: 'bCUBE Sud', created_at: ago(9000) } as Device
const update = {
  uuid: 'c1',
  device_uuid: 'd1',
  user_name: 'Ada',
  state: 'refused',
  reason: 'update_unsigned',
  command: { name: 'UPDATE', version: '3.8.1', file_hash: 'a' },
  created_at: ago(3),
  updated_at: ago(2),
} as unknown as CommandRecord

vi.mock('../../web/client/call.ts', async (load) => ({
  ...(await load<object>()),
  call: async () => ({ data: [], pages: 0, total: 0 }),
}))
const known = vi.hoisted(() => ({ commands: [] as unknown[] }))
vi.mock('../../web/state/use-records.ts', () => ({
  useRecords: ({ kind }: { kind: string }) => (kind === 'command' ? known.commands : []),
}))

beforeEach(async () => {
  for (const part of ['device', 'view'] as const) await completeTexts(part)
  known.commands = [update]
})

test('the result of an update and the history of the device name its version', async () => {
  mount(
    <>
      <CommandProgress command={{ entry: update, failure: [] }} />
      <HistoryView device={device} />
    </>,
  )
  const result = page.getByRole('status').filter({ hasText: /^Update 3\.8\.1refused/ })
  await expect.element(result).toBeVisible()
  const lines = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect.element(lines.filter({ hasText: 'Update 3.8.1: refused' })).toBeVisible()
})
