import { signal } from '@preact/signals-react'

/** Word of a window that was at the provider: the state of its sign-in, and the reasons for which it failed. */
interface WindowWord {
  state: string
  failure: string[]
}

/** Answer of the page that waits for the window with this state. */
interface Heard {
  heard: string
}

const channelName = 'bapp-provider'

/** A window that goes to an identity provider. */
interface ProviderWindow {
  /** Send it there. Returns false where the browser has opened none: the address is then for a link. */
  goTo: (url: string) => boolean
  close: () => void
}

/**
 * Open a window for an identity provider, at once in the press, as browsers allow it: this page stays as it is, with what
 * was typed in it.
 */
export function openProviderWindow(): ProviderWindow {
  const opened = window.open('about:blank', '_blank', 'popup,width=520,height=680')
  return {
    goTo: (url) => {
      if (!opened) return false
      opened.location.href = url
      return true
    },
    close: () => opened?.close(),
  }
}

/** Return the state by which the provider and this browser know a sign-in, from the query of its address. */
export function stateIn(query: string): string {
  return new URLSearchParams(query).get('state') ?? ''
}

/** Longest time in which a page of this browser says that it has heard a window, also while it draws a large plate. */
const hearingMs = 2000

/**
 * Tell the page that waits for this window. Pages do not reach each other any more after a visit at another origin.
 * @returns true once it has heard; false where no page waits.
 */
export function tellOpener(word: WindowWord): Promise<boolean> {
  const channel = new BroadcastChannel(channelName)
  return new Promise((resolve) => {
    const end = (isHeard: boolean) => {
      clearTimeout(timer)
      channel.close()
      resolve(isHeard)
    }
    const timer = setTimeout(() => end(false), hearingMs)
    channel.onmessage = ({ data }: MessageEvent<WindowWord | Heard>) => {
      if ('heard' in data && data.heard === word.state) end(true)
    }
    channel.postMessage(word)
  })
}

/** Hear of the window with this state. @returns ends it. */
export function hearWindow(state: string, hear: (failure: string[]) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<WindowWord | Heard>) => {
    if ('heard' in data || data.state !== state) return
    channel.postMessage({ heard: state } satisfies Heard)
    hear(data.failure)
  }
  return () => channel.close()
}

/** True in a window that was opened for the provider and has done its work, in case it cannot close itself. */
export const isWindowOver = signal(false)

/** Close this window. */
export function endWindow(): void {
  isWindowOver.value = true
  window.close()
}

/**
 * Test of a provider that has just ended, with the reasons for which it failed: for the page of its settings, which was left for it.
 */
export const endedTest = signal<{ failure: string[] } | null>(null)
