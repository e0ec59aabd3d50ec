import { type ReadonlySignal, signal } from '@preact/signals-react'

export interface ToastMessage {
  id: string
  kind: 'error' | 'warning' | 'info' | 'done'
  text: string
}

const current = signal<readonly ToastMessage[]>([])

export const toasts: ReadonlySignal<readonly ToastMessage[]> = current

/** How long each kind stays (spec §9); what went wrong stays until it is dismissed. */
const stayMs = { done: 2500, info: 3000, warning: 10_000 } as const

export function showToast(kind: ToastMessage['kind'], text: string): void {
  // The same message twice says nothing new.
  if (current.peek().some((toast) => toast.text === text)) return
  const id = crypto.randomUUID()
  current.value = [...current.peek(), { id, kind, text }]
  if (kind !== 'error') setTimeout(() => dismissToast(id), stayMs[kind])
}

export function dismissToast(id: string): void {
  current.value = current.peek().filter((toast) => toast.id !== id)
}
