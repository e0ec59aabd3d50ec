import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Sample } from '../../domain/entities/analysis.ts'
import { skipComposing } from '../../web/parts/keys/skip-composing.ts'
import { SidePanel } from '../../web/parts/panel/SidePanel.tsx'
import { changeDraft, draft } from '../../web/state/draft.ts'
import { mount } from './mount.tsx'
import { closePlate, lay, LivingStep, openPlate } from './plate-step.tsx'

skipComposing()

/** Press a key as a browser reports it while an input method composes a word. */
function compose(field: Element, key: string): void {
  field.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }))
}

test('A26-29: Escape that gives up a word of an input method closes no panel, with what was typed in it', async () => {
  const close = vi.fn()
  mount(
    <SidePanel title="Lot" onClose={close}>
      <input aria-label="Note" />
    </SidePanel>,
  )
  const field = page.getByLabelText('Note')
  await field.fill('解冻两')
  compose(field.element(), 'Escape')
  expect(close).not.toHaveBeenCalled()
  field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(close).toHaveBeenCalledOnce()
})

test('A26-29: Enter that takes a word of an input method does not end the name of a sample', async () => {
  openPlate()
  changeDraft({ cartridge_type: 'Wells9' })
  lay(['One', 'A1'])
  mount(<LivingStep />)
  const names = () => draft.peek()?.layout.present.map(({ name }: Sample) => name)
  const field = page.getByLabelText(/^Name of sample /)
  await field.fill('患')
  ;(field.element() as HTMLElement).focus()
  compose(field.element(), 'Enter')
  expect(document.activeElement).toBe(field.element())
  expect(names()).toEqual(['One'])
  await field.fill('患者')
  ;(field.element() as HTMLElement).blur()
  await expect.poll(names).toEqual(['患者'])
  closePlate()
})
