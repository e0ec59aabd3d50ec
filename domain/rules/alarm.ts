import type { Alarm, AlarmCause, AlarmState } from '../entities/alarm.ts'
import { can, type Permission } from '../permissions.ts'
import { labLotActions } from '../actions/lot.ts'

/** Facts of a cause: the permission to clear its alarms by hand, or null where only the end of the cause clears them. */
interface CauseFacts {
  clears: Permission | null
}

/**
 * Facts of each cause. A device may have been put away and a lot thrown away, which no record says; a due calibration, a
 * certificate and old software end by what is done about them.
 */
export const alarmFacts: Readonly<Record<AlarmCause, CauseFacts>> = {
  device_silent: { clears: 'products.edit' },
  lot_expiring: { clears: labLotActions.keep.needs },
  calibration_due: { clears: null },
  certificate_waiting: { clears: null },
  version_unsupported: { clears: null },
  version_due: { clears: null },
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** Time without a connection after which a device is silent (ms); our choice: longer than a restart with an update. */
export const silentAfterMs = 15 * minuteMs
/** Time after which a certificate has waited too long for its reviewer (ms); our choice. */
export const certificateWaitsMs = 2 * dayMs
/** Time before the day on which a device installs software by itself (ms); our choice: a weekend is shorter. */
export const installNoticeMs = 3 * dayMs
/** Time within which a cause that comes back raises the same alarm again, with its count (ms). */
export const sameAlarmMs = dayMs

/** A cause as it is found in the records. */
export type FoundCause = Pick<
  Alarm,
  'cause' | 'about' | 'name' | 'lot' | 'deviceType' | 'version' | 'swarms' | 'since'
>

/** Return the word under which alarms of one cause are found: there is at most one open alarm of each. */
export function causeKey({ cause, about, lot }: Pick<FoundCause, 'cause' | 'about' | 'lot'>) {
  return [cause, about.uuid, lot ?? ''].join(' ')
}

/** Step of a round with the alarm of a cause. */
export type AlarmStep =
  | { act: 'raise'; cause: FoundCause }
  | { act: 'raise_again'; uuid: string; cause: FoundCause }
  | { act: 'follow'; uuid: string; cause: FoundCause }
  | { act: 'end'; uuid: string; how: 'ended' | 'moved' }
  /** The cause of an alarm that a person has cleared is over: it may be raised another time. */
  | { act: 'forget'; uuid: string }

/**
 * Plan what follows from a cause that is there, or is not any more (null).
 * @param known the newest alarm of the cause, if there ever was one.
 * @param at time of the round (ms since 1970).
 */
export function planAlarm(known: Alarm | null, cause: FoundCause | null, at: number): AlarmStep[] {
  if (!cause) return known ? planEnd(known) : []
  if (!known) return [{ act: 'raise', cause }]
  const { uuid } = known
  if (known.status !== 'cleared') {
    if (!hasSame(known.swarms, cause.swarms)) {
      return [
        { act: 'end', uuid, how: 'moved' },
        { act: 'raise', cause },
      ]
    }
    const isSame =
      known.name === cause.name && known.version === cause.version && known.since === cause.since
    return isSame ? [] : [{ act: 'follow', uuid, cause }]
  }
  if (known.lasts === 1) return []
  const since = Date.parse(known.cleared?.at ?? known.updated_at)
  const isRecent = at - since < sameAlarmMs && hasSame(known.swarms, cause.swarms)
  return [isRecent ? { act: 'raise_again', uuid, cause } : { act: 'raise', cause }]
}

function planEnd({ uuid, status, lasts }: Alarm): AlarmStep[] {
  if (status !== 'cleared') return [{ act: 'end', uuid, how: 'ended' }]
  return lasts === 1 ? [{ act: 'forget', uuid }] : []
}

function hasSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one))
}

export type AlarmAction = 'acknowledge' | 'clear'

/** Reason that a person may not do something about an alarm that they see. */
export type AlarmRefusal =
  | { reason: 'permission_missing'; permission: Permission }
  | { reason: 'wrong_state'; state: AlarmState | AlarmCause; action: AlarmAction }

/**
 * Return null where a person who sees an alarm may do this now: acknowledge it while it is raised, or clear it where its cause
 * can end unseen by any record.
 */
export function refuseAlarm(
  action: AlarmAction,
  { status, cause }: Pick<Alarm, 'status' | 'cause'>,
  permissions: readonly string[],
): AlarmRefusal | null {
  if (action === 'acknowledge') {
    return status === 'raised' ? null : { reason: 'wrong_state', state: status, action }
  }
  const { clears } = alarmFacts[cause]
  if (clears === null) return { reason: 'wrong_state', state: cause, action }
  if (!can(permissions, clears)) return { reason: 'permission_missing', permission: clears }
  return status === 'cleared' ? { reason: 'wrong_state', state: status, action } : null
}

/** Return true for an alarm that somebody still has to deal with. */
export function isOpenAlarm({ status }: Pick<Alarm, 'status'>): boolean {
  return status !== 'cleared'
}
