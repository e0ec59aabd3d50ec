// Mocks the browser's notifications, which a headless one never shows and the test could not read.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signal } from '@preact/signals-react'
import type { Received } from '../../domain/calls/notifications.ts'
import { MachineNotices } from '../../web/shell/MachineNotices.tsx'
import { setMachineNotices, takeFresh } from '../../web/state/machine-notices.ts'
import type { Inbox } from '../../web/state/inbox.ts'
import { mount } from './mount.tsx'

const box = vi.hoisted(() => ({ current: null as unknown }))
vi.mock('../../web/state/inbox.ts', async (load) => {
  const made = signal<Inbox | null>(null)
  box.current = made
  return { ...(await load<object>()), inbox: made }
})

const shown: { title: string; tag: string | undefined }[] = []
let answer: NotificationPermission = 'granted'
class FakeNotification extends EventTarget {
  static requestPermission = () => Promise.resolve(answer)
  constructor(title: string, { tag }: NotificationOptions = {}) {
    super()
    shown.push({ title, tag })
  }
  close() {}
}

beforeEach(() => {
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  shown.length = 0
  answer = 'granted'
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.removeItem('machine-notices')
})

const message = (uuid: string, read_at: string | null = null) =>
  ({ uuid, title: `Run ended: ${uuid}`, message: '', read_at }) as Received
const show = (of: string, ...messages: Received[]) => {
  const inbox = box.current as { value: Inbox }
  inbox.value = { of, messages, total: 0, unread: 0, toSign: [] }
}

test('issue 20: a message that comes while another window is in front is shown once by the machine', async () => {
  expect(await setMachineNotices(true)).toBe('done')
  // Take the message with which the page was opened.
  takeFresh('one', [message('before')])
  mount(<MachineNotices />)
  show(
    'one',
    message('new'),
    message('seen elsewhere', '2026-11-28T00:00:00.000Z'),
    message('before'),
  )
  await expect.poll(() => shown).toEqual([{ title: 'Run ended: new', tag: 'new' }])
  const hasFocus = vi.spyOn(document, 'hasFocus').mockClear().mockReturnValue(true)
  show('one', message('while looking'), message('new'))
  await vi.waitFor(() => expect(hasFocus).toHaveBeenCalled())
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  show('one', message('last'), message('while looking'))
  await expect.poll(() => shown.length).toBe(2)
  expect(shown.at(-1)?.tag).toBe('last')
  await setMachineNotices(false)
})

test('issue 20: a browser that refuses notifications turns nothing on', async () => {
  answer = 'denied'
  expect(await setMachineNotices(true)).toBe('refused')
  expect(localStorage.getItem('machine-notices')).not.toBe('on')
})
