import type { Process, ProcessStep } from '../../../../domain/entities/process-recipe.ts'
import { plannedCycles } from '../../../../domain/rules/programme.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import type { Element } from '../file/structure.ts'
import type { Strip } from '../page/paginate.ts'
import type { Sheet } from '../page/sheet.ts'
import { type Column, table } from '../page/table-strips.ts'
import { factList, heading, paragraph } from '../page/text-strips.ts'
import type { ReportFacts } from './report-facts.ts'
import type { Say } from './say.ts'

/** Print the thermal programme: each step with temperature, hold and reading, and its repetitions. */
export function programme(
  sheet: Sheet,
  parent: Element,
  { say, record }: ReportFacts,
): Strip<PdfPage>[] {
  const { process } = record.method
  const head = heading(sheet, parent, say.word('programme'))
  // Say only the number of cycles for a file without a programme, whose temperatures nobody set.
  if (record.source?.programme_given === false) {
    const cycles = plannedCycles(process)
    return [...head, ...paragraph(sheet, parent, say.word('programme.unknown', { cycles }))]
  }
  return [...head, ...programmeTable(sheet, parent, say, process)]
}

/** Print the steps of a programme as a table, with the temperature of the lid below it. */
export function programmeTable(
  sheet: Sheet,
  parent: Element,
  say: Say,
  { steps, lid_temperature: lid }: Process,
): Strip<PdfPage>[] {
  const columns: Column[] = [
    { title: say.word('step'), share: 2, align: 'end' },
    { title: say.word('axis.temperature'), share: 9 },
    { title: say.word('hold'), share: 5, align: 'end' },
    { title: say.word('measured'), share: 8 },
  ]
  const rows = steps.map((step, at) => [say.number(at + 1, 0), ...sayStep(say, step, at)])
  return [
    ...table(sheet, parent, columns, rows),
    { height: 5, draw: () => undefined },
    ...factList(sheet, parent, [[say.word('lid'), `${say.number(lid, 1)} °C`]]),
  ]
}

/** Say what a step does, how long it holds, and what is read in it; the last two may be empty. */
export function sayStep(say: Say, step: ProcessStep, at: number): [string, string, string] {
  const isHold = step.type === 'temperature'
  return [
    whatHappens(say, step, at),
    isHold ? writeTime(say, step.duration) : '',
    isHold && step.measure ? say.word(`measured.${step.measure}`) : '',
  ]
}

function whatHappens(say: Say, step: ProcessStep, at: number): string {
  switch (step.type) {
    case 'temperature':
      return writeTemperature(say, step)
    case 'pause':
      return say.word('step.pause', { celsius: say.number(step.temperature, 1) })
    case 'lidOpen':
      return say.word('step.lidOpen')
    case 'loop':
      // Say "one step" where the last step of the loop is the one before this.
      return step.goto + 1 === at
        ? say.word('step.loopOne', { from: at, count: step.repeat })
        : say.word('step.loop', { from: step.goto + 1, to: at, count: step.repeat })
  }
}

function writeTemperature(
  say: Say,
  { temperature, temperature_change: change }: Extract<ProcessStep, { type: 'temperature' }>,
): string {
  const celsius = say.number(temperature, 1)
  if (!change) return celsius
  const by = `${change > 0 ? '+' : '−'}${say.number(Math.abs(change), 1)}`
  return say.word('step.change', { celsius, by })
}

/** Write a duration in minutes and seconds, as instruments do. */
export function writeTime(say: Say, duration: number): string {
  const minutes = Math.floor(duration / 60)
  const seconds = duration - minutes * 60
  const decimals = Number.isInteger(seconds) ? 0 : 1
  const written = say.number(seconds, decimals)
  return `${say.number(minutes, 0)}:${seconds < 10 ? say.number(0, 0) : ''}${written}`
}
