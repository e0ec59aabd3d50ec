import type { FileLimits } from '../limits.ts'
import { openZlib } from '../open-gzip.ts'
import { readXml, type XmlElement } from '../read-xml.ts'
import { memoryOf } from '../reading-memory.ts'
import { refuseFile } from '../refuse-file.ts'
import { classOf, itemsOf, numberOf, readBase64, readHexDouble, textOf } from './ixo-tree.ts'

/** Light of all wells of a channel at one moment. */
export interface IxoReading {
  /** Index of the programme in the file's list. */
  programme: number
  /** From 1. */
  cycle: number
  channel: number
  temperature: number
  /** By position along the rows; NaN where the instrument marks the reading as not valid. */
  values: number[]
}

/**
 * Read the store of a run: base64 of a packed object stream with a `TCycle` for each cycle of a programme, and in it
 * readings with a float for each position. Where the file has what is needed, the light is that which the software
 * shows and exports: times `ScalingFactor`, over `RefValue` and `IntgrTime`, which differ from cycle to cycle. Throws
 * `ixo_damaged`, `zip_*` and `xml_*`.
 */
export function readIxoReadings(
  packed: string,
  positions: number,
  limits: FileLimits,
): IxoReading[] {
  // Count it three times: for a moment it is in memory as text, as letters and as bytes.
  limits.memory.check(3 * packed.length)
  const bytes = readBase64(packed)
  if (!bytes) throw damaged('AcquisitionStore')
  const text = new TextDecoder().decode(openZlib(bytes, limits))
  const root = readXml(text, { limits, member: 'AcquisitionStore' })
  if (classOf(root) !== 'HTCAcquisitionStore') throw damaged('AcquisitionStore')
  const cycles = itemsOf(root, 'Cycles')
  const acquisitions = cycles.flatMap((cycle) => itemsOf(cycle, 'Acquisitions'))
  const isScaled = acquisitions.every((one) => Number.isFinite(scaleOf(one)))
  return cycles.flatMap((cycle) =>
    itemsOf(cycle, 'Acquisitions').map((one): IxoReading => {
      const scale = isScaled ? scaleOf(one) : 1
      limits.memory.take(memoryOf.reading * positions)
      const isValid = ['', '1'].includes(textOf(one, 'Valid'))
      return {
        programme: numberOf(cycle, 'Program'),
        cycle: numberOf(cycle, 'Cycle') + 1,
        channel: numberOf(one, 'Channel'),
        temperature: readHexDouble(textOf(one, 'Temp')),
        values: readFloats(one, positions).map((value) => (isValid ? value * scale : Number.NaN)),
      }
    }),
  )
}

function scaleOf(acquisition: XmlElement): number {
  const reference = readHexDouble(textOf(acquisition, 'RefValue'))
  return numberOf(acquisition, 'ScalingFactor') / (reference * numberOf(acquisition, 'IntgrTime'))
}

function readFloats(acquisition: XmlElement, positions: number): number[] {
  const bytes = readBase64(textOf(acquisition, 'FloPoints'))
  if (bytes?.length !== 4 * positions) throw damaged('FloPoints', acquisition.line)
  const view = new DataView(bytes.buffer)
  return Array.from({ length: positions }, (_, i) => view.getFloat32(4 * i, true))
}

function damaged(path: string, line?: number) {
  return refuseFile('ixo_damaged', { ...(line !== undefined && { line }), path })
}
