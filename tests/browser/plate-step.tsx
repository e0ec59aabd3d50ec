import { useState } from 'react'
import { page, userEvent } from 'vitest/browser'
import type { Sample } from '../../domain/entities/analysis.ts'
import { findLayoutProblems, type LayoutLimits } from '../../domain/rules/cartridge.ts'
import { LayoutStep } from '../../web/screens/analyses/wizard/LayoutStep.tsx'
import type { Plan } from '../../web/screens/analyses/wizard/plan.ts'
import { changeDraft, changeLayout, closeDraft, draft, openDraft } from '../../web/state/draft.ts'
import { uuidOf } from '../support/uuid-of.ts'

/** Open a draft without an owner, with 96 wells. */
export function openPlate(): void {
  localStorage.setItem('hint-anonymous-', 'closed')
  openDraft('olga', 'new')
  changeDraft({ cartridge_type: 'Wells96', name: 'Test' })
}

export function closePlate(): void {
  closeDraft()
  localStorage.clear()
}

/**
 * Show the step as the wizard draws it, on the draft that is open.
 * @param props.planned the layout that is there first is the protocol's.
 */
export function LivingStep(props: { limits?: Partial<LayoutLimits>; planned?: boolean }) {
  const { limits = {}, planned: isPlanned = false } = props
  const [first] = useState(() => draft.peek()?.layout.present ?? [])
  const planned = draft.value
  if (!planned?.cartridge_type) return null
  const { cartridge_type } = planned
  const protocol = isPlanned ? { layout: first } : null
  const plan = { protocol, method: null } as unknown as Plan
  const problems = findLayoutProblems(planned.layout.present, { cartridge_type, ...limits })
  return <LayoutStep draft={planned} plan={plan} problems={problems} />
}

export const well = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}:`) })
export const layout = () =>
  (draft.peek()?.layout.present ?? [])
    .map(({ name, coordinates }) => `${name} ${coordinates.join()}`)
    .join('; ')

export function lay(...samples: [name: string, ...wells: string[]][]): void {
  changeLayout(() =>
    samples.map(([name, ...coordinates], at): Sample => ({
      uuid: uuidOf(at),
      name,
      sample_type: 'unknown',
      coordinates,
    })),
  )
}

/** Press keys as a person does: slower than a reader of bar codes. */
export async function type(text: string): Promise<void> {
  for (const key of text) {
    await userEvent.keyboard(key)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Press keys as a reader of bar codes sends them, a millisecond apart, to whatever has the focus. */
export function wedge(code: string, end = 'Enter'): void {
  const began = performance.now()
  for (const [nth, key] of [...code, end].entries()) stamped(key, began + nth)
}

/** Press a key at a given time (ms), as the browser's own events say: a busy machine must not look like a slow reader. */
export function stamped(key: string, at: number): void {
  const target = document.activeElement ?? document.body
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: at })
  target.dispatchEvent(event)
  const isTyped = !event.defaultPrevented && [...key].length === 1
  if (isTyped && document.activeElement instanceof HTMLInputElement)
    document.execCommand('insertText', false, key)
}
