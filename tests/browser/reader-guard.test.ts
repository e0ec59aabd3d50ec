import { afterEach, expect, test, vi } from 'vitest'
import { claimReader, guardAgainstReaders } from '../../web/parts/scan/reader-guard.ts'
import { stamped, wedge } from './plate-step.tsx'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  document.body.replaceChildren()
})

function addButton(): { button: HTMLButtonElement; pressed: () => number } {
  const button = document.createElement('button')
  let count = 0
  // What the browser does of itself with Enter on a button; an event made by a script presses none.
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
  const now = performance.now()
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
  const now = performance.now()
  for (const [nth, key] of [...'LAB-26'].entries()) stamped(key, now + nth * 5)
  const { pressed } = addButton()
  stamped('7', now + 30)
  stamped('Enter', now + 35)
  expect(pressed()).toBe(0)
  expect(said.mock.calls).toEqual([['LAB-267']])
  // A person who typed into a field and then goes to a button can press it.
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
  const now = performance.now()
  for (const [nth, key] of [...'LAB-26', 'Enter', 'Enter'].entries()) stamped(key, now + nth * 5)
  expect(pressed()).toBe(0)
  // A field takes the first of them and moves the focus to a button.
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
