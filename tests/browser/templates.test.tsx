// Replace the service and the records of this browser: check what the page says once an assay was made.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { permissions } from '../../domain/permissions.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { TemplatesScreen } from '../../web/screens/methods/templates/TemplatesScreen.tsx'
import { endSession, enterProven } from '../../web/state/session.ts'
import { toasts } from '../../web/state/toasts.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
const known = vi.hoisted(() => ({ protocols: [] as unknown[] }))
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/use-records.ts', () => ({ useRecords: () => known.protocols }))

beforeEach(async () => {
  for (const part of ['methods', 'record', 'faults'] as const) await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions] })
  known.protocols = []
})
afterEach(() => {
  endSession({ stay: false })
  asked.mockReset()
})

test('that an assay was made is said in its card, where nothing covers the links to it', async () => {
  asked.mockImplementation(async (row: object, { body }: { body: object }) => {
    if (row === protocolCalls.create) known.protocols = [{ ...body, archived: 0 }]
    return body
  })
  mount(<TemplatesScreen />)
  const card = page.getByRole('main').getByRole('listitem').first()
  await card.getByRole('button', { name: 'Use this assay' }).click()
  await expect.element(card.getByRole('status').filter({ hasText: 'is ready' })).toBeVisible()
  await expect.element(card.getByRole('link', { name: 'Plan a run' })).toBeVisible()
  expect(toasts.peek()).toEqual([])
})
