import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../../web/parts/button/Button.tsx'
import { Dialog } from '../../web/parts/dialog/Dialog.tsx'
import { NumberField } from '../../web/parts/form/NumberField.tsx'
import { PasswordField } from '../../web/parts/form/PasswordField.tsx'
import { Menu } from '../../web/parts/menu/Menu.tsx'
import { mount } from './mount.tsx'

function Opener({ onSubmit }: { onSubmit: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        title="Sign"
        onClose={() => setOpen(false)}
        onSubmit={onSubmit}
        busy={false}
        actions={<Button type="submit">Sign now</Button>}
      >
        <PasswordField label="Password" value="" onChange={() => {}} />
      </Dialog>
    </>
  )
}

test('a dialog takes the focus, closes on Escape and gives the focus back', async () => {
  mount(<Opener onSubmit={() => {}} />)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Sign' })).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  await expect.poll(() => document.activeElement?.textContent).toBe('Open')
})

test('Enter in a field presses the deciding button', async () => {
  let submitted = 0
  mount(<Opener onSubmit={() => submitted++} />)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByLabelText(/^Password/).click()
  await userEvent.keyboard('{Enter}')
  expect(submitted).toBe(1)
})

test('an action that is not to be had can be reached, says why, and does nothing', async () => {
  let pressed = 0
  mount(
    <Button disabledReason="No sample has a well." onClick={() => pressed++}>
      Launch
    </Button>,
  )
  await userEvent.tab()
  const button = page.getByRole('button', { name: 'Launch' })
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAccessibleDescription('No sample has a well.')
  await expect.element(page.getByRole('tooltip')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(pressed).toBe(0)
})

test('first-use W2: the reason why a decision of a dialog is grey is text beside it, inside the window', async () => {
  mount(
    <Dialog
      open
      title="Import"
      onClose={() => undefined}
      actions={
        <Button kind="primary" disabledReason="The plate fits none of the cartridges.">
          Keep as analysis
        </Button>
      }
    >
      <p>384 wells</p>
    </Dialog>,
  )
  const reason = page.getByText('The plate fits none of the cartridges.')
  await expect.element(reason).toBeVisible()
  const button = page.getByRole('button', { name: 'Keep as analysis' })
  const [text, pressed] = [reason, button].map((one) => one.element().getBoundingClientRect())
  // Expect the reason beside the button, or above it where the window is narrow.
  const isBeside = (text?.right ?? Infinity) <= (pressed?.left ?? 0)
  const isAbove = (text?.bottom ?? Infinity) <= (pressed?.top ?? 0)
  expect(isBeside || isAbove).toBe(true)
  expect(text?.right).toBeLessThanOrEqual(innerWidth)
  await expect.element(button).toHaveAccessibleDescription('The plate fits none of the cartridges.')
})

test('first-use W2: a tip at the edge of something that cuts is seen whole', async () => {
  mount(
    <div style={{ position: 'fixed', insetBlockEnd: 0, insetInlineEnd: 0, overflow: 'hidden' }}>
      <Button disabledReason="The file holds no curves, and none can be made of it.">Keep</Button>
    </div>,
  )
  await page.getByRole('button', { name: 'Keep' }).hover()
  const tip = page.getByRole('tooltip')
  await expect.element(tip).toBeVisible()
  const box = tip.element().getBoundingClientRect()
  expect(box.height).toBeGreaterThan(10)
  expect([box.left >= 0, box.top >= 0, box.right <= innerWidth, box.bottom <= innerHeight]).toEqual(
    [true, true, true, true],
  )
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
  // Expect nothing above the tip; it lets the pointer through, so that its style is changed for this question.
  const drawn = tip.element() as HTMLElement
  drawn.style.pointerEvents = 'auto'
  expect(document.elementFromPoint(middle.x, middle.y)).toBe(drawn)
})

test('a menu opens by keyboard; what is not to be had says why', async () => {
  let done = ''
  mount(
    <Menu
      items={[
        {
          id: 'sign',
          label: 'Sign',
          disabledReason: 'Only reviewers.',
          onPress: () => (done = 'sign'),
        },
        { id: 'copy', label: 'Copy', onPress: () => (done = 'copy') },
      ]}
    />,
  )
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Only reviewers.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => done).toBe('copy')
})

function Amount() {
  const [value, setValue] = useState<number | null>(0.25)
  return (
    <>
      <NumberField
        label="Threshold"
        value={value}
        onChange={setValue}
        step={0.05}
        min={0}
        max={1}
      />
      <output>{String(value)}</output>
    </>
  )
}

test('a number is typed with a comma or a point, and stepped by keys', async () => {
  mount(<Amount />)
  const field = page.getByRole('spinbutton', { name: 'Threshold' })
  const value = () => document.querySelector('output')?.textContent
  await field.fill('0,')
  await expect.poll(value).toBe('0')
  await field.fill('0,4')
  await expect.poll(value).toBe('0.4')
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(value).toBe('0.45')
  await field.fill('')
  await expect.poll(value).toBe('null')
})
