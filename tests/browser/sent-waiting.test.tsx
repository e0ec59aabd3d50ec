import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Notification } from '../../domain/entities/notification.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { SentPage } from '../../web/screens/notifications/SentPage.tsx'
import { mount } from './mount.tsx'

vi.mock('../../web/client/call.ts', async (load) => ({
  ...(await load<object>()),
  call: () => Promise.resolve({ people: [], read: 0, signed: 0 }),
}))

const at = '2026-11-29T12:00:00.000Z'
const sent = {
  uuid: '01a217ef-9060-8798-831c-225e14f23019',
  created_at: at,
  updated_at: at,
  title: 'Maintenance',
  subtitle: '',
  subject: '',
  short_message: '',
  message: 'On Friday',
  recipients: { profiles: [], companies: [], users: [] },
  status: 'Sent',
  user_uuid: 'dacdc89a-9624-4ce1-a3a5-b6ee91dcf449',
  user_name: 'Olga Marin',
  sent_at: at,
  reached: 1,
} as Notification

test('A20-7: a sent notification says how many companies have not received it', async () => {
  for (const part of ['frame', 'messages', 'record'] as const) await completeTexts(part)
  const waiting = ['27f49e1c-5e1a-4810-90f1-311fa426b715', '51f9bdf3-44ae-4f74-a36a-e517a3af5ebc']
  mount(<SentPage record={{ ...sent, waiting }} />)
  const text = '2 companies have not received it yet. The service tries again every minute.'
  await expect.element(page.getByText(text)).toBeVisible()
  mount(<SentPage record={{ ...sent, waiting, refused: { at, why: 'permission' } }} />)
  await expect.element(page.getByText(/Send them a copy/)).toBeVisible()
})
