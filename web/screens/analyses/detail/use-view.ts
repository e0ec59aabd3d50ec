import { useMemo } from 'react'
import type { ChartMode } from '../../../../domain/catalog/charts.ts'
import type { Evaluation } from '../../../../domain/entities/evaluation-recipe.ts'
import { isIsothermal } from '../../../../domain/rules/assay-kind.ts'
import { type LayerName, layerNames, type ShowName, showNames } from '../../../curves/value-axis.ts'
import { useAddress } from '../../../use-address.ts'
import { paneName } from './curves/curve-window.ts'
import { type Limits, readColours, readIndexes, readLimits } from './curves/view-address.ts'

export const chartModes = ['CYCLE', 'AMP', 'VAL'] as const satisfies readonly ChartMode[]
export const colourings = ['call', 'cq', 'end', 'tm', 'flags', 'type', 'sample'] as const
export const splits = ['channel', 'target'] as const
/** A chart of its own for each channel, or for each target. */
export type Split = (typeof splits)[number]
export type Colouring = (typeof colourings)[number]

/** View of the page, kept in its address so that a link or a reload shows the same. */
export interface View {
  /** Quantity of the x axis: cycles, time of the run, or temperature of the melt. */
  mode: ChartMode
  show: ShowName
  layer: LayerName
  colour: Colouring
  /** Target whose results colour the plate; the first when none is named. */
  target: string | null
  /** Channels that are switched off. */
  off: ReadonlySet<string>
  /** A second value axis is wanted, and the channel that is read on it. */
  dual: boolean
  second: string | null
  /** Null: all curves in one chart. */
  split: Split | null
  /** Only the selection is shown. */
  solo: boolean
  /** Wells whose curves are hidden, by index. */
  hidden: ReadonlySet<number>
  /** Colours that a person gave to wells. */
  colours: ReadonlyMap<number, string>
  /** Ends of the axes that a person has set; null for those that they have by themselves. */
  x: Limits | null
  y: Limits | 'fit' | null
  y2: Limits | null
  tab: string
  /** Only the curves are shown: full screen, or in a window of their own. */
  isAlone: boolean
}

type ViewKey =
  | ('mode' | 'show' | 'layer' | 'colour' | 'target' | 'off' | 'split' | 'dual' | 'second' | 'solo')
  | ('hide' | 'paint' | 'x' | 'y' | 'y2' | 'tab' | 'well' | 'pane' | 'window')

export interface ViewDefaults {
  colour: Colouring
  tab: string
  /** Absent: by cycle. */
  mode?: ChartMode | undefined
}

export interface ViewControl {
  view: View
  change: (change: Partial<Record<ViewKey, string | null>>) => void
}

/** Read the view from the address; what it does not know counts as not given. */
export function useView(defaults: ViewDefaults): ViewControl {
  const { search, change } = useAddress()
  const { colour, tab, mode } = defaults
  const text = search.toString()
  // Return the same object for the same address, so that nothing is drawn again.
  const view = useMemo(
    () => readView(new URLSearchParams(text), { colour, tab, mode }),
    [text, colour, tab, mode],
  )
  return useMemo(() => ({ view, change }), [view, change])
}

export function readView(search: URLSearchParams, defaults: ViewDefaults): View {
  const pick = <Name extends string>(
    key: string,
    names: readonly Name[],
    otherwise: Name,
  ): Name => {
    const given = search.get(key)
    return names.find((name) => name === given) ?? otherwise
  }
  const split = splits.find((name) => name === search.get('split')) ?? null
  const mode = pick('mode', chartModes, defaults.mode ?? 'CYCLE')
  const show = pick('show', showNames, mode === 'VAL' ? 'derivative' : 'curve')
  return {
    mode,
    // Show the derivative in place of a logarithm: a melt has no phase of growth that it would straighten.
    show: mode === 'VAL' && show === 'log' ? 'derivative' : show,
    layer: pick('layer', layerNames, 'corrected'),
    colour: pick('colour', colourings, defaults.colour),
    target: search.get('target'),
    off: new Set((search.get('off') ?? '').split(',').filter(Boolean)),
    split,
    // Draw no second axis for charts beside each other: each channel has its own.
    dual: split === null && search.get('dual') === '1',
    second: search.get('second'),
    solo: search.get('solo') === '1',
    hidden: readIndexes(search.get('hide')),
    colours: readColours(search.get('paint')),
    x: readLimits(search.get('x')),
    y: search.get('y') === 'fit' ? 'fit' : readLimits(search.get('y')),
    y2: readLimits(search.get('y2')),
    tab: search.get('tab') ?? defaults.tab,
    isAlone: search.get('pane') === paneName,
  }
}

/** Return the first quantity of the x axis: the time of an isothermal run, the cycles of a PCR. */
export function firstMode(evaluation: Evaluation): ChartMode {
  return isIsothermal(evaluation) ? 'AMP' : 'CYCLE'
}
