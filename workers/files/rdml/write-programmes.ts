import type { ExportRun, ProgrammeStep } from '../imported-run.ts'
import type { NoticeList } from '../notices.ts'
import { attribute, element, optional } from './xml-text.ts'

/** Ids of the different thermal programmes of some runs, by their steps as JSON. */
export type Programmes = ReadonlyMap<string, { id: string; steps: readonly ProgrammeStep[] }>

export function collectProgrammes(runs: readonly ExportRun[]): Programmes {
  const programmes = new Map<string, { id: string; steps: readonly ProgrammeStep[] }>()
  for (const { programme } of runs) {
    if (!programme || programme.length === 0) continue
    const key = JSON.stringify(programme)
    if (programmes.has(key)) continue
    programmes.set(key, { id: `Programme ${programmes.size + 1}`, steps: programme })
  }
  return programmes
}

/** Write the reference of a run to its programme; nothing when it has none. */
export function referProgramme(run: ExportRun, programmes: Programmes): string {
  const id = programmes.get(JSON.stringify(run.programme))?.id
  return id === undefined ? '' : `<thermalCyclingConditions${attribute('id', id)}/>`
}

/** Write the `thermalCyclingConditions` elements. */
export function writeProgrammes(programmes: Programmes, notices: NoticeList): string[] {
  return [...programmes.values()].map(({ id, steps }) => writeConditions(id, steps, notices))
}

/** Write one `thermalCyclingConditions` element, with the lid's temperature if it is known. */
export function writeConditions(
  id: string,
  steps: readonly ProgrammeStep[],
  notices: NoticeList,
  lid: number | null = null,
): string {
  const written = steps.map(
    (step, i) => `<step>${element('nr', i + 1)}${writeStep(step, i, notices)}</step>\n`,
  )
  return (
    `<thermalCyclingConditions${attribute('id', id)}>\n${optional('lidTemperature', lid)}` +
    `${written.join('')}</thermalCyclingConditions>\n`
  )
}

function writeStep(step: ProgrammeStep, index: number, notices: NoticeList): string {
  /** RDML counts in whole seconds and passes from 1. */
  const whole = (value: number, name: string) => {
    const given = Math.max(1, Math.round(value))
    if (given !== value) {
      notices.add('value_not_written', { path: `step ${index + 1}` }, { name, value })
    }
    return given
  }
  switch (step.type) {
    case 'temperature':
      return (
        `<temperature>${element('temperature', step.temperature)}` +
        element('duration', whole(step.duration, 'duration')) +
        optional('temperatureChange', step.temperatureChange ?? null) +
        `${optional('measure', step.measure ?? null)}</temperature>`
      )
    case 'gradient':
      return (
        `<gradient>${element('highTemperature', step.high)}${element('lowTemperature', step.low)}` +
        `${element('duration', whole(step.duration, 'duration'))}</gradient>`
      )
    case 'loop':
      return (
        `<loop>${element('goto', step.goto + 1)}` +
        `${element('repeat', whole(step.repeat, 'repeat'))}</loop>`
      )
    case 'pause':
      return `<pause>${element('temperature', step.temperature)}</pause>`
    case 'lidOpen':
      return '<lidOpen/>'
  }
}
