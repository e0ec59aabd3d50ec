import type { Command, RefusalReason } from '../domain/live/command.ts'
import type { DeviceSettings, DeviceSetup } from '../domain/live/device-setup.ts'
import { factoryIllumination, findConfigProblems, isOfRun } from '../domain/rules/device-config.ts'
import type { Bench } from './bench.ts'
import { describeCalibrations } from './calibrated-optics.ts'
import type { DeviceFacts } from './facts.ts'
import { shellUntil } from './remote-shell.ts'
import { readSlots } from './slots.ts'
import { readSetting, removeSetting, type Store, writeSetting } from './store.ts'

/** Names of what is kept in the device's own storage. */
const kept = { settings: 'settings', name: 'info.name', hostname: 'info.hostname' } as const

function readSettings({ facts, store }: Pick<Bench, 'facts' | 'store'>): DeviceSettings {
  const changed = JSON.parse(readSetting(store, kept.settings) ?? '{}') as DeviceSettings
  return { ...factoryIllumination(facts.wavelengths), ...changed }
}

/** Change the settings named, all of them or none; those that a run is measured by are refused while one goes on. */
export function changeSettings(bench: Bench, changes: DeviceSettings): RefusalReason | null {
  const { facts, store } = bench
  const subject = {
    deviceType: facts.type,
    bkernel_version: facts.bkernelVersion,
    wavelengths: facts.wavelengths,
  }
  // Refuse settings that have other ways: a file server has commands which know its password, and a calibration is accepted by a signature.
  const isForeign = Object.keys(changes).some((key) => /^(samba|calibration)\./.test(key))
  if (isForeign || findConfigProblems(changes, subject).length > 0) return 'setting_refused'
  if (bench.run?.outcome === null && isOfRun(changes)) return 'busy'
  writeSetting(store, kept.settings, JSON.stringify({ ...readSettings(bench), ...changes }))
  bench.notice('settings_changed', Object.keys(changes).slice(0, 5).join(', '))
  return null
}

/** Take the settings that a company has given to the device back to those of the factory. */
export function forgetSettings(store: Store): void {
  removeSetting(store, kept.settings)
}

type Info = Extract<Command, { name: 'SET_INFO' }>['info']

/**
 * Give the device another name, or another name in the network. The notice says which: the names themselves are for those who
 * may read the device.
 */
export function changeInfo(bench: Bench, { name, hostname }: Info): null {
  if (name !== undefined) writeSetting(bench.store, kept.name, name)
  if (hostname !== undefined) {
    writeSetting(bench.store, kept.hostname, hostname)
    bench.facts = { ...bench.facts, hostname: hostname }
  }
  const changed = [name === undefined ? '' : 'name', hostname === undefined ? '' : 'hostname']
  bench.notice('settings_changed', changed.filter(Boolean).join(', '))
  return null
}

/** Return the facts a device was started with, with what has been changed on it since. */
export function factsOf(given: DeviceFacts, store: Store): DeviceFacts {
  return {
    ...given,
    hostname: readSetting(store, kept.hostname) ?? given.hostname,
    bkernelVersion: readSlots(store, given.bkernelVersion).version,
  }
}

/** Return the setup that the device reports about itself. */
export function describeSetup(bench: Bench): DeviceSetup {
  const { facts, store } = bench
  const { slot, version, other } = readSlots(store, facts.bkernelVersion)
  const until = shellUntil(store, bench.clock.now())
  return {
    name: readSetting(store, kept.name),
    hostname: facts.hostname,
    bkernel_version: version,
    slot,
    other_version: other,
    settings: { ...readSettings(bench), ...describeCalibrations(store) },
    remote_shell_until: until,
  }
}
