import { useAddress } from '../../../use-address.ts'

export const charts = ['amplification', 'derivative', 'log', 'melt'] as const
export type ChartName = (typeof charts)[number]
export const layerNames = ['corrected', 'normalised', 'raw'] as const
export type LayerName = (typeof layerNames)[number]
export const colourings = ['call', 'cq', 'end', 'type', 'sample'] as const
export type Colouring = (typeof colourings)[number]

/** What the page shows, kept in its address so that a link or a reload shows the same. */
export interface View {
  chart: ChartName
  layer: LayerName
  colour: Colouring
  /** Target whose results colour the plate; the first when none is named. */
  target: string | null
  /** Channels that are switched off. */
  off: ReadonlySet<string>
  /** Only the selection is shown. */
  solo: boolean
  /** Wells whose curves are hidden, by index. */
  hidden: ReadonlySet<number>
  tab: string
}

export interface ViewControl {
  view: View
  change: (
    change: Partial<
      Record<
        'chart' | 'layer' | 'colour' | 'target' | 'off' | 'solo' | 'hide' | 'tab',
        string | null
      >
    >,
  ) => void
}

/** Reads the view from the address; what it does not know counts as not given. */
export function useView(defaults: { colour: Colouring; tab: string }): ViewControl {
  const { search, change } = useAddress()
  const pick = <Name extends string>(
    key: string,
    names: readonly Name[],
    otherwise: Name,
  ): Name => {
    const given = search.get(key)
    return names.find((name) => name === given) ?? otherwise
  }
  const view: View = {
    chart: pick('chart', charts, 'amplification'),
    layer: pick('layer', layerNames, 'corrected'),
    colour: pick('colour', colourings, defaults.colour),
    target: search.get('target'),
    off: new Set((search.get('off') ?? '').split(',').filter(Boolean)),
    solo: search.get('solo') === '1',
    hidden: new Set((search.get('hide') ?? '').split('.').filter(Boolean).map(Number)),
    tab: search.get('tab') ?? defaults.tab,
  }
  return { view, change }
}
