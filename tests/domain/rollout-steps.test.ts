import { describe, expect, test } from 'vitest'
import type { Rollout } from '../../domain/entities/bkernel.ts'
import { Fault } from '../../domain/fault.ts'
import {
  isReached,
  listSteps,
  minutesToWindow,
  type RolloutStep,
  soakLeft,
  takeStep,
} from '../../domain/rules/rollout.ts'
import { uuidOf } from '../support/uuid-of.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 10, 1) + hours * 3_600_000).toISOString()
const running: Rollout = { state: 'running', phase: 1, since: at(0) }
const person = (hours: number, name = 'Ada') => ({
  by: uuidOf(name.length),
  by_name: name,
  at: at(hours),
})
const reasonOf = (rollout: Rollout | undefined, step: RolloutStep, hours = 0, untested = 0) => {
  try {
    return takeStep({ rollout }, step, person(hours), untested)
  } catch (error) {
    return error instanceof Fault ? error.first : error
  }
}

describe('issue 19: the rollout of a version', () => {
  test('starts in its first phase, and goes on only after the soak of each', () => {
    const approved: Rollout = { ...running, state: 'approved', phase: 0 }
    expect(takeStep({ rollout: approved }, 'start', person(5))).toEqual({
      state: 'running',
      phase: 0,
      since: at(5),
      offered_from: [at(5)],
    })
    const early = reasonOf(running, 'next', 70.5)
    expect(early).toMatchObject({ reason: 'rollout_soaking', params: { hours: 2 } })
    expect(soakLeft(running, Date.parse(at(70.5)))).toBe(1.5)
    expect(takeStep({ rollout: running }, 'next', person(72))).toMatchObject({
      phase: 2,
      since: at(72),
    })
    const last = { ...running, phase: 4 }
    expect(takeStep({ rollout: last }, 'next', person(72))).toMatchObject({ state: 'finished' })
  })

  test('keeps its phase in a pause, whose time does not count, and never goes on after a halt', () => {
    const paused = takeStep({ rollout: running }, 'pause', person(10))
    expect(paused).toEqual({ ...running, state: 'paused' })
    expect(reasonOf(paused, 'next', 100)).toMatchObject({ reason: 'rollout_state' })
    expect(takeStep({ rollout: paused }, 'resume', person(100))).toEqual({
      ...running,
      since: at(100),
    })
    const halted = takeStep({ rollout: paused }, 'halt', person(11))
    expect(listSteps({ rollout: halted })).toEqual([])
    expect(reasonOf(halted, 'start')).toMatchObject({ reason: 'rollout_state' })
  })

  test('comes to devices by their place and to linked ones first, and to none while paused or halted', () => {
    const facts = { model: 'bGATE 96', bkernel_version: '1.0.0', company: 'lab' }
    const devices = Array.from({ length: 1000 }, (_, place) => `device ${place}`)
    const reach = (rollout: Rollout | undefined) =>
      new Set(
        devices.filter((uuid) =>
          isReached(
            { uuid: 'v', rollout, device_uuids: ['device 7'] },
            { uuid, swarms: [], ...facts },
          ),
        ),
      )
    const phases = [0, 1, 2, 3, 4].map((phase) => reach({ ...running, phase }))
    expect(phases.every((one) => one.has('device 7'))).toBe(true)
    for (const [phase, one] of phases.slice(1).entries()) {
      expect([...(phases[phase] ?? [])].every((device) => one.has(device))).toBe(true)
    }
    expect(phases[4]?.size).toBe(1000)
    expect(phases[2]?.size).toBeGreaterThan(70)
    expect(phases[2]?.size).toBeLessThan(130)
    expect(reach({ ...running, state: 'paused' }).size).toBe(0)
    expect(reach({ ...running, phase: 4, state: 'halted' }).size).toBe(0)
    expect(reach({ ...running, state: 'finished' }).size).toBe(1000)
    expect(reach(undefined).size).toBe(1000)
  })

  test('does not go on without evidence unless a person says so', () => {
    expect(reasonOf(running, 'next', 72, 3)).toMatchObject({
      reason: 'rollout_untested',
      params: { gates: 3 },
    })
    expect(reasonOf(running, 'next_untested', 72, 3)).toMatchObject({ phase: 2 })
    expect(reasonOf(running, 'next_untested', 71)).toMatchObject({ reason: 'rollout_soaking' })
  })

  test('is installed in its window, also past midnight', () => {
    const night = { from: '22:00', to: '05:00' }
    expect([22 * 60, 0, 299].map((minute) => minutesToWindow(night, minute))).toEqual([0, 0, 0])
    expect([300, 12 * 60].map((minute) => minutesToWindow(night, minute))).toEqual([1020, 600])
    expect(minutesToWindow({ from: '02:00', to: '05:00' }, 6 * 60)).toBe(20 * 60)
  })
})
