import * as v from 'valibot'
import { ThermalCartridge } from '../../../../domain/calls/calibrations.ts'
import { readNumber } from '../../../parts/form/read-number.ts'

export type ReadCartridge =
  | { cartridge: ThermalCartridge }
  /** `line` counts from 1; null where the text as a whole is meant. */
  | { problem: 'empty' | 'json' | 'field' | 'row'; line: number | null; field: string }

const fields = ['serial', 'uuid', 'firmware_version', 'timestamp'] as const

/**
 * Read the data of the thermal calibrator's cartridge (ENT-056): its JSON, or a text with a line for each of serial, uuid,
 * firmware_version and timestamp, and a line of three temperatures for each reading: device sensor, first and second probe.
 */
export function readCartridge(text: string): ReadCartridge {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: 'empty', line: null, field: '' }
  return trimmed.startsWith('{') ? readJson(trimmed) : readLines(trimmed)
}

function readJson(text: string): ReadCartridge {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'json', line: null, field: '' }
  }
  return check(value)
}

function readLines(text: string): ReadCartridge {
  const facts: Record<string, string> = {}
  const readings: { device_sensor: number; probes: [number, number] }[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const [, name, value] = /^\s*([a-z_]+)\s*[:;,=\t]\s*(.+?)\s*$/i.exec(line) ?? []
    if (name && value !== undefined) {
      const field = fields.find((one) => one === name.toLowerCase())
      if (field) facts[field] = value
      // Take a first line for a heading of the columns.
      else if (readings.length > 0) return { problem: 'row', line: at + 1, field: '' }
      continue
    }
    const numbers = line
      .trim()
      .split(/[;\t]\s*|\s+|,(?!\d)/)
      .filter(Boolean)
    // Take a comma for the decimal sign, unless it is all that separates the numbers.
    const cells = numbers.length === 1 ? line.trim().split(',') : numbers
    const [sensor = null, one = null, two = null] = cells.map(readNumber)
    if (cells.length !== 3 || sensor === null || one === null || two === null) {
      return { problem: 'row', line: at + 1, field: '' }
    }
    readings.push({ device_sensor: sensor, probes: [one, two] })
  }
  return check({ ...facts, readings })
}

function check(value: unknown): ReadCartridge {
  const parsed = v.safeParse(ThermalCartridge, value)
  if (parsed.success) return { cartridge: parsed.output }
  const field = v.getDotPath(parsed.issues[0]) ?? ''
  return { problem: 'field', line: null, field }
}
