import { askHost } from './ask-host.ts'

/** Return the content of a file of the watched folder. @throws Fault `not_found` for one that is not kept any longer. */
export async function takeBytes(hash: string): Promise<Uint8Array<ArrayBuffer>> {
  const { content } = await askHost('watchTake', { hash }, AbortSignal.timeout(60_000))
  return Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
}
