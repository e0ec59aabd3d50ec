import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Popover } from '../../web/parts/menu/Popover.tsx'
import { JumpButton } from '../../web/shell/JumpButton.tsx'
import '../support/all-texts.ts'
import { mount } from './mount.tsx'

test('first-use H18: Ctrl+K opens the search from a field of text, beside a closed menu of settings', async () => {
  mount(
    <>
      <JumpButton />
      <Popover label="View settings" icon="eye">
        <input aria-label="Setting" />
      </Popover>
      <textarea aria-label="Notebook" />
    </>,
  )
  await page.getByRole('textbox', { name: 'Notebook' }).click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog')).toBeVisible()
})
