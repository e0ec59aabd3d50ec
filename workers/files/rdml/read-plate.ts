import type { FileLimits } from '../limits.ts'
import type { NoticeList } from '../notices.ts'
import { assumePlate, parseWell, type WellPosition, type PlateShape } from '../plate.ts'
import { childOf, childText, type XmlElement } from '../read-xml.ts'
import { refuseFile, type Place } from '../refuse-file.ts'

/** Number of a reaction, or its position where it is named like a well (RDML 1.0). */
type ReactionId = { number: number } | { position: WellPosition }

/** Plate of a run and the well of each reaction, counted along rows from 0. */
export interface RunPlate {
  plate: PlateShape
  wells: number[]
}

/**
 * Read `pcrFormat`, in the words of RDML 1.0 (`96-well plate; A1-H12`) or in rows and columns, and
 * finds the well of each reaction. A plate that is not given, or too small, is taken from the wells
 * with a notice. Throws `rdml_reaction` and `plate_too_large`.
 */
export function readPlate(
  run: XmlElement,
  reactions: readonly XmlElement[],
  limits: FileLimits,
  notices: NoticeList,
  placeOf: (element: XmlElement, path: string) => Place,
): RunPlate {
  const ids = countFromOne(reactions.map((reaction) => readId(reaction, placeOf)))
  const place = placeOf(childOf(run, 'pcrFormat') ?? run, 'run/pcrFormat')
  const given = readFormat(childOf(run, 'pcrFormat'))
  const plate = given === 'list' ? listPlate(ids) : (given ?? assumeFrom(ids))
  if (!given) {
    notices.add('plate_assumed', place)
    const isNumbered = ids.some((id) => 'number' in id)
    if (isNumbered) notices.add('wells_counted', place, { columns: plate.columns })
  }
  const fitted = fitPlate(plate, ids)
  if (fitted.rows * fitted.columns > limits.wells) {
    const params = { rows: fitted.rows, columns: fitted.columns, limit: limits.wells }
    throw refuseFile('plate_too_large', place, params)
  }
  if (fitted.rows !== plate.rows || fitted.columns !== plate.columns) {
    const params = { rows: fitted.rows, columns: fitted.columns }
    notices.add('plate_grown', place, params)
  }
  return { plate: fitted, wells: ids.map((id) => wellOf(id, fitted)) }
}

function readId(
  reaction: XmlElement,
  placeOf: (element: XmlElement, path: string) => Place,
): ReactionId {
  const id = (reaction.attributes['id'] ?? '').trim()
  if (/^\d{1,9}$/.test(id)) return { number: Number(id) }
  const position = parseWell(id) ?? parseArray(id)
  if (position) return { position }
  throw refuseFile('rdml_reaction', placeOf(reaction, 'run/react'), { id: id.slice(0, 40) })
}

/** Number reactions from 1, as RDML does; a run with a reaction 0 counts from there. */
function countFromOne(ids: readonly ReactionId[]): readonly ReactionId[] {
  if (!ids.some((id) => 'number' in id && id.number === 0)) return ids
  return ids.map((id) => ('number' in id ? { number: id.number + 1 } : id))
}

/** Parse the through-holes of a 3072 array in RDML 1.0: `A1a1` to `D12h8`, twelve by four fields of eight by eight. */
function parseArray(id: string): WellPosition | null {
  const [, letter, number, row, column] = /^([A-D])([1-9]|1[0-2])([a-h])([1-8])$/.exec(id) ?? []
  if (!letter || !row) return null
  return {
    row: (letter.charCodeAt(0) - 65) * 8 + row.charCodeAt(0) - 97,
    column: (Number(number) - 1) * 8 + Number(column) - 1,
  }
}

/** Read the plate's format: null if there is nothing usable, `list` if it states that there is no plate. */
function readFormat(format: XmlElement | undefined): PlateShape | 'list' | null {
  if (!format) return null
  if (format.children.length === 0) return readWords(format.text)
  const [rows, columns] = [Number(childText(format, 'rows')), Number(childText(format, 'columns'))]
  if (rows === -1) return 'list'
  const whole = (count: number) => Number.isInteger(count) && count >= 1 && count <= 100_000
  if (!whole(rows) || !whole(columns)) return null
  return { rows, columns, labels: columns === 1 ? 'numbers' : 'letters' }
}

function readWords(text: string): PlateShape | 'list' | null {
  if (/^free format/i.test(text)) return 'list'
  if (/^single-well/i.test(text)) return { rows: 1, columns: 1, labels: 'numbers' }
  const rotor = /^(\d{1,3})-well rotor/i.exec(text)?.[1]
  if (rotor && Number(rotor) > 0) return { rows: Number(rotor), columns: 1, labels: 'numbers' }
  const plates: Record<string, [number, number]> = {
    48: [6, 8],
    96: [8, 12],
    384: [16, 24],
    1536: [32, 48],
    3072: [32, 96],
  }
  const [rows, columns] = plates[/^(\d+)-well/i.exec(text)?.[1] ?? ''] ?? []
  return rows && columns ? { rows, columns, labels: 'letters' } : null
}

function listPlate(ids: readonly ReactionId[]): PlateShape {
  const rows = ids.reduce((most, id) => Math.max(most, 'number' in id ? id.number : 1), 1)
  return { rows, columns: 1, labels: 'numbers' }
}

function assumeFrom(ids: readonly ReactionId[]): PlateShape {
  const positions = ids.flatMap((id) => ('position' in id ? [id.position] : []))
  const most = ids.reduce((high, id) => Math.max(high, 'number' in id ? id.number : 1), 1)
  const plate = [96, 384, 1536, 5184].find((wells) => most <= wells)
  const columns = { 96: 12, 384: 24, 1536: 48, 5184: 72 }[plate ?? 5184] ?? 72
  return assumePlate([...positions, { row: Math.ceil(most / columns) - 1, column: columns - 1 }])
}

/** Return a plate with enough rows for each number, and rows and columns for each position. */
function fitPlate(plate: PlateShape, ids: readonly ReactionId[]): PlateShape {
  let { rows, columns } = plate
  for (const id of ids) {
    if ('number' in id) continue
    columns = Math.max(columns, id.position.column + 1)
    rows = Math.max(rows, id.position.row + 1)
  }
  for (const id of ids) if ('number' in id) rows = Math.max(rows, Math.ceil(id.number / columns))
  return { rows, columns, labels: columns === 1 ? 'numbers' : 'letters' }
}

function wellOf(id: ReactionId, plate: PlateShape): number {
  if ('number' in id) return id.number - 1
  return id.position.row * plate.columns + id.position.column
}
