import {
  displayName,
  type WavelengthName,
  wavelengthNames,
} from '../../../domain/catalog/wavelengths.ts'
import type { ProcessStep } from '../../../domain/entities/process-recipe.ts'
import { type FileContent, openContent } from '../file-content.ts'
import { fileLimits } from '../limits.ts'
import type { ProgrammeStep } from '../imported-run.ts'
import { childOf, childrenOf, childText, type XmlElement } from '../read-xml.ts'
import { readPlain } from '../read-numbers.ts'
import { refuseFile } from '../refuse-file.ts'
import { openDocuments } from './format.ts'
import { readDocument } from './read-document.ts'
import { idOf } from './read-descriptions.ts'
import { readProgramme } from './read-programme.ts'

/** Something of a programme in a file that a process recipe has no place for; steps count from 1. */
export type LeftOut =
  /** A gradient across the block became a step at its middle. */
  | { kind: 'gradient'; step: number; low: number; high: number }
  /** An element of a step, such as `ramp`, with its value. */
  | { kind: 'element'; step: number; name: string; value: string }
  /** A dye that none of our wavelengths is named after. */
  | { kind: 'dye'; name: string }

/** A thermal programme of a file, as a process recipe says it. */
export interface FileProgramme {
  name: string
  /** Null where a step cannot be read: half a programme is worse than none. */
  steps: ProcessStep[] | null
  /** Null where the file says none. */
  lid_temperature: number | null
  /** Wavelengths named after the dyes of the file. */
  channels: WavelengthName[]
  leftOut: LeftOut[]
}

/**
 * Read the thermal programmes of an RDML file, also of one without runs. Their numbers are those of the file: what is beyond a
 * device's limits is for the editor to show.
 * @throws Fault with a reason of `fileReasons`: no RDML, damaged, or without any programme.
 */
export function readProgrammes(name: string, bytes: Uint8Array): FileProgramme[] {
  const content = openContent(name, bytes, fileLimits)
  if (content.kind !== 'archive' && content.kind !== 'xml') throw refuseFile('file_format_unknown')
  const programmes = [...openDocuments(content)].flatMap((one) => programmesOf(one, content))
  if (programmes.length === 0) throw refuseFile('file_without_programme')
  return programmes
}

function programmesOf(
  { text, member }: { text: string; member?: string },
  { limits, notices }: FileContent,
): FileProgramme[] {
  const { root, conditions } = readDocument(text, { limits, notices, member })
  const dyes = childrenOf(root, 'dye').map(idOf)
  const channels = wavelengthNames.filter((one) => dyes.some((dye) => isNamed(one, dye)))
  const unknown = dyes
    .filter((dye) => !wavelengthNames.some((one) => isNamed(one, dye)))
    .map((dye): LeftOut => ({ kind: 'dye', name: dye }))
  return [...conditions].map(([id, element]) => {
    const read = readProgramme(element)
    const lid = readPlain(childText(element, 'lidTemperature').replace(',', '.')) ?? Number.NaN
    return {
      name: id,
      steps: read && read.map(stepOf),
      lid_temperature: Number.isFinite(lid) ? lid : null,
      channels,
      leftOut: [...unknown, ...(read ? findLeftOut(element, read) : [])],
    }
  })
}

function isNamed(wavelength: WavelengthName, dye: string): boolean {
  return [wavelength, displayName(wavelength)].some((name) => name === dye.trim().toUpperCase())
}

function stepOf(step: ProgrammeStep): ProcessStep {
  switch (step.type) {
    case 'temperature': {
      const { temperatureChange, ...rest } = step
      return {
        ...rest,
        ...(temperatureChange !== undefined && { temperature_change: temperatureChange }),
      }
    }
    case 'gradient':
      return { type: 'temperature', temperature: middle(step), duration: step.duration }
    default:
      return step
  }
}

const middle = ({ high, low }: { high: number; low: number }) => Math.round((high + low) * 50) / 100

/** Elements of a step that `readProgramme` reads. */
const read = new Set(['temperature', 'duration', 'temperatureChange', 'measure', 'goto', 'repeat'])

function findLeftOut(conditions: XmlElement, steps: readonly ProgrammeStep[]): LeftOut[] {
  const elements = childrenOf(conditions, 'step').toSorted((a, b) => numberOf(a) - numberOf(b))
  return steps.flatMap((step, at): LeftOut[] => {
    if (step.type === 'gradient') {
      return [{ kind: 'gradient', step: at + 1, low: step.low, high: step.high }]
    }
    const element = elements[at]
    const inside = childOf(element, 'temperature') ?? childOf(element, 'loop')
    return (inside?.children ?? [])
      .filter(({ name, text }) => !read.has(name) || (name === 'measure' && !isRead(step, text)))
      .map(({ name, text }) => ({ kind: 'element', step: at + 1, name, value: text.slice(0, 80) }))
  })
}

const numberOf = (step: XmlElement) => Number(childText(step, 'nr'))

function isRead(step: ProgrammeStep, text: string): boolean {
  return step.type === 'temperature' && (step.measure ?? '') === text.toLowerCase()
}
