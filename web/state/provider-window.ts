import { signal } from '@preact/signals-react'

/** Word of a window that was at the provider: the state of its sign-in, and the reasons for which it failed. */
interface WindowWord {
  state: string
  failure: string[]
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

/** Tell the page that waits for this window. Pages do not reach each other any more after a visit at another origin. */
export function tellOpener(word: WindowWord): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(word)
  channel.close()
}

/** Hear of the window with this state. @returns ends it. */
export function hearWindow(state: string, hear: (failure: string[]) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<WindowWord>) => {
    if (data.state === state) hear(data.failure)
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
