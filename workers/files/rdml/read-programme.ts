import type { ProgrammeStep } from '../imported-run.ts'
import { childOf, childrenOf, childText, type XmlElement } from '../read-xml.ts'
import { readPlain } from '../read-numbers.ts'

/**
 * Read the steps of a `thermalCyclingConditions` in the order of their numbers; null when there are none or one of them
 * cannot be read, because half a programme is worse than none.
 */
export function readProgramme(conditions: XmlElement | undefined): ProgrammeStep[] | null {
  if (!conditions) return null
  const numbered = childrenOf(conditions, 'step')
    .map((step) => ({ nr: number(step, 'nr'), step }))
    .sort((a, b) => a.nr - b.nr)
  const positions = new Map(numbered.map(({ nr }, index) => [nr, index]))
  const steps = numbered.map(({ step }) => readStep(step, positions))
  if (steps.length === 0) return null
  return steps.every((step) => step !== null) ? steps : null
}

function readStep(step: XmlElement, positions: ReadonlyMap<number, number>): ProgrammeStep | null {
  const temperature = childOf(step, 'temperature')
  if (temperature) return readTemperature(temperature)
  const gradient = childOf(step, 'gradient')
  if (gradient) {
    return keepFinite({
      type: 'gradient',
      high: number(gradient, 'highTemperature'),
      low: number(gradient, 'lowTemperature'),
      duration: number(gradient, 'duration'),
    })
  }
  const loop = childOf(step, 'loop')
  if (loop) {
    const goto = positions.get(number(loop, 'goto')) ?? Number.NaN
    return keepFinite({ type: 'loop', goto, repeat: number(loop, 'repeat') })
  }
  const pause = childOf(step, 'pause')
  if (pause) return keepFinite({ type: 'pause', temperature: number(pause, 'temperature') })
  return childOf(step, 'lidOpen') ? { type: 'lidOpen' } : null
}

function readTemperature(element: XmlElement): ProgrammeStep | null {
  const change = number(element, 'temperatureChange')
  const measure = childText(element, 'measure').toLowerCase()
  const measured =
    measure === 'real time' || measure === 'meltcurve' ? ({ measure } as const) : undefined
  return keepFinite({
    type: 'temperature',
    temperature: number(element, 'temperature'),
    duration: number(element, 'duration'),
    ...(Number.isFinite(change) && change !== 0 && { temperatureChange: change }),
    ...measured,
  })
}

function keepFinite(step: ProgrammeStep): ProgrammeStep | null {
  return Object.values(step).some((value) => typeof value === 'number' && !Number.isFinite(value))
    ? null
    : step
}

function number(element: XmlElement, name: string): number {
  const text = childText(element, name).replace(',', '.')
  return readPlain(text) ?? Number.NaN
}
