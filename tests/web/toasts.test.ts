import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toastIcons } from '../../web/parts/toast/toast-kind.ts'
import {
  dismissToast,
  forgetMessages,
  holdToast,
  pastMessages,
  readMessages,
  releaseToast,
  showToast,
  showToastOf,
  toasts,
  unreadMessages,
} from '../../web/state/toasts.ts'

beforeEach(() => {
  // Remove the messages of other files' tests.
  forgetMessages()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const texts = () => toasts.value.map(({ text }) => text)

describe('the time that a message stays', () => {
  test.each([
    ['[CONST-049]', 'normal', 2000],
    ['[CONST-050]', 'info', 3000],
    ['[CONST-051] [ERR-001]', 'success', 1000],
    ['[CONST-052]', 'done', 2500],
  ] as const)('%s a message of the kind “%s” goes after %i ms', (_, kind, ms) => {
    showToast(kind, 'Said')
    expect(toasts.value[0]?.stays).toBe(ms)
    vi.advanceTimersByTime(ms - 1)
    expect(texts()).toEqual(['Said'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  test('an error stays until it is dismissed', () => {
    showToast('error', 'The device refused the recipe.')
    vi.advanceTimersByTime(24 * 3_600_000)
    expect(texts()).toEqual(['The device refused the recipe.'])
    dismissToast(toasts.value[0]?.id ?? '')
    expect(texts()).toEqual([])
  })

  test('one with something to press stays long enough to press it', () => {
    showToast('done', 'Deleted', { label: 'Undo', onPress: () => undefined })
    vi.advanceTimersByTime(9_999)
    expect(texts()).toEqual(['Deleted'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  test('one that somebody points at waits, and has its whole time again afterwards', () => {
    showToast('success', 'Copied')
    const id = toasts.value[0]?.id ?? ''
    holdToast(id)
    vi.advanceTimersByTime(60_000)
    expect(texts()).toEqual(['Copied'])
    releaseToast(id)
    vi.advanceTimersByTime(999)
    expect(texts()).toEqual(['Copied'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })
})

test('[ERR-001] success is shown as something good, by its sign and not as a fault', () => {
  expect(toastIcons.success).toBe('check')
  expect(toastIcons.error).not.toBe(toastIcons.success)
})

test('past messages are kept to be read again, and are the account’s own', () => {
  showToast('done', 'Saved')
  showToast('error', 'Refused', undefined, 'bCUBE 7')
  vi.advanceTimersByTime(60_000)
  expect(pastMessages.value.map(({ text, caption }) => [text, caption])).toEqual([
    ['Refused', 'bCUBE 7'],
    ['Saved', undefined],
  ])
  expect(unreadMessages.value).toBe(1)
  readMessages()
  expect(unreadMessages.value).toBe(0)
  forgetMessages()
  expect(pastMessages.value).toEqual([])
  expect(texts()).toEqual([])
})

test('the same message twice is shown once', () => {
  showToast('error', 'Refused')
  showToast('error', 'Refused')
  expect(texts()).toEqual(['Refused'])
})

test('attack B6: a device that says much fills a toast, not the page', () => {
  const say = (text: string, source = 'bcube-1') => showToastOf(source, { kind: 'error', text })
  for (let at = 1; at <= 300; at++) say(`flood ${at}`)
  say('lid open', 'bcube-2')
  expect(texts()).toEqual(['flood 1', 'flood 2', 'flood 300', 'lid open'])
  expect(toasts.value.map(({ more }) => more)).toEqual([undefined, undefined, 297, undefined])
  say('flood 1')
  expect(toasts.value[0]).toMatchObject({ text: 'flood 1', more: 1 })
  expect(toasts.value).toHaveLength(4)
})
