import type { Protocol } from '../../domain/entities/protocol.ts'

type Layout = Protocol['layout']
type LayoutSample = Layout[number]

function wells(rows: string, columns: number): string[] {
  return [...rows].flatMap((row) =>
    Array.from({ length: columns }, (_, column) => `${row}${column + 1}`),
  )
}

/** The recorded QS5 plate: one cDNA in all 96 wells. */
export const expressionLayout: Layout = [
  { name: 'UHR cDNA', sample_type: 'unknown', coordinates: wells('ABCDEFGH', 12) },
]

/** The recorded CFX96 plate: the same five samples with three mixes, in rows A, D and H, in duplicate. */
export const meltLayout: Layout = [...'ADH'].flatMap((row) =>
  (['Alm12', 'Alm13', 'Alm14', 'katG 315', 'H2O'] as const).map((name, index): LayoutSample => ({
    name: `${name} · ${row}`,
    sample_type: name === 'H2O' ? 'ntc' : name === 'katG 315' ? 'unknown' : 'positive',
    coordinates: [`${row}${index * 2 + 1}`, `${row}${index * 2 + 2}`],
    well_type: `mix ${row}`,
  })),
)

/** Sixteen single wells, as the recorded 16-well runs have. */
export const sixteenLayout: Layout = wells('ABCD', 4).map((well, index) => ({
  name: `Sample ${String(index + 1).padStart(2, '0')}`,
  sample_type: 'unknown',
  coordinates: [well],
}))

/** A screening on 36 wells: a positive control, a no-template control, sixteen samples in duplicate. */
export const screeningLayout: Layout = [
  { name: 'Positive control', sample_type: 'positive', coordinates: ['A1', 'A2'], quantity: 5000 },
  { name: 'No template', sample_type: 'ntc', coordinates: ['F5', 'F6'] },
  ...wells('ABCDEF', 6)
    .slice(2, 34)
    .reduce<LayoutSample[]>((samples, well, index) => {
      const last = samples.at(-1)
      if (index % 2 === 1 && last) last.coordinates.push(well)
      else {
        const number = String(samples.length + 1).padStart(3, '0')
        samples.push({ name: `F-26-${number}`, sample_type: 'unknown', coordinates: [well] })
      }
      return samples
    }, []),
]
