import { describe, expect, test } from 'vitest'
import type { Rollout } from '../../domain/entities/bkernel.ts'
import { Fault } from '../../domain/fault.ts'
import {
  isReached,
  listSteps,
  type RolloutStep,
  soakLeft,
  takeStep,
} from '../../domain/rules/rollout.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 10, 1) + hours * 3_600_000).toISOString()
const running: Rollout = { state: 'running', phase: 1, since: at(0) }
const reasonOf = (rollout: Rollout | undefined, step: RolloutStep, hours = 0) => {
  try {
    return takeStep({ rollout }, step, at(hours))
  } catch (error) {
    return error instanceof Fault ? error.first : error
  }
}

describe('issue 19: the rollout of a version', () => {
  test('starts in its first phase, and goes on only after the soak of each', () => {
    expect(takeStep({}, 'start', at(0))).toEqual({ state: 'running', phase: 0, since: at(0) })
    const early = reasonOf(running, 'next', 70.5)
    expect(early).toMatchObject({ reason: 'rollout_soaking', params: { hours: 2 } })
    expect(soakLeft(running, Date.parse(at(70.5)))).toBe(1.5)
    expect(takeStep({ rollout: running }, 'next', at(72))).toMatchObject({
      phase: 2,
      since: at(72),
    })
    const last = { ...running, phase: 4 }
    expect(takeStep({ rollout: last }, 'next', at(72))).toMatchObject({ state: 'finished' })
  })

  test('keeps its phase in a pause, whose time does not count, and never goes on after a halt', () => {
    const paused = takeStep({ rollout: running }, 'pause', at(10))
    expect(paused).toEqual({ ...running, state: 'paused' })
    expect(reasonOf(paused, 'next', 100)).toMatchObject({ reason: 'rollout_state' })
    expect(takeStep({ rollout: paused }, 'resume', at(100))).toEqual({ ...running, since: at(100) })
    const halted = takeStep({ rollout: paused }, 'halt', at(11))
    expect(listSteps({ rollout: halted })).toEqual([])
    expect(reasonOf(halted, 'start')).toMatchObject({ reason: 'rollout_state' })
  })

  test('comes to devices by their place and to linked ones first, and to none while paused or halted', () => {
    const devices = Array.from({ length: 1000 }, (_, place) => `device ${place}`)
    const reach = (rollout: Rollout | undefined) =>
      new Set(
        devices.filter((one) => isReached({ uuid: 'v', rollout, device_uuids: ['device 7'] }, one)),
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
})
