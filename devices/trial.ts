import { timeFloor } from './lan/trust.ts'
import { keepAnswer } from './outbox.ts'
import { isWholeSlot, keepSlots, loadSlots, type Trial } from './slots.ts'
import { readSetting, type Store, transact } from './store.ts'

/** For demonstrations and tests: `no_boot` keeps installed software from starting, `unfit` from passing its checks. */
export const updateFault = 'fault.update'
/** Starts that new software has to come up. */
const mostTries = 3

/**
 * Start new software on trial when the device is switched on. Damaged software, or software that was started several times
 * without success, is replaced by the previous one.
 */
export function bootSlot(store: Store): void {
  const slots = loadSlots(store)
  const { trial } = slots
  if (!trial) return
  const comesUp = isWholeSlot(store, trial.slot) && readSetting(store, updateFault) !== 'no_boot'
  if (comesUp && trial.tries < mostTries) {
    keepSlots(store, { ...slots, trial: { ...trial, tries: trial.tries + 1 } })
    return
  }
  rollBack(store, trial)
}

/** Make the software before the one that runs again, and answer the order. */
function rollBack(store: Store, { slot, command_uuid }: Trial): void {
  transact(store, () => {
    const { trial: _over, ...slots } = loadSlots(store)
    const { [slot]: _gone, ...images } = slots.images
    keepSlots(store, { ...slots, images, trial: null })
    keepAnswer(store, { command_uuid, state: 'refused', reason: 'update_rolled_back' })
  })
}

/** Facts of the device that new software checks before it is used. */
export interface Health {
  /** Recordings that the optics can replay. */
  optics: number
  isFull: boolean
  /** Milliseconds since 1970 by the device's clock. */
  now: number
}

/** A clock may be behind the service's last word by so much (ms). */
const clockHold = 60_000

/**
 * Return the check that new software fails; null where it is fit. All of them are about the device: an answer of the service is
 * none, since an update must not fail because a line is down.
 */
function findUnfit(store: Store, { optics, isFull, now }: Health): string | null {
  if (readSetting(store, updateFault) === 'unfit') return 'self-test'
  if (store.prepare('PRAGMA quick_check').get()?.['quick_check'] !== 'ok') return 'storage'
  if (isFull) return 'disk'
  if (optics === 0) return 'optics'
  return now + clockHold < timeFloor(store) ? 'clock' : null
}

/** Outcome of a trial at this start; null without one. */
export type TrialEnd = { updated: string } | { unfit: string } | null

/**
 * End the trial of software that has come up: it is used from now on when it passes its checks, else the software before runs
 * from the next start on.
 */
export function endTrial(store: Store, health: Health): TrialEnd {
  const slots = loadSlots(store)
  const { trial } = slots
  if (!trial) return null
  const unfit = findUnfit(store, health)
  if (unfit) {
    rollBack(store, trial)
    return { unfit }
  }
  const version = slots.images[trial.slot]?.version ?? ''
  transact(store, () => {
    keepSlots(store, { ...slots, active: trial.slot, trial: null })
    keepAnswer(store, {
      command_uuid: trial.command_uuid,
      state: 'done',
      data: { of: 'update', version, slot: trial.slot },
    })
  })
  return { updated: version }
}
