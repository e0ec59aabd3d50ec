import * as v from 'valibot'
import {
  eventsPath,
  type HostEventData,
  type HostEventName,
  hostEvents,
} from '../../domain/desktop-bridge.ts'

export type HostListeners = { [Name in HostEventName]: (data: HostEventData<Name>) => void }

/**
 * Listen to the events of the desktop shell's host; what is not as it is agreed is passed over. The browser comes back by
 * itself where the line breaks.
 * @param onOpen each time the host has answered.
 * @returns ends it.
 */
export function listenToHost(listeners: HostListeners, onOpen: () => void): () => void {
  const source = new EventSource(eventsPath)
  source.addEventListener('open', onOpen)
  for (const name of Object.keys(hostEvents) as HostEventName[]) {
    source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      const read = v.safeParse(hostEvents[name], JSON.parse(data))
      if (read.success) (listeners[name] as (data: unknown) => void)(read.output)
    })
  }
  return () => source.close()
}
