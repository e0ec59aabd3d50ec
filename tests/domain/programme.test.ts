import { describe, expect, it } from 'vitest'
import type { Process, ProcessStep } from '../../domain/entities/process-recipe.ts'
import { Fault } from '../../domain/fault.ts'
import {
  amplificationLoop,
  expandProgramme,
  findLoops,
  sizeProgramme,
} from '../../domain/rules/programme.ts'

function process(...steps: ProcessStep[]): Process {
  return {
    steps,
    channels: [{ wavelength: 'FAM', intensity: 100, exposure: 50 }],
    lid_temperature: 105,
  }
}

const hold = (temperature: number, duration = 10): ProcessStep => ({
  type: 'temperature',
  temperature,
  duration,
})
const read = (temperature: number): ProcessStep =>
  ({ ...hold(temperature), measure: 'real time' }) as ProcessStep
const loop = (goto: number, repeat: number): ProcessStep => ({ type: 'loop', goto, repeat })
const melt = (from: number, change: number): ProcessStep =>
  ({ ...hold(from, 5), temperature_change: change, measure: 'meltcurve' }) as ProcessStep

describe('expandProgramme', () => {
  it('runs a loop as often as it says, counting the points that are measured', () => {
    const steps = expandProgramme(process(hold(95, 120), hold(95), read(60), loop(1, 3)))
    expect(steps.map(({ source }) => source)).toEqual([0, 1, 2, 1, 2, 1, 2])
    expect(steps.flatMap(({ measure }) => measure?.index ?? [])).toEqual([1, 2, 3])
    expect(steps.map(({ pass }) => pass)).toEqual([1, 1, 1, 2, 2, 3, 3])
  })

  it('raises the temperature of a melt on each pass', () => {
    const steps = expandProgramme(process(melt(65, 0.5), loop(0, 4)))
    expect(steps.map(({ temperature }) => temperature)).toEqual([65, 65.5, 66, 66.5])
    expect(steps.map(({ measure }) => measure?.phase)).toEqual(['VAL', 'VAL', 'VAL', 'VAL'])
  })

  it('starts an inner loop afresh on each pass of the outer one', () => {
    const steps = expandProgramme(process(hold(50), read(60), loop(1, 2), loop(0, 2)))
    expect(steps.map(({ source }) => source)).toEqual([0, 1, 1, 0, 1, 1])
    expect(steps.map(({ pass }) => pass)).toEqual([1, 1, 2, 2, 1, 2])
  })

  it('[STATE-006] takes added cycles of a loop, and fewer when the number is negative', () => {
    const plan = process(read(60), loop(0, 10))
    const cycles = (extra: number) =>
      sizeProgramme(expandProgramme(plan, new Map([[1, extra]]))).cycles
    expect([cycles(5), cycles(-3), cycles(0)]).toEqual([15, 7, 10])
  })

  it('names the step of a loop that goes forward, crosses another or never ends', () => {
    const reasonOf = (...steps: ProcessStep[]) => {
      try {
        expandProgramme(process(...steps))
        return null
      } catch (error) {
        if (error instanceof Fault) return [error.first.reason, error.first.field]
        throw error
      }
    }
    expect(reasonOf(loop(0, 2))).toEqual(['loop_forward', 'process.steps.0.goto'])
    expect(reasonOf(hold(50), hold(60), loop(0, 2), hold(70), loop(1, 2))).toEqual([
      'loop_crossing',
      'process.steps.4.goto',
    ])
    expect(reasonOf(hold(50), loop(0, 500), loop(0, 500))?.[0]).toBe('programme_too_long')
    expect(reasonOf(hold(50), hold(60), loop(0, 2))).toBeNull()
  })
})

describe('sizeProgramme', () => {
  it('adds ramps to the holds', () => {
    const { seconds } = sizeProgramme(expandProgramme(process(hold(85, 30))), 3)
    expect(seconds).toBeCloseTo((85 - 25) / 3 + 30)
  })
})

describe('amplificationLoop', () => {
  it('finds the loop around the measured step, and none without', () => {
    expect(amplificationLoop(process(hold(95), hold(95), read(60), loop(1, 40)))).toEqual({
      first: 1,
      last: 3,
      repeat: 40,
    })
    expect(amplificationLoop(process(hold(95), melt(65, 1), loop(1, 20)))).toBeNull()
    expect(findLoops([read(60)])).toEqual([])
  })
})
