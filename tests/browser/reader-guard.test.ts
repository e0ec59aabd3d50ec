import { afterEach, expect, test, vi } from 'vitest'
import { claimReader, guardAgainstReaders } from '../../web/parts/scan/reader-guard.ts'
import { stamped, wedge } from './plate-step.tsx'

/** Begin in the past (ms): a burst of a time to come would keep the keys of the file that is tested next from acting. */
const begin = () => performance.now() - 10_000

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  document.body.replaceChildren()
})

function addButton(): { button: HTMLButtonElement; pressed: () => number } {
  const button = document.createElement('button')
  let count = 0
  // Press the button on Enter, as the browser does: a key event made by a script presses none.
  button.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if ((key === 'Enter' || key === ' ') && !defaultPrevented) count += 1
  })
  document.body.append(button)
  button.focus()
  return { button, pressed: () => count }
}

test('attack B3: a code that meets a button presses nothing, and is said to be put nowhere', () => {
  const said = vi.fn()
  ends.push(guardAgainstReaders(said))
  const { pressed } = addButton()
  wedge('LAB 26-7')
  expect(said.mock.calls).toEqual([['LAB 26-7']])
  expect(pressed()).toBe(0)
})

test('attack B3: a person who presses Enter on a button presses it', () => {
  ends.push(guardAgainstReaders(vi.fn()))
  const { pressed } = addButton()
  const now = begin()
  for (const [nth, key] of ['j', 'k', 'a', 'Enter'].entries()) stamped(key, now + nth * 150)
  stamped('Enter', now + 5000)
  expect(pressed()).toBe(2)
})

test('attack B3: a field keeps what a reader types, and a step that takes codes gets them', () => {
  const said = vi.fn()
  ends.push(guardAgainstReaders(said))
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  wedge('LOT-7')
  expect(field.value).toBe('LOT-7')
  const { button, pressed } = addButton()
  ends.push(claimReader((target) => target === button))
  wedge('LAB-7')
  expect(said).not.toHaveBeenCalled()
  expect(pressed()).toBe(1)
})

test('third attack C4: a code that ends in a dialog which opened meanwhile presses nothing there', () => {
  const said = vi.fn()
  ends.push(guardAgainstReaders(said))
  const { button: step } = addButton()
  ends.push(claimReader((target) => target === step))
  const now = begin()
  for (const [nth, key] of [...'LAB-26'].entries()) stamped(key, now + nth * 5)
  const { pressed } = addButton()
  stamped('7', now + 30)
  stamped('Enter', now + 35)
  expect(pressed()).toBe(0)
  expect(said.mock.calls).toEqual([['LAB-267']])
  // Let a person who typed into a field and then goes to a button press it.
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  for (const [nth, key] of [...'ABC123'].entries()) stamped(key, now + 4000 + nth * 5)
  const other = addButton()
  stamped('Enter', now + 5000)
  expect(other.pressed()).toBe(1)
})

test('third attack C4: the second of two keys that end a code presses nothing either', () => {
  ends.push(guardAgainstReaders(vi.fn()))
  const { pressed } = addButton()
  const now = begin()
  for (const [nth, key] of [...'LAB-26', 'Enter', 'Enter'].entries()) stamped(key, now + nth * 5)
  expect(pressed()).toBe(0)
  // Type the first of them into a field, which moves the focus to a button.
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  for (const [nth, key] of [...'LAB-26', 'Enter'].entries()) stamped(key, now + 2000 + nth * 5)
  const next = addButton()
  stamped('Enter', now + 2035)
  expect(next.pressed()).toBe(0)
  stamped('Enter', now + 3000)
  expect(next.pressed()).toBe(1)
})

/** Send an event of a key as a reader in Alt mode does. */
function sendKey(type: 'keydown' | 'keypress', at: number, init: KeyboardEventInit): boolean {
  const event = new KeyboardEvent(type, { bubbles: true, cancelable: true, ...init })
  Object.defineProperty(event, 'timeStamp', { value: at })
  return (document.activeElement ?? document.body).dispatchEvent(event)
}

/** Write characters by their numbers, 5 ms a key without Num Lock, each followed by what Windows makes of it. */
function altType(numbers: readonly number[], began: number): { end: number; taken: boolean[] } {
  let at = began
  const taken = numbers.flatMap((number) => {
    sendKey('keydown', (at += 5), { key: 'Alt', altKey: true })
    const digits = [...String(number).padStart(4, '0')].map(
      (digit) =>
        !sendKey('keydown', (at += 5), { key: 'PageDown', code: `Numpad${digit}`, altKey: true }),
    )
    const key = number === 13 ? 'Enter' : String.fromCharCode(number)
    return [...digits, !sendKey('keypress', (at += 5), { key })]
  })
  return { end: at, taken }
}

test('a code in Alt mode that meets a button presses nothing, and is said to be put nowhere', () => {
  const said = vi.fn()
  ends.push(guardAgainstReaders(said))
  const { pressed } = addButton()
  const numbers = [...'LAB-26'].map((one) => one.charCodeAt(0))
  const { end, taken } = altType(numbers, begin())
  stamped('Enter', end + 5)
  expect(pressed()).toBe(0)
  // Leave Alt with a page key to a table, which turns its pages by it.
  expect(taken).not.toContain(false)
  const again = altType([...numbers, 13], end + 5000)
  expect(again.taken.at(-1)).toBe(true)
  expect(said.mock.calls).toEqual([['LAB-26'], ['LAB-26']])
})

test('a person who holds Tab behind a code leaves the button after a moment', () => {
  ends.push(guardAgainstReaders(vi.fn()))
  const { button } = addButton()
  const passed = vi.fn<(at: number) => void>()
  let at = 0
  button.addEventListener('keydown', ({ defaultPrevented }) => {
    if (!defaultPrevented) passed(at)
  })
  const began = begin()
  for (const [nth, key] of [...'LOT-77', 'Tab'].entries()) stamped(key, began + nth * 5)
  for (at = 60; at < 600; at += 30) stamped('Tab', began + at)
  expect(passed).toHaveBeenCalled()
  expect(passed.mock.lastCall).toEqual([570])
})
