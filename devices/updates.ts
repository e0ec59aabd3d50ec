import type { RefusalReason } from '../domain/live/command.ts'
import { compareVersions } from '../domain/rules/version.ts'
import type { Bench } from './bench.ts'
import { keepAnswer } from './outbox.ts'
import { keepSlots, loadSlots, otherSlot, readSlots, sha256, simulatedImage } from './slots.ts'
import { readSetting, removeSetting, type Store, transact, writeSetting } from './store.ts'

/** An update that has been ordered and not been installed yet. */
interface Order {
  command_uuid: string
  version: string
  file_hash: string
}

const setting = 'update'
/** For demonstrations and tests: `corrupt` spoils what is fetched, `no_boot` what is installed. */
export const updateFault = 'fault.update'
/** Duration of a simulated device's download. */
const fetchMs = 1_000
const mostTries = 3

/** Takes an update up: what it was told to fetch is kept, so that a power cut only delays it. */
export function orderUpdate({ facts, store, run }: Bench, order: Order): RefusalReason | null {
  if (run?.outcome === null || isUpdating(store)) return 'busy'
  const difference = compareVersions(order.version, readSlots(store, facts.bkernelVersion).version)
  if (difference === 0) return 'already_installed'
  if (difference < 0) return 'not_supported'
  writeSetting(store, setting, JSON.stringify(order))
  return null
}

/** Return true between the order and the restart, when the device takes no run. */
export function isUpdating(store: Store): boolean {
  return readSetting(store, setting) !== null || loadSlots(store).trial !== null
}

/** Fetches what was ordered and installs it beside what runs; nothing where nothing was ordered. */
export function continueUpdate(bench: Bench): void {
  const { store, clock } = bench
  const kept = readSetting(store, setting)
  if (kept === null) return
  clock.after(fetchMs, () => {
    if (readSetting(store, setting) === kept) install(bench, JSON.parse(kept) as Order)
  })
}

function install(bench: Bench, { command_uuid, version, file_hash }: Order): void {
  const { store, facts } = bench
  const text = fetchImage(store, version)
  const isMeant = sha256(text) === file_hash
  transact(store, () => {
    removeSetting(store, setting)
    if (!isMeant) {
      keepAnswer(store, { command_uuid, state: 'refused', reason: 'update_mismatch' })
      return
    }
    const slots = loadSlots(store)
    const slot = otherSlot(slots.active)
    // From now on there are two versions here: the one from the factory is written down beside the new one.
    const factory = { version: facts.bkernelVersion, text: '', hash: '' }
    const images = {
      [slots.active]: factory,
      ...slots.images,
      [slot]: { version, text, hash: file_hash },
    }
    keepSlots(store, { ...slots, images, trial: { slot, tries: 0, command_uuid } })
  })
  if (isMeant) bench.power('reboot')
  else bench.notice('error', `What was fetched of ${version} is not what was ordered`)
}

function fetchImage(store: Store, version: string): string {
  const spoiled = readSetting(store, updateFault) === 'corrupt'
  return simulatedImage(version) + (spoiled ? '\u0000' : '')
}

/**
 * Start new software on trial when the device is switched on. Damaged software, or software that was started several times
 * without success, is replaced by the previous one.
 */
export function bootSlot(store: Store): void {
  const slots = loadSlots(store)
  const { trial } = slots
  if (!trial) return
  const image = slots.images[trial.slot]
  const comesUp = image !== undefined && sha256(image.text) === image.hash && mayBoot(store)
  if (comesUp && trial.tries < mostTries) {
    keepSlots(store, { ...slots, trial: { ...trial, tries: trial.tries + 1 } })
    return
  }
  const { [trial.slot]: _gone, ...images } = slots.images
  transact(store, () => {
    keepSlots(store, { ...slots, images, trial: null })
    const { command_uuid } = trial
    keepAnswer(store, { command_uuid, state: 'refused', reason: 'update_rolled_back' })
  })
}

function mayBoot(store: Store): boolean {
  return readSetting(store, updateFault) !== 'no_boot'
}

/** Confirm that the new software has come up and is used from now on. Return its version, or null when none was on trial. */
export function confirmUpdate(store: Store): string | null {
  const slots = loadSlots(store)
  const { trial } = slots
  if (!trial) return null
  const version = slots.images[trial.slot]?.version ?? ''
  transact(store, () => {
    keepSlots(store, { ...slots, active: trial.slot, trial: null })
    keepAnswer(store, {
      command_uuid: trial.command_uuid,
      state: 'done',
      data: { of: 'update', version, slot: trial.slot },
    })
  })
  return version
}
