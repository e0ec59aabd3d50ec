/**
 * Write a run in which nothing is found from the example of a table of readings: its first six wells, with the two cycles that the
 * file leaves out, and with values that no run of another number has.
 * @param example RDES_v1_0_example_amplification.tsv
 * @param number shifts each reading by so many hundredths.
 */
export function writeClean(example: string, number: number): string {
  return example
    .split('\n')
    .slice(0, 7)
    .map((line, row) => {
      const cells = line.split('\t')
      const values = cells.slice(7).map((cell) => (Number(cell) + number / 100).toFixed(2))
      const all = row === 0 ? ['1', '2', ...cells.slice(7)] : [values[1], values[0], ...values]
      return [...cells.slice(0, 7), ...all].join('\t')
    })
    .join('\n')
}
