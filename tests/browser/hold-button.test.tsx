import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { HoldButton } from '../../web/parts/button/HoldButton.tsx'
import { mount } from './mount.tsx'

function show(changes: { disabledReason?: string } = {}) {
  const onHold = vi.fn()
  const onPress = vi.fn()
  mount(
    <HoldButton
      kind="danger"
      holdMs={200}
      hint="Hold to abort"
      {...{ onHold, onPress }}
      {...changes}
    >
      Abort
    </HoldButton>,
  )
  const button = page.getByRole('button', { name: 'Abort' })
  const pointer = (type: string) =>
    button.element().dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0 }))
  return { onHold, onPress, button, pointer }
}

test('held for its time it acts at once, and the click that ends the hold asks nothing more', async () => {
  const { onHold, onPress, button, pointer } = show()
  pointer('pointerdown')
  await expect.element(page.getByText('Hold to abort')).toBeVisible()
  await vi.waitFor(() => expect(onHold).toHaveBeenCalledOnce(), 10_000)
  pointer('pointerup')
  ;(button.element() as HTMLButtonElement).click()
  expect(onPress).not.toHaveBeenCalled()
})

test('let go early, or slid off, nothing happens; a short press asks', async () => {
  const { onHold, onPress, button, pointer } = show()
  pointer('pointerdown')
  pointer('pointerleave')
  pointer('pointerout')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(onHold).not.toHaveBeenCalled()
  await button.click()
  expect(onPress).toHaveBeenCalledOnce()
  expect(onHold).not.toHaveBeenCalled()
})

test('the keyboard asks, and never has to hold', async () => {
  const { onHold, onPress, button } = show()
  ;(button.element() as HTMLButtonElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(onPress).toHaveBeenCalledOnce()
  expect(onHold).not.toHaveBeenCalled()
})

test('one that is not to be had does neither', async () => {
  const { onHold, onPress, button, pointer } = show({ disabledReason: 'No network' })
  pointer('pointerdown')
  await new Promise((resolve) => setTimeout(resolve, 300))
  await button.click({ force: true })
  expect(onHold).not.toHaveBeenCalled()
  expect(onPress).not.toHaveBeenCalled()
})
