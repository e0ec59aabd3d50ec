import { type ReadonlySignal, signal } from '@preact/signals-react'

export interface ToastMessage {
  id: string
  kind: 'error' | 'warning' | 'info' | 'done'
  text: string
  /** Whom or what it is about, beside the text. */
  caption?: string
  /** One thing to do about it, such as to take it back. */
  action?: { label: string; onPress: () => void }
}

const current = signal<readonly ToastMessage[]>([])

export const toasts: ReadonlySignal<readonly ToastMessage[]> = current

/** How long each kind stays (spec §9); what went wrong stays until it is dismissed. */
const stayMs = { done: 2500, info: 3000, warning: 10_000 } as const

/** Long enough to be read, thought about and pressed. */
const stayWithActionMs = 10_000

export function showToast(
  kind: ToastMessage['kind'],
  text: string,
  action?: ToastMessage['action'],
  caption?: string,
): void {
  // The same message twice says nothing new.
  if (current.peek().some((toast) => toast.text === text && toast.caption === caption)) return
  const id = crypto.randomUUID()
  const press = action && {
    label: action.label,
    onPress: () => {
      dismissToast(id)
      action.onPress()
    },
  }
  const about = caption === undefined ? {} : { caption }
  current.value = [
    ...current.peek(),
    { id, kind, text, ...about, ...(press ? { action: press } : {}) },
  ]
  if (kind === 'error') return
  setTimeout(() => dismissToast(id), action ? stayWithActionMs : stayMs[kind])
}

export function dismissToast(id: string): void {
  current.value = current.peek().filter((toast) => toast.id !== id)
}
