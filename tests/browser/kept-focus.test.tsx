import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useKeptFocus } from '../../web/screens/analyses/detail/running/use-kept-focus.ts'
import { mount } from './mount.tsx'

const state = signal('RUNNING')
const isDrawn = signal(true)

/** Draw one view while a run goes on, and another one behind it, which needs a moment. */
function Run() {
  useSignals()
  useKeptFocus(state.value)
  return (
    <main tabIndex={-1}>
      <div key={state.value}>
        {isDrawn.value && (
          <label>
            Notebook
            <textarea />
          </label>
        )}
        <button type="button">{state.value === 'RUNNING' ? 'Abort' : 'Export'}</button>
      </div>
    </main>
  )
}

test('A27-83: a person who types a note when the run ends goes on typing it', async () => {
  mount(<Run />)
  await page.getByRole('textbox').fill('Well A1 is dry')
  await userEvent.keyboard('{ArrowLeft}')
  isDrawn.value = false
  state.value = 'COMPLETE'
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeVisible()
  await expect.poll(() => document.activeElement?.tagName).toBe('MAIN')
  isDrawn.value = true
  await expect.poll(() => document.activeElement?.tagName).toBe('TEXTAREA')
})

test('A27-83: the focus of a control that the end takes away comes to the page', async () => {
  state.value = 'RUNNING'
  mount(<Run />)
  await page.getByRole('button', { name: 'Abort' }).click()
  state.value = 'COMPLETE'
  await expect.poll(() => document.activeElement?.tagName).toBe('MAIN')
})
