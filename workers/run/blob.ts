import { mostWells } from '../../domain/catalog/cartridges.ts'
import { Fault } from '../../domain/fault.ts'
import type { Readings } from '../curves/readings.ts'

/** All curves of one run. */
export interface RunCurves {
  amplification: Readings
  melt: Readings | null
}

/*
 * The file: 4 bytes magic, uint16 version, uint16 zero, uint32 length of the header, the header (JSON
 * in UTF-8, padded with spaces so that the numbers start at a multiple of eight), then for each phase
 * the temperatures and the values as float64. All numbers little-endian. NaN is always written with
 * the same bits, so equal curves are equal bytes and have one hash.
 */
const magic = [0x62, 0x43, 0x52, 0x56] // bCRV
const version = 1
const fixedBytes = 12
const nanHigh = 0x7ff80000
/** Larger than any cartridge, programme or instrument; stops a broken header from asking for memory. */
const most = { channels: 32, wells: mostWells, points: 20_000 }

interface PhaseHeader {
  phase: 'AMP' | 'VAL'
  channels: readonly string[]
  wells: number
  points: number
  /** Count of temperatures: one per point, or one per well and point. */
  temperatures: number
}

/** Encode a run's curves without loss. The same curves give the same bytes on every platform. */
export function encodeCurves(curves: RunCurves): Uint8Array<ArrayBuffer> {
  const parts: [PhaseHeader['phase'], Readings][] = [['AMP', curves.amplification]]
  if (curves.melt) parts.push(['VAL', curves.melt])
  const phases = parts.map(([phase, { channels, wells, points, temperatures }]): PhaseHeader => ({
    phase,
    channels,
    wells,
    points,
    temperatures: temperatures.length,
  }))
  const json = new TextEncoder().encode(JSON.stringify({ phases }))
  const headerBytes = Math.ceil((fixedBytes + json.length) / 8) * 8 - fixedBytes
  const start = fixedBytes + headerBytes
  const bytes = new Uint8Array(start + 8 * phases.reduce((sum, one) => sum + countNumbers(one), 0))
  const view = new DataView(bytes.buffer)
  bytes.set(magic)
  view.setUint16(4, version, true)
  view.setUint32(8, headerBytes, true)
  bytes.fill(0x20, fixedBytes, start)
  bytes.set(json, fixedBytes)
  let at = start
  for (const [, readings] of parts) {
    at = writeNumbers(view, at, readings.temperatures)
    at = writeNumbers(view, at, readings.values)
  }
  return bytes
}

/**
 * Decode the curves of a file made by `encodeCurves`. Throws `Fault('invalid')` with reason `not_curves`,
 * `curves_version` or `curves_damaged` when the bytes are something else, newer, or not complete.
 */
export function decodeCurves(bytes: Uint8Array): RunCurves {
  if (bytes.length < fixedBytes || magic.some((byte, i) => bytes[i] !== byte)) {
    throw new Fault('invalid', 'Not a curve file', { reason: 'not_curves' })
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = view.getUint16(4, true)
  if (found !== version) {
    throw new Fault('invalid', `Curve file of version ${found}, this reads ${version}`, {
      reason: 'curves_version',
      params: { found, known: version },
    })
  }
  const start = fixedBytes + view.getUint32(8, true)
  const phases = start <= bytes.length ? readHeader(bytes.subarray(fixedBytes, start)) : null
  if (!phases) throw damaged('The header of the curve file is damaged')
  const expected = start + 8 * phases.reduce((sum, one) => sum + countNumbers(one), 0)
  if (bytes.length !== expected) {
    throw damaged(`The curve file has ${bytes.length} bytes instead of ${expected}`)
  }
  let at = start
  const parts: Partial<Record<PhaseHeader['phase'], Readings>> = {}
  for (const { phase, channels, wells, points, temperatures } of phases) {
    const values = channels.length * wells * points
    parts[phase] = {
      channels,
      wells,
      points,
      temperatures: readNumbers(view, at, temperatures),
      values: readNumbers(view, at + 8 * temperatures, values),
    }
    at += 8 * (temperatures + values)
  }
  if (!parts.AMP) throw damaged('The curve file has no amplification')
  return { amplification: parts.AMP, melt: parts.VAL ?? null }
}

function countNumbers(header: PhaseHeader): number {
  return header.temperatures + header.channels.length * header.wells * header.points
}

function writeNumbers(view: DataView, at: number, numbers: Float64Array): number {
  for (const value of numbers) {
    if (value === value) view.setFloat64(at, value, true)
    else view.setUint32(at + 4, nanHigh, true)
    at += 8
  }
  return at
}

function readNumbers(view: DataView, at: number, count: number): Float64Array {
  const numbers = new Float64Array(count)
  for (let i = 0; i < count; i++) numbers[i] = view.getFloat64(at + 8 * i, true)
  return numbers
}

/** Far above two phases with the names of all channels: a longer header would be parsed into much memory. */
const longestHeader = 64 * 1024

/** Read the phases of a header, or null when it is not one. */
function readHeader(bytes: Uint8Array): PhaseHeader[] | null {
  if (bytes.length > longestHeader) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
    const { phases } = JSON.parse(text) as { phases?: unknown }
    return Array.isArray(phases) && phases.every(isPhaseHeader) ? phases : null
  } catch {
    return null
  }
}

function isPhaseHeader(value: unknown): value is PhaseHeader {
  if (typeof value !== 'object' || value === null) return false
  const { phase, channels, wells, points, temperatures } = value as Record<string, unknown>
  return (
    (phase === 'AMP' || phase === 'VAL') &&
    Array.isArray(channels) &&
    channels.length <= most.channels &&
    channels.every((channel) => typeof channel === 'string') &&
    isCount(wells, most.wells) &&
    isCount(points, most.points) &&
    (temperatures === points || temperatures === wells * points)
  )
}

function isCount(value: unknown, largest: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= largest
}

function damaged(message: string): Fault {
  return new Fault('invalid', message, { reason: 'curves_damaged' })
}
