import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'

/** Press keys as a person does, one after the other: single keys that come faster are a bar-code reader's and do nothing. */
export async function pressKeys(keys: string): Promise<void> {
  // Take the focus into the frame of the test, where nothing was clicked yet: keys go elsewhere before.
  window.focus()
  await expect.poll(() => document.hasFocus()).toBe(true)
  for (const key of keys) {
    await userEvent.keyboard(key)
    await new Promise((resolve) => setTimeout(resolve, 120))
  }
}
