import type { WavelengthName } from '../../../../../domain/catalog/wavelengths.ts'
import type { WellResult } from '../../../../../domain/results.ts'
import type { CurveLine } from '../../../../parts/chart/curve-line.ts'
import type { Threshold } from '../../../../parts/chart/draw-overlay.ts'
import { readLineId } from '../../../../curves/curve-lines.ts'
import type { ChannelFacts } from '../list-channels.ts'
import type { Split } from '../use-view.ts'

/** One of several charts beside each other. */
export interface Pane {
  id: string
  title: string
  channel: WavelengthName
  lines: CurveLine[]
  thresholds: Threshold[]
  results: WellResult[]
}

/** Content that is divided among the panes. */
export interface Divided {
  channels: readonly ChannelFacts[]
  /** Channels that are shown. */
  shown: ReadonlySet<string>
  /** Names of the channels by their place in the layers. */
  order: readonly string[]
  lines: readonly CurveLine[]
  thresholds: readonly Threshold[]
  targets: readonly { name: string; channel: WavelengthName }[]
  results: readonly WellResult[]
  wellOf: (name: string) => number
}

/** List the panes of each channel or of each target, in the order of the method. Hidden ones have no pane. */
export function listPanes(split: Split, from: Divided): Pane[] {
  return split === 'channel' ? listByChannel(from) : listByTarget(from)
}

function listByChannel(from: Divided): Pane[] {
  const names = new Map(from.targets.map(({ name, channel }) => [name, channel]))
  return from.channels
    .filter(({ name }) => from.shown.has(name))
    .map(({ name, label, targets }) => ({
      id: name,
      title: targets.length > 0 ? `${label} · ${targets.join(', ')}` : label,
      channel: name,
      lines: linesOf(name, from),
      thresholds: from.thresholds.filter(({ id }) => names.get(id) === name),
      results: from.results.filter(({ channel }) => channel === name),
    }))
}

/** Mixes may differ by well: of a target only the wells that hold it, once there are results that say which. */
function listByTarget(from: Divided): Pane[] {
  return from.targets.flatMap(({ name, channel }): Pane[] => {
    const facts = from.channels.find((one) => one.name === channel)
    if (!facts || !from.shown.has(channel)) return []
    const results = from.results.filter(({ target }) => target === name)
    const wells = new Set(results.map(({ well }) => from.wellOf(well)))
    const lines = linesOf(channel, from)
    return [
      {
        id: name,
        title: `${name} · ${facts.label}`,
        channel,
        lines: wells.size > 0 ? lines.filter(({ id }) => wells.has(readLineId(id).well)) : lines,
        thresholds: from.thresholds.filter(({ id }) => id === name),
        results,
      },
    ]
  })
}

function linesOf(channel: string, { lines, order }: Divided): CurveLine[] {
  return lines.filter(({ id }) => order[readLineId(id).channel] === channel)
}
