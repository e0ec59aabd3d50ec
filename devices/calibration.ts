import { readSetting, type Store, writeSetting } from './store.ts'

const kept = 'calibrated_at'

/** When the device was last calibrated. A simulated one leaves its maker calibrated, the day it first starts. */
export function readCalibration(store: Store): string {
  const known = readSetting(store, kept)
  if (known !== null) return known
  const moment = new Date().toISOString()
  writeSetting(store, kept, moment)
  return moment
}
