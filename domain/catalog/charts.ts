export type ChartMode = 'AMP' | 'VAL' | 'CYCLE'

interface ChartDefaults {
  yMax: number
  derivativeMax: number
  derivativeNegated: boolean
  x: 'time' | 'temperature' | 'cycle'
}

/** Starting axis ranges; they grow with the data (spec §9, decisions D81). AMP amplification, VAL melt, CYCLE by cycle. */
export const chartDefaults: Readonly<Record<ChartMode, ChartDefaults>> = {
  AMP: { yMax: 10_000, derivativeMax: 700, derivativeNegated: false, x: 'time' },
  VAL: { yMax: 10_000, derivativeMax: 5_000, derivativeNegated: true, x: 'temperature' },
  CYCLE: { yMax: 10_000, derivativeMax: 700, derivativeNegated: false, x: 'cycle' },
}
