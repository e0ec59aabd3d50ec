import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { ToastKind } from '../parts/toast/toast-kind.ts'

export interface ToastMessage {
  id: string
  kind: ToastKind
  text: string
  /** Whom or what it is about, above the text. */
  caption?: string
  /** Device that said it, and how many more of its messages are in this one. */
  source?: string
  more?: number
  /** One thing to do about it, such as to take it back; offered as long as it is `possible`, where that is said. */
  action?: { label: string; onPress: () => void; possible?: () => boolean }
  /** Time it is shown in ms; absent: until it is dismissed. */
  stays?: number
}

/** A message that has been shown, for the tray of past ones. */
export interface PastMessage extends Pick<ToastMessage, 'id' | 'kind' | 'text' | 'caption'> {
  at: number
}

const current = signal<readonly ToastMessage[]>([])
const past = signal<readonly PastMessage[]>([])
const unread = signal(0)

export const toasts: ReadonlySignal<readonly ToastMessage[]> = computed(() =>
  current.value.map((toast) => {
    const { action, ...said } = toast
    return action?.possible?.() === false ? said : toast
  }),
)
/** Messages since this page was opened, newest first; of one account. */
export const pastMessages: ReadonlySignal<readonly PastMessage[]> = past
/** Faults and warnings that came since the tray was last looked at. */
export const unreadMessages: ReadonlySignal<number> = unread

/** Time that each kind is shown in ms (spec §9 "Toasts", which does not mention warnings). An error is shown until it is dismissed. */
const stayMs = {
  normal: 2000,
  success: 1000,
  done: 2500,
  info: 3000,
  warning: 10_000,
  error: undefined,
} as const satisfies Record<ToastKind, number | undefined>

/** Long enough to be read, thought about and pressed. */
const stayWithActionMs = 10_000
const pastKept = 50

/** Timers of those that close by themselves. */
const leaving = new Map<string, ReturnType<typeof setTimeout>>()

export function showToast(
  kind: ToastKind,
  text: string,
  action?: ToastMessage['action'],
  caption?: string,
): void {
  // Skip the same message, which says nothing new.
  if (current.peek().some((toast) => toast.text === text && toast.caption === caption)) return
  const id = crypto.randomUUID()
  const press = action && {
    ...action,
    onPress: () => {
      dismissToast(id)
      action.onPress()
    },
  }
  const stays = stayMs[kind] && (action ? stayWithActionMs : stayMs[kind])
  const about = { id, kind, text, ...(caption === undefined ? {} : { caption }) }
  current.value = [
    ...current.peek(),
    { ...about, ...(press ? { action: press } : {}), ...(stays ? { stays } : {}) },
  ]
  keepPast(about)
  releaseToast(id)
}

/** Most messages of one device shown side by side; further ones join the last. */
const apart = 3

/** Show what a device says. One that says much does not fill the page: the tray has the newest of all that it said. */
export function showToastOf(
  source: string,
  { kind, text, caption }: Pick<ToastMessage, 'kind' | 'text' | 'caption'>,
): void {
  const own = current.peek().filter((toast) => toast.source === source)
  const same = own.find((toast) => toast.text === text && toast.kind === kind)
  const joined = same ?? (own.length >= apart ? own.findLast((toast) => toast.kind === kind) : null)
  if (!joined) {
    showToast(kind, text, undefined, caption)
    const last = current.peek().at(-1)
    if (last?.text === text) replaceToast(last.id, { ...last, source })
    return
  }
  if (!same) keepPast({ id: crypto.randomUUID(), kind, text, ...(caption ? { caption } : {}) })
  replaceToast(joined.id, { ...joined, text, more: (joined.more ?? 0) + 1 })
  releaseToast(joined.id)
}

function replaceToast(id: string, by: ToastMessage): void {
  current.value = current.peek().map((toast) => (toast.id === id ? by : toast))
}

/** Keep a past message; faults and warnings are counted until the tray is opened. */
function keepPast(about: Omit<PastMessage, 'at'>): void {
  past.value = [{ ...about, at: Date.now() }, ...past.peek()].slice(0, pastKept)
  if (about.kind === 'error' || about.kind === 'warning') unread.value += 1
}

export function dismissToast(id: string): void {
  holdToast(id)
  current.value = current.peek().filter((toast) => toast.id !== id)
}

/** Hold a message while a person points at it or has the focus in it. */
export function holdToast(id: string): void {
  clearTimeout(leaving.get(id))
  leaving.delete(id)
}

/** Start its time, again if it was held. */
export function releaseToast(id: string): void {
  holdToast(id)
  const stays = current.peek().find((toast) => toast.id === id)?.stays
  if (stays !== undefined)
    leaving.set(
      id,
      setTimeout(() => dismissToast(id), stays),
    )
}

/** Mark all messages as read, after the tray was opened. */
export function readMessages(): void {
  unread.value = 0
}

/** Delete the messages when another person signs in, who must not read them. */
export function forgetMessages(): void {
  for (const { id } of current.peek()) dismissToast(id)
  past.value = []
  unread.value = 0
}
