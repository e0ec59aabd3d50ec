import { createHash } from 'node:crypto'
import { readSetting, type Store, writeSetting } from './store.ts'

/**
 * The two places for the device's software (A/B): one runs, the other takes an update. A new one is on trial until it
 * has come up; if it does not, the old one runs again, untouched.
 */
export type Slot = 'A' | 'B'

interface Image {
  version: string
  /** Downloaded software, and its SHA-256 as ordered. */
  text: string
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

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Make the software of a simulated device, which a real one would fetch from its maker. It follows from the version
 * alone, so that its hash can be published with the version.
 */
export function simulatedImage(version: string): string {
  return `bkernel ${version} for simulated devices\n`
}
