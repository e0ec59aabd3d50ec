// Replace the service and the records: what a key saves is what the call carries.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import type { Protocol } from '../../domain/entities/protocol.ts'
import { permissions } from '../../domain/permissions.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { ProtocolEditor } from '../../web/screens/methods/protocols/ProtocolEditor.tsx'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const protocol: Protocol = {
  uuid: uuidOf(1),
  created_at: '2026-11-30T08:00:00.000Z',
  updated_at: '2026-11-30T08:00:00.000Z',
  name: 'Standards',
  swarm_uuid: null,
  archived: 0,
  version: 1,
  recipe_uuid: uuidOf(2),
  application_uuids: [],
  cartridge_types: ['Wells9'],
  minimum_bkernel: null,
  aliases: [],
  layout: [{ name: 'S1', sample_type: 'standard', coordinates: ['A1'], quantity: 100 }],
  minimum_samples: [],
}

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/use-records.ts', async (load) => ({
  ...(await load<object>()),
  useRecords: () => [],
}))

beforeEach(async () => {
  await page.viewport(1366, 900)
  for (const part of ['methods', 'plan', 'faults'] as const) await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions] })
  asked.mockImplementation(async (row: object) =>
    row === protocolCalls.edit ? protocol : { data: [], total: 0, pages: 1 },
  )
})
afterEach(() => {
  endSession({ stay: false })
  asked.mockReset()
  localStorage.clear()
})

test('A26-23: Ctrl+S saves what the field with the focus shows, which goes on with the focus', async () => {
  mount(<ProtocolEditor who="olga" record={protocol} />)
  await page.getByRole('gridcell', { name: /^A1:/ }).click()
  const quantity = page.getByLabelText('Quantity (copies)')
  await quantity.fill('500')
  await userEvent.keyboard('{Control>}s{/Control}')
  const sent = () =>
    asked.mock.calls.flatMap(([row, { body }]) => (row === protocolCalls.edit ? [body] : []))
  await expect
    .poll(sent)
    .toEqual([{ layout: [{ ...protocol.layout[0], quantity: 500 }], base: protocol.updated_at }])
  await expect.element(quantity).toHaveFocus()
})
