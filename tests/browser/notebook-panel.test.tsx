// Replace `editAnalysis` and check the edits that it receives: no account's records are open in this test.
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { NotebookPanel } from '../../web/screens/analyses/detail/NotebookPanel.tsx'
import { mount } from './mount.tsx'

const edit = vi.hoisted(() => vi.fn(async (): Promise<{ notebook: string } | null> => null))
vi.mock('../../web/state/outbox.ts', async (load) => ({
  ...(await load<object>()),
  editAnalysis: edit,
}))

// Files are tested beside each other, and have this storage in common.
const typedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('notebook-'))

afterEach(() => {
  for (const key of typedKeys()) localStorage.removeItem(key)
  edit.mockClear()
})

const recordWith = (notebook: string) => ({ uuid: 'one', notebook }) as Analysis

test('typed text that is not kept yet is merged with that of others before the page is opened again', async () => {
  const before = mount(<NotebookPanel record={recordWith('Start\n')} refusal={null} />)
  await page.elementLocator(before).getByRole('textbox').fill('Start\nMine\n')
  before.remove()
  edit.mockClear()
  // Come back days later; meanwhile somebody else has written on.
  mount(<NotebookPanel record={recordWith('Start\nTheirs\n')} refusal={null} />)
  await vi.waitFor(() => expect(edit).toHaveBeenCalled(), 10_000)
  const [uuid, changes] = edit.mock.calls.at(-1) as unknown as [string, unknown]
  expect(uuid).toBe('one')
  expect(changes).toEqual([{ field: 'notebook', from: 'Start\n', to: 'Start\nMine\n' }])
  await vi.waitFor(() => expect(typedKeys()).toEqual([]), 10_000)
})

test('A27-26: words that were typed directly before the panel is left are kept with the analysis', async () => {
  function Tabs() {
    const [isOpen, setOpen] = useState(true)
    return (
      <>
        <button onClick={() => setOpen(false)}>Curves</button>
        {isOpen && <NotebookPanel record={recordWith('')} refusal={null} />}
      </>
    )
  }
  mount(<Tabs />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await page.getByRole('textbox').fill('Mine')
  await page.getByRole('button', { name: 'Curves' }).click()
  expect(edit).toHaveBeenCalledWith('one', [{ field: 'notebook', from: '', to: 'Mine' }])
})

test('a kept note with nothing left to type begins again with the present text', async () => {
  localStorage.setItem('notebook-undefined-one-seen', 'long ago')
  const holder = mount(<NotebookPanel record={recordWith('Now\n')} refusal={null} />)
  await page.elementLocator(holder).getByRole('textbox').fill('Now\nMine\n')
  await vi.waitFor(() => expect(edit).toHaveBeenCalled(), 10_000)
  const [, changes] = edit.mock.calls[0] as unknown as [string, unknown]
  expect(changes).toEqual([{ field: 'notebook', from: 'Now\n', to: 'Now\nMine\n' }])
})

test('once it is kept, what others wrote meanwhile is on the page, and the next word is typed on that', async () => {
  edit.mockResolvedValueOnce({ notebook: 'Start\nTheirs\nMine\n' })
  const holder = mount(<NotebookPanel record={recordWith('Start\n')} refusal={null} />)
  const field = page.elementLocator(holder).getByRole('textbox')
  await field.fill('Start\nMine\n')
  await expect.element(field, { timeout: 15_000 }).toHaveValue('Start\nTheirs\nMine\n')
  await field.fill('Start\nTheirs\nMine\nMore\n')
  await vi.waitFor(() => expect(edit).toHaveBeenCalledTimes(2), 10_000)
  const [, changes] = edit.mock.calls.at(-1) as unknown as [string, unknown]
  expect(changes).toEqual([
    { field: 'notebook', from: 'Start\nTheirs\nMine\n', to: 'Start\nTheirs\nMine\nMore\n' },
  ])
})

test('faults notes: a text typed without a pause is kept after five seconds all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const holder = mount(<NotebookPanel record={recordWith('')} refusal={null} />)
  const field = holder.querySelector('textarea')
  const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
  const type = (text: string) =>
    flushSync(() => {
      setValue?.call(field, text)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  for (let second = 1; second <= 4; second += 1) {
    type('x'.repeat(second))
    flushSync(() => void vi.advanceTimersByTime(1000))
    expect(edit).not.toHaveBeenCalled()
  }
  type('xxxxx')
  flushSync(() => void vi.advanceTimersByTime(1000))
  expect(edit).toHaveBeenCalledWith('one', [{ field: 'notebook', from: '', to: 'xxxxx' }])
})

test('A27-83: a note is kept at once when another tab is chosen', async () => {
  const isOpen = signal(true)
  function Tab() {
    useSignals()
    return isOpen.value ? <NotebookPanel record={recordWith('')} refusal={null} /> : null
  }
  const holder = mount(<Tab />)
  await page.elementLocator(holder).getByRole('textbox').fill('Mine')
  flushSync(() => (isOpen.value = false))
  await expect.poll(() => holder.textContent).toBe('')
  expect(edit).toHaveBeenCalledWith('one', [{ field: 'notebook', from: '', to: 'Mine' }])
})
