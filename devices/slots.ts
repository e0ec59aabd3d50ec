import { createHash } from 'node:crypto'
import { readSetting, type Store, writeSetting } from './store.ts'

/**
 * The two places for the device's software (A/B): one runs, the other takes an update. A new one is on trial until it
 * has come up and has passed its checks; if it does not, the old one runs again, untouched.
 */
export type Slot = 'A' | 'B'

interface Image {
  version: string
  /** SHA-256 of its bytes; empty for what the factory has installed. */
  hash: string
}

export interface Trial {
  slot: Slot
  /** Number of its starts. */
  tries: number
  /** The UPDATE that brought it. */
  command_uuid: string
}

export interface Slots {
  active: Slot
  images: Partial<Record<Slot, Image>>
  trial: Trial | null
}

const setting = 'slots'

export function loadSlots(store: Store): Slots {
  const kept = readSetting(store, setting)
  return kept ? (JSON.parse(kept) as Slots) : { active: 'A', images: {}, trial: null }
}

export function keepSlots(store: Store, slots: Slots): void {
  writeSetting(store, setting, JSON.stringify(slots))
}

/** Write an image into a slot, over what the slot had. */
export function writeSlot(store: Store, slot: Slot, bytes: Uint8Array): void {
  store.prepare('INSERT OR REPLACE INTO slot (name, image) VALUES (?, ?)').run(slot, bytes)
}

/** Return true when the bytes in a slot are those that were installed: flash memory ages. */
export function isWholeSlot(store: Store, slot: Slot): boolean {
  const hash = loadSlots(store).images[slot]?.hash
  const row = store.prepare('SELECT image FROM slot WHERE name = ?').get(slot)
  return row !== undefined && sha256(row['image'] as Uint8Array) === hash
}

export function otherSlot(slot: Slot): Slot {
  return slot === 'A' ? 'B' : 'A'
}

/** Read the running software and that of the other slot. `given`: the version from the factory. */
export function readSlots(
  store: Store,
  given: string,
): { slot: Slot; version: string; other: string | null } {
  const { active, images, trial } = loadSlots(store)
  const slot = trial && trial.tries > 0 ? trial.slot : active
  const versionIn = (which: Slot) => images[which]?.version ?? (which === 'A' ? given : null)
  return { slot, version: versionIn(slot) ?? given, other: versionIn(otherSlot(slot)) }
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Bytes of a simulated device's software: several pieces of a download. */
const simulatedBytes = 600 * 1024

/**
 * Make the software of a simulated device, as its maker would upload it. It follows from the version alone, so that tests and
 * demonstrations have the same.
 */
export function simulatedImage(version: string): Uint8Array<ArrayBuffer> {
  const image = new Uint8Array(simulatedBytes)
  const line = new TextEncoder().encode(`bkernel ${version} for simulated devices\n`)
  for (let at = 0; at < image.length; at += line.length) {
    image.set(line.subarray(0, image.length - at), at)
  }
  return image
}
