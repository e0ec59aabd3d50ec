import { checkLength } from '../collect-curves.ts'
import type { FileLimits } from '../limits.ts'
import { decideStyle, type NumberStyle, readNumber } from '../read-numbers.ts'
import { childOf, childrenOf, childText, type XmlElement } from '../read-xml.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import { nameChannels, nameUnknownDyes, readRotorTitle } from './read-title.ts'

/**
 * Add the curves of every channel: one `Reading` for each tube in their order, its values parted by blanks, the first
 * at `StartX` and the next ones `StepX` further on, in cycles or deg C. Tubes without a named sample are no wells of
 * the run unless no tube has a name; their curves are then named in a notice.
 */
export function addChannels(
  root: XmlElement,
  standards: ReadonlyMap<number, number>,
  draft: RunDraft,
  limits: FileLimits,
): void {
  const list = childOf(root, 'RawChannels')
  const channels = (list ? childrenOf(list, 'RawChannel') : []).map((element) => ({
    element,
    name: childText(element, 'Name'),
    title: readRotorTitle(childText(element, 'Name')),
    readings: childrenOf(element, 'Reading'),
  }))
  const titles = channels.flatMap(({ title }) => title ?? [])
  const channelOf = nameChannels(titles)
  nameUnknownDyes(titles, draft.notices)
  const cells = function* () {
    for (const { readings } of channels) for (const reading of readings) yield* cellsOf(reading)
  }
  const style = decideStyle(cells(), () => ({ path: 'RawChannels' }))
  const isNamed = draft.wells().length > 0
  for (const { element, name, title, readings } of channels) {
    if (!title) {
      draft.notices.add('table_ignored', { path: name }, { name })
      continue
    }
    const channel = channelOf(title)
    const start = numberOf(childText(element, 'StartX'), 1)
    const step = numberOf(childText(element, 'StepX'), 1)
    for (const [index, reading] of readings.entries()) {
      const position = { row: index, column: 0 }
      const place = { line: reading.line, path: channel, well: String(index + 1) }
      const values = valuesOf(reading, place, style, draft, limits)
      if (!values.some(Number.isFinite)) continue
      if (draft.hasCurve(title.phase, position, channel)) {
        draft.notices.add('well_twice', place)
        continue
      }
      // Round away the digits that adding steps of a tenth leaves, and that no temperature has.
      const at = values.map((_, i) => Number((start + step * i).toFixed(6)))
      draft.addCurve(title.phase, { position, channel, at, values, place })
      const well = isNamed ? draft.findWell(position) : draft.openWell(position)
      if (!well) continue
      const target = draft.openTarget(well, '', channel)
      target.channel ??= channel
      const value = standards.get(index + 1)
      if (value !== undefined) target.quantity = { value, unit: 'other' }
    }
  }
}

function cellsOf({ text }: XmlElement): string[] {
  return text.split(/\s+/).filter((cell) => cell !== '')
}

function valuesOf(
  reading: XmlElement,
  place: { line: number; path: string; well: string },
  style: NumberStyle,
  draft: RunDraft,
  limits: FileLimits,
): number[] {
  const cells = cellsOf(reading)
  checkLength(cells.length, place, limits)
  return cells.map((cell) => {
    const value = readNumber(cell, style)
    if (value === null) {
      draft.notices.add('number_unreadable', place, { value: cell.slice(0, 40) })
    }
    return value ?? Number.NaN
  })
}

function numberOf(text: string, otherwise: number): number {
  const value = Number(text.replace(',', '.') || Number.NaN)
  return Number.isFinite(value) ? value : otherwise
}
