import { expect, test } from 'vitest'
import { type AlarmCause, alarmCauses } from '../../domain/entities/alarm.ts'
import {
  type MessageWay,
  quietUntil,
  readMessageChoices,
  writeMessageChoices,
} from '../../domain/rules/message-choices.ts'

const at = (text: string) => Date.parse(text)
/** The same choice for the alarms of each cause. */
const ofAlarms = <Way extends MessageWay>(way: Way) =>
  Object.fromEntries(alarmCauses.map((cause) => [cause, way])) as Record<AlarmCause, Way>

const setting = (name: string, value: string) => ({ name, value, category: 'messages' })

test('without a choice, and for unknown words, people get what they got before', () => {
  const ofRuns = { run_ended: 'tray', swarm_run_ended: 'off', control_failed: 'tray' }
  const ofPeople = { written: 'tray', mentioned: 'tray', recipe: 'mail' }
  // Announce by mail what a device will do by itself: nobody need be at the page.
  const alarms = { ...ofAlarms('tray'), version_due: 'mail' }
  const first = { ...alarms, ...ofRuns, ...ofPeople, quiet: null, swarms: null }
  expect(readMessageChoices([])).toEqual(first)
  const odd = [setting('written', 'loud'), setting('quiet_from', '25:00'), setting('quiet_to', '7')]
  expect(readMessageChoices(odd)).toEqual(first)
  const other = [{ ...setting('written', 'off'), category: 'views' }]
  expect(readMessageChoices(other)).toEqual(first)
})

test('choices are read as they were written', () => {
  for (const quiet of [null, { from: '22:00', to: '06:30' }]) {
    const ofRuns = { run_ended: 'mail', swarm_run_ended: 'tray', control_failed: 'off' } as const
    const choices = {
      ...ofAlarms('off'),
      ...ofRuns,
      written: 'mail',
      mentioned: 'off',
      recipe: 'off',
      quiet,
      swarms: quiet && ['5b0c2a41-7c1e-4b8e-9a55-2d61b6f0c733'],
    } as const
    const settings = writeMessageChoices(choices).map((one) => ({ ...one, category: 'messages' }))
    expect(readMessageChoices(settings)).toEqual(choices)
  }
})

test('quiet hours end at their time in the person’s zone, over midnight and within a day', () => {
  const night = { quiet: { from: '22:00', to: '06:30' } }
  // Count by the clock of Rome, an hour ahead of UTC in winter, two in summer.
  expect(quietUntil(at('2026-11-26T20:59:00Z'), night, 'Europe/Rome')).toBeNull()
  expect(quietUntil(at('2026-11-26T21:00:00Z'), night, 'Europe/Rome')).toBe(
    at('2026-11-27T05:30:00Z'),
  )
  expect(quietUntil(at('2026-11-27T03:00:00Z'), night, 'Europe/Rome')).toBe(
    at('2026-11-27T05:30:00Z'),
  )
  expect(quietUntil(at('2026-07-01T20:00:00Z'), night, 'Europe/Rome')).toBe(
    at('2026-07-02T04:30:00Z'),
  )
  expect(quietUntil(at('2026-11-27T05:30:00Z'), night, 'Europe/Rome')).toBeNull()
  const noon = { quiet: { from: '12:00', to: '13:00' } }
  expect(quietUntil(at('2026-11-26T12:30:00Z'), noon, 'UTC')).toBe(at('2026-11-26T13:00:00Z'))
  expect(quietUntil(at('2026-11-26T13:00:00Z'), noon, 'UTC')).toBeNull()
  expect(quietUntil(at('2026-11-26T12:30:00Z'), { quiet: null }, 'UTC')).toBeNull()
})
