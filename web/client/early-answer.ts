declare global {
  interface Window {
    /** The question who is there, asked by `web/public/start.js` while the app is being fetched. */
    askedWho?: Promise<Response>
  }
}

/**
 * Take the answer that is on its way, once; null if it was not requested, as on pages for people who are not signed in.
 */
export function takeEarlyAnswer(): Promise<Response> | null {
  const { askedWho } = window
  delete window.askedWho
  return askedWho ?? null
}

/** Work that knows no signal, given up when one is. */
export function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
