import { describe, expect, it } from 'vitest'
import { type Alarm, alarmCauses } from '../../domain/entities/alarm.ts'
import {
  alarmFacts,
  type FoundCause,
  planAlarm,
  refuseAlarm,
  sameAlarmMs,
} from '../../domain/rules/alarm.ts'

const now = Date.parse('2026-11-27T12:00:00.000Z')
const ago = (ms: number) => new Date(now - ms).toISOString()

const cause: FoundCause = {
  cause: 'device_silent',
  about: { kind: 'device', uuid: '01a21b67-19cf-7206-8923-000000000001' },
  name: 'bGATE',
  swarms: ['01a21b67-19cf-7206-8923-000000000002'],
  since: ago(3_600_000),
}

const raised: Alarm = {
  ...cause,
  uuid: '01a21b67-19cf-7206-8923-000000000003',
  created_at: ago(60_000),
  updated_at: ago(60_000),
  status: 'raised',
  raised_at: ago(60_000),
  count: 1,
  acknowledged: null,
  cleared: null,
  lasts: 1,
}

const cleared = (ms: number, how: 'ended' | 'person', lasts: 0 | 1): Alarm => ({
  ...raised,
  status: 'cleared',
  lasts,
  cleared: { at: ago(ms), how, user_uuid: null, user_name: '', reason: '' },
})

const acts = (known: Alarm | null, found: FoundCause | null) =>
  planAlarm(known, found, now).map((step) => step.act)

describe('the alarm of a cause', () => {
  it('is raised once, and stays while the cause does', () => {
    expect(acts(null, cause)).toEqual(['raise'])
    expect(acts(raised, cause)).toEqual([])
    expect(acts({ ...raised, status: 'acknowledged' }, cause)).toEqual([])
    expect(acts(null, null)).toEqual([])
  })

  it('ends with its cause, acknowledged or not', () => {
    expect(acts(raised, null)).toEqual(['end'])
    expect(acts({ ...raised, status: 'acknowledged' }, null)).toEqual(['end'])
    expect(acts(cleared(0, 'ended', 0), null)).toEqual([])
  })

  it('is the same one when the cause is back within a day, and a new one later', () => {
    expect(acts(cleared(sameAlarmMs - 1, 'ended', 0), cause)).toEqual(['raise_again'])
    expect(acts(cleared(sameAlarmMs, 'ended', 0), cause)).toEqual(['raise'])
  })

  it('that a person has cleared comes back only after the cause was over', () => {
    expect(acts(cleared(0, 'person', 1), cause)).toEqual([])
    expect(acts(cleared(30 * sameAlarmMs, 'person', 1), cause)).toEqual([])
    expect(acts(cleared(0, 'person', 1), null)).toEqual(['forget'])
    expect(acts(cleared(0, 'person', 0), cause)).toEqual(['raise_again'])
  })

  it('ends for the people of one swarm and is raised for those of another', () => {
    const moved = { ...cause, swarms: ['01a21b67-19cf-7206-8923-000000000009'] }
    expect(acts(raised, moved)).toEqual(['end', 'raise'])
    // Raise it again: the other people have not seen the one before.
    expect(acts(cleared(0, 'ended', 0), moved)).toEqual(['raise'])
  })

  it('follows the name of what it is about', () => {
    expect(acts(raised, { ...cause, name: 'Renamed' })).toEqual(['follow'])
  })
})

describe('what a person may do about an alarm', () => {
  it('acknowledge it while it is raised', () => {
    expect(refuseAlarm('acknowledge', raised, [])).toBeNull()
    for (const status of ['acknowledged', 'cleared'] as const) {
      expect(refuseAlarm('acknowledge', { ...raised, status }, [])).toMatchObject({
        reason: 'wrong_state',
        state: status,
      })
    }
  })

  it.each(alarmCauses)('clear one of %s as its facts say', (name) => {
    const { clears } = alarmFacts[name]
    const alarm = { ...raised, cause: name }
    if (clears === null) {
      expect(refuseAlarm('clear', alarm, [])).toMatchObject({ reason: 'wrong_state', state: name })
      return
    }
    expect(refuseAlarm('clear', alarm, [])).toEqual({
      reason: 'permission_missing',
      permission: clears,
    })
    expect(refuseAlarm('clear', alarm, [clears])).toBeNull()
    expect(refuseAlarm('clear', { ...alarm, status: 'cleared' }, [clears])).toMatchObject({
      reason: 'wrong_state',
    })
  })
})
