import { localDay, momentAt, openZone } from '../calendar.ts'
import { alarmCauses } from '../entities/alarm.ts'
import type { Setting } from '../entities/user-settings.ts'

/**
 * Kinds of messages that a person decides about: written by people, comments that mention them, decisions about their own recipes, the end of their own runs and
 * of all runs of their swarms, failed controls there, and alarms by cause.
 */
export const chosenKinds = [
  'written',
  'mentioned',
  'recipe',
  'run_ended',
  'swarm_run_ended',
  'control_failed',
  ...alarmCauses,
] as const
export type ChosenKind = (typeof chosenKinds)[number]

/** Ways of a message: none, the tray alone, or the tray and a mail. */
export const messageWays = ['off', 'tray', 'mail'] as const
export type MessageWay = (typeof messageWays)[number]

/** A person's choices. Notices of recalls always come both ways: a wrong result must not go unnoticed. */
export interface MessageChoices extends Record<ChosenKind, MessageWay> {
  /** Time of the day, such as `22:00`, between which mails wait; null where they never do. */
  quiet: { from: string; to: string } | null
  /** Swarms whose runs of others they hear of; null for all of theirs, also those that they join later. */
  swarms: readonly string[] | null
}

/** Category of the user settings that holds the choices. */
export const messageCategory = 'messages'

/** Before anybody chooses: the same as before there was a choice; alarms in the tray. */
const first: MessageChoices = {
  written: 'tray',
  mentioned: 'tray',
  recipe: 'mail',
  run_ended: 'tray',
  swarm_run_ended: 'off',
  control_failed: 'tray',
  device_silent: 'tray',
  lot_expiring: 'tray',
  calibration_due: 'tray',
  certificate_waiting: 'tray',
  version_unsupported: 'tray',
  // Mail it: a laboratory that must verify the version first has until that day to postpone it.
  version_due: 'mail',
  quiet: null,
  swarms: null,
}

/** Setting that says that only some swarms are meant, and the beginning of the names of those that say which. */
const chosenSwarms = 'chosen_swarms'
const ofSwarm = 'swarm.'

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/

/** Read a person's choices from their settings. An unknown word counts as not chosen. */
export function readMessageChoices(
  settings: readonly Pick<Setting, 'name' | 'value' | 'category'>[],
): MessageChoices {
  const own = settings.filter(({ category }) => category === messageCategory)
  const valueOf = (name: string) => own.find((one) => one.name === name)?.value
  const wayOf = (kind: ChosenKind) =>
    messageWays.find((way) => way === valueOf(kind)) ?? first[kind]
  const [from, to] = [valueOf('quiet_from'), valueOf('quiet_to')]
  const isQuiet =
    typeof from === 'string' &&
    typeof to === 'string' &&
    timeOfDay.test(from) &&
    timeOfDay.test(to) &&
    from !== to
  const ways = Object.fromEntries(chosenKinds.map((kind) => [kind, wayOf(kind)]))
  return {
    ...(ways as Record<ChosenKind, MessageWay>),
    quiet: isQuiet ? { from, to } : null,
    swarms: valueOf(chosenSwarms) === true ? listSwarms(own) : null,
  }
}

function listSwarms(own: readonly Pick<Setting, 'name' | 'value'>[]): string[] {
  return own.flatMap(({ name, value }) =>
    name.startsWith(ofSwarm) && value === true ? name.slice(ofSwarm.length) : [],
  )
}

/** Return true where a person hears of runs of others in a swarm of theirs. */
export function hearsOfSwarm({ swarms }: Pick<MessageChoices, 'swarms'>, swarm: string): boolean {
  return swarms === null || swarms.includes(swarm)
}

/** Return settings in which another swarm is chosen for messages instead of one that is chosen. */
export function chooseInstead(
  settings: readonly Setting[],
  swarm: string,
  other: string,
): Setting[] {
  const isOf = ({ category, name }: Setting, uuid: string) =>
    category === messageCategory && name === `${ofSwarm}${uuid}`
  const chosen = settings.find((one) => isOf(one, swarm))
  if (chosen?.value !== true) return [...settings]
  const others = settings.filter((one) => !isOf(one, swarm) && !isOf(one, other))
  return [...others, { ...chosen, name: `${ofSwarm}${other}` }]
}

/** Write choices as the settings of their category. */
export function writeMessageChoices(choices: MessageChoices): Omit<Setting, 'category'>[] {
  const { quiet, swarms } = choices
  return [
    ...chosenKinds.map((name) => ({ name, value: choices[name] })),
    ...(quiet
      ? [
          { name: 'quiet_from', value: quiet.from },
          { name: 'quiet_to', value: quiet.to },
        ]
      : []),
    ...(swarms
      ? [
          { name: chosenSwarms, value: true },
          ...swarms.map((uuid) => ({ name: `${ofSwarm}${uuid}`, value: true })),
        ]
      : []),
  ]
}

const dayMs = 86_400_000

/**
 * Return the end of the quiet hours (ms since 1970) for a moment within them, otherwise null.
 * @param timezone IANA name of the person's zone.
 */
export function quietUntil(
  at: number,
  { quiet }: Pick<MessageChoices, 'quiet'>,
  timezone: string,
): number | null {
  if (!quiet) return null
  const zone = openZone(timezone)
  const today = localDay(at, zone)
  const moment = (time: string, day: number) => momentAt(day, time, zone)
  const isOverNight = quiet.from > quiet.to
  const [from, to] = [moment(quiet.from, today), moment(quiet.to, today)]
  if (!isOverNight) return at >= from && at < to ? to : null
  if (at < to) return to
  return at >= from ? moment(quiet.to, today + dayMs) : null
}
