import {
  isJoined,
  type SavedWifi,
  type WifiCause,
  type WifiLink,
} from '../../../../domain/lan/radio.ts'

/** Step of the Wi-Fi of a device, from switched off to the service. */
export type WifiStep =
  | { at: 'off' }
  | { at: 'idle' }
  | { at: 'connecting'; ssid: string }
  /** In the network; with a cause the service is not reached from there. */
  | { at: 'connected'; ssid: string; cause: WifiCause | null }
  /** The last attempt has failed; the device is where it was before. */
  | { at: 'failed'; ssid: string; cause: WifiCause; stayed: string | null }

/**
 * Return the step of a device's Wi-Fi, by what it tells and by what this page is doing. A failed attempt is shown until
 * the next one, also on a page that was opened after it.
 * @param connecting network that this page has asked it to connect to; null while it asks nothing.
 */
export function wifiStep(
  { saved, link }: { saved: readonly SavedWifi[]; link: WifiLink | null },
  connecting: string | null,
): WifiStep {
  if (connecting !== null) return { at: 'connecting', ssid: connecting }
  if (link && !link.on) return { at: 'off' }
  const ssid = saved.find((one) => one.connected)?.ssid ?? null
  const last = link?.last ?? null
  if (last && last.cause !== null && !isJoined(last.cause)) {
    return { at: 'failed', ssid: last.ssid, cause: last.cause, stayed: ssid }
  }
  if (ssid === null) return { at: 'idle' }
  return { at: 'connected', ssid, cause: last?.ssid === ssid ? last.cause : null }
}

/** A network of the list: in reach, saved, or both. */
export interface ListedWifi {
  ssid: string
  security: SavedWifi['security']
  /** In percent; null where the device does not hear it. */
  signal: number | null
  saved: boolean
  connected: boolean
}

/** Join the networks in reach and the saved ones: the connected one first, then by strength, those out of reach last. */
export function listWifis(
  heard: readonly { ssid: string; security: SavedWifi['security']; signal: number }[],
  saved: readonly SavedWifi[],
): ListedWifi[] {
  const names = new Set([...heard, ...saved].map(({ ssid }) => ssid))
  const listed = [...names].flatMap((ssid) => {
    const near = heard.find((one) => one.ssid === ssid)
    const kept = saved.find((one) => one.ssid === ssid)
    const security = (near ?? kept)?.security
    if (!security) return []
    const signal = near?.signal ?? null
    return [
      { ssid, security, signal, saved: kept !== undefined, connected: kept?.connected ?? false },
    ]
  })
  return listed.toSorted(
    (a, b) => Number(b.connected) - Number(a.connected) || (b.signal ?? -1) - (a.signal ?? -1),
  )
}
