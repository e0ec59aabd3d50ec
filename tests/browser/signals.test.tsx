import { signal } from '@preact/signals-react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'

const cycle = signal(1)
let renders = 0

function Cycle() {
  renders += 1
  return <output>{`cycle ${cycle.value}`}</output>
}

let host: HTMLElement
let root: Root
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})
afterEach(() => {
  root.unmount()
  host.remove()
})

// Without the build's transform a component that reads `.value` is never drawn again, and nothing says so.
test('a component that reads a signal is drawn again when it changes', async () => {
  root.render(<Cycle />)
  await expect.poll(() => host.textContent).toBe('cycle 1')
  const before = renders
  cycle.value = 2
  await expect.poll(() => host.textContent).toBe('cycle 2')
  expect(renders).toBe(before + 1)
})
