import { type ReadonlySignal, signal } from '@preact/signals-react'
import { desktopRefreshPageSize, refreshPageSize } from '../../domain/catalog/limits.ts'
import type { FoundDevice, NetworkConfig, WatchState } from '../../domain/desktop-bridge.ts'
import type { LanCall } from '../../domain/lan/lan-call.ts'

/** Return true in the desktop shell: its host marks the page that it serves. */
export function inDesktop(): boolean {
  return globalThis.document?.querySelector('meta[name=desktop]') != null
}

/** Return the number of records in a page of a refresh (spec §7). */
export function pageSizeHere(): number {
  return inDesktop() ? desktopRefreshPageSize : refreshPageSize
}

/** Call a device in the local network other than by the browser: returns the device's envelope. */
export type DeviceWay = (
  row: LanCall,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<unknown>

const found = signal<readonly FoundDevice[]>([])
const network = signal<NetworkConfig | null>(null)
const watched = signal<WatchState | null>(null)
let findWay: (origin: string) => DeviceWay | null = () => null

/** Devices that the host hears in the local network; none in a browser, which cannot look. */
export const foundDevices: ReadonlySignal<readonly FoundDevice[]> = found
/** By what this machine hangs in the local network; null in a browser, which is not told. */
export const hostNetwork: ReadonlySignal<NetworkConfig | null> = network

/** The folder that the shell watches; null in a browser, and until the shell has said so. */
export const watchedFolder: ReadonlySignal<WatchState | null> = watched

/** Return the way to devices through the shell; null for calls by the browser itself. */
export function deviceWay(origin: string): DeviceWay | null {
  return findWay(origin)
}

/** For the one file that listens to the host (web/follow-host.ts), which no page in a browser loads. */
export const hostState = {
  found,
  network,
  watched,
  reachDevicesBy(way: typeof findWay): void {
    findWay = way
  },
}
