// Tables of curves as programs write them whose layout is known from their settings in RDML-Tools: nobody's recordings.

export const tableCycles = Array.from({ length: 30 }, (_, i) => i + 1)

/** Return the light of a curve; every fourth one does not grow. */
export function tableLight(curve: number, cycle: number): number {
  const rise = curve % 4 === 3 ? 0 : 40 / (1 + Math.exp(-(cycle - 16 - curve) / 1.5))
  return Number((10 + rise + (cycle % 3) / 50).toFixed(4))
}

const lines = (rows: readonly (readonly (string | number)[])[], separator: string) =>
  `${rows.map((row) => row.join(separator)).join('\r\n')}\r\n`

/** Make a table with a row for each cycle and a column for each curve. */
export function makeCurveColumns(
  names: readonly string[],
  head = 'Cycle',
  separator = ',',
): string {
  return lines(
    [
      [head, ...names],
      ...tableCycles.map((cycle) => [cycle, ...names.map((_, i) => tableLight(i, cycle))]),
    ],
    separator,
  )
}

/** Make a table as realplex writes it: lines above, five columns of facts, and a row for each well and dye. */
export function makeCurveRows(decimal = '.'): string {
  const wells = ['A1', 'A2', 'B1', 'H12']
  const number = (value: number) => String(value).replace('.', decimal)
  const rows = wells.flatMap((well, w) =>
    ['FAM', 'VIC'].map((dye, d) => [
      well,
      w === 3 ? 'NTC' : 'Unknown',
      `Sample ${w}`,
      'remark',
      d === 0 ? 'Gene A' : 'Gene B',
      dye,
      ...tableCycles.map((cycle) => number(tableLight(d === 1 ? 3 : w, cycle))),
    ]),
  )
  return lines(
    [
      ['Made run'],
      ['Raw fluorescence'],
      [],
      ['Pos', 'Type', 'Sample', 'Comment', 'Target', 'Dye', ...tableCycles],
      ...rows,
    ],
    '\t',
  )
}

/** Make an export of Biomeme's two3: three wells of two colours, with their curves raw and subtracted. */
export function makeBiomeme(): string {
  const wells = [1, 1, 2, 2, 3, 3]
  const colours = wells.map((_, i) => (i % 2 === 0 ? 'green' : 'red'))
  const curves = (less: number) =>
    wells.map((well, i) => [
      `Well ${well} ${colours[i]}`,
      ...tableCycles.map((cycle) => tableLight(i === 4 ? 3 : Math.floor(i / 2), cycle) - less),
    ])
  return lines(
    [
      ['Run Name', 'Made run'],
      ['Date & Time', '3/11/2019 14:51 UTC +0'],
      [],
      ['Well', ...wells],
      ['Channel', ...colours],
      ['Target', ...colours.map((colour) => (colour === 'red' ? 'IPC' : 'Pike'))],
      ['Sample Name', ...wells.map((well) => ['Pond', 'Lake', 'Blank'][well - 1] ?? '')],
      ['Threshold', ...wells.map(() => 0.25)],
      ['Cq', 18.25, 18.5, 19.5, 19.25, '0.00', 20.5],
      [],
      ['Baseline Subtracted Relative Fluorescence'],
      ...curves(10),
      [],
      ['Raw Fluorescence'],
      ...curves(0),
      [],
      ['HW Number', 463],
      ['SW Version', '2.0.3.34'],
      ['Protocol', 'Southern pike'],
    ],
    ',',
  )
}
