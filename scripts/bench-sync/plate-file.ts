import { cartridges } from '../../domain/catalog/cartridges.ts'
import { wellName } from '../../domain/rules/well.ts'

const dyes = ['FAM', 'VIC', 'ROX', 'Cy5']
const cycles = 45

/**
 * Write a run of 96 wells in four dyes as an RDES table: every curve grows, each a little later than the one before.
 */
export function writePlate(): string {
  const numbers = Array.from({ length: cycles }, (_, at) => at + 1)
  const lines = [
    ['Well', 'Sample', 'Sample Type', 'Target', 'Target Type', 'Dye', 'Cq', ...numbers],
  ]
  for (let well = 0; well < 96; well++) {
    for (const [at, dye] of dyes.entries()) {
      const middle = 20 + (well % 12) + 2 * at
      const readings = numbers.map((cycle) => {
        const noise = ((well * 31 + cycle * 17 + at * 7) % 13) - 6
        return (900 + 40 * at + noise + 8000 / (1 + Math.exp((middle - cycle) / 1.7))).toFixed(1)
      })
      const name = wellName(cartridges.Wells96, well)
      lines.push([
        name,
        `Sample ${well + 1}`,
        'unkn',
        `Gene ${at + 1}`,
        'toi',
        dye,
        '-1.0',
        ...readings,
      ])
    }
  }
  return lines.map((line) => line.join('\t')).join('\n')
}
