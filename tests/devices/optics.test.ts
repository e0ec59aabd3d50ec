import { describe, expect, test } from 'vitest'
import { chooseOptics } from '../../devices/optics.ts'
import { wishFor } from '../../devices/optics-wish.ts'
import { readRecordings } from '../../devices/recording.ts'
import { makeOrder, type OrderOptions, uuidOf } from './orders.ts'

const recordings = readRecordings()
const choose = (options: OrderOptions) => chooseOptics(wishFor(makeOrder(options)), recordings)

const cfxWells = ['A', 'D', 'H'].flatMap((row) =>
  Array.from({ length: 10 }, (_, at) => ({
    well: `${row}${at + 1}`,
    sample_type: 'unknown' as const,
  })),
)

describe('a recording is chosen when it fits', () => {
  test.each([
    [
      '4-plex on a full plate',
      { cartridge: 'Wells96', channels: ['FAM', 'VIC', 'ROX', 'CY5', 'QUASAR705'] },
      'qs5-4plex',
    ],
    ['two of its channels', { cartridge: 'Wells96', channels: ['FAM', 'VIC'] }, 'qs5-4plex'],
    [
      'two cycles more than recorded',
      { cartridge: 'Wells96', channels: ['VIC'], cycles: 42 },
      'qs5-4plex',
    ],
    [
      'three cycles more',
      { cartridge: 'Wells96', channels: ['VIC'], cycles: 43 },
      'physical-model',
    ],
    ['a channel nobody recorded', { cartridge: 'Wells96', channels: ['CY3'] }, 'physical-model'],
    [
      'melt in the recorded wells',
      { cartridge: 'Wells96', channels: ['FAM'], meltStep: 0.5, wells: cfxWells },
      'cfx96-melt',
    ],
    [
      'melt in wells not recorded',
      { cartridge: 'Wells96', channels: ['FAM'], meltStep: 0.5 },
      'physical-model',
    ],
    ['16 wells, two channels', { channels: ['FAM', 'VIC'] }, 'chai-2ch'],
    ['16 wells with melt', { channels: ['FAM'], meltStep: 0.5 }, 'chai-1ch-melt'],
    ['two channels with melt', { channels: ['FAM', 'VIC'], meltStep: 0.5 }, 'physical-model'],
    ['36 wells', { cartridge: 'Wells36', channels: ['FAM'] }, 'physical-model'],
  ] satisfies [string, OrderOptions, string][])('%s', (_, options, name) => {
    expect(choose(options).name).toBe(name)
  })
})

describe('replay', () => {
  const channels = ['VIC', 'FAM'] as const
  const optics = choose({ cartridge: 'Wells96', channels: [...channels] })
  const plate = recordings.find((each) => each.name === 'qs5-4plex')

  test('gives the recorded numbers in the order of the method’s channels', () => {
    for (const cycle of [1, 17, 40]) {
      const point = optics.readAmplification(cycle)
      expect(point[0]).toEqual(plate?.phases.AMP.values[1]?.map((curve) => curve[cycle - 1]))
      expect(point[1]).toEqual(plate?.phases.AMP.values[0]?.map((curve) => curve[cycle - 1]))
    }
  })

  test('holds the last value past the end', () => {
    expect(optics.readAmplification(45)).toEqual(optics.readAmplification(40))
  })

  test('reads nothing where nothing is loaded', () => {
    const few = choose({
      cartridge: 'Wells96',
      channels: ['FAM'],
      wells: [{ well: 'H12', sample_type: 'ntc' }],
    })
    const [row = []] = few.readAmplification(1)
    expect(row.slice(0, 95).every((value) => value === null)).toBe(true)
    expect(row[95]).toBeTypeOf('number')
  })

  test('melt: recorded at recorded temperatures, a straight line between two, held half a degree beyond', () => {
    const melt = choose({ cartridge: 'Wells96', channels: ['FAM'], meltStep: 0.5, wells: cfxWells })
    const curve =
      recordings.find((each) => each.name === 'cfx96-melt')?.phases.VAL?.values[0]?.[0] ?? []
    const at = (temperature: number) => melt.readMelt(1, temperature)[0]?.[0]
    expect(at(80)).toBe(curve[45])
    expect(at(80.5)).toBeCloseTo(((curve[45] ?? 0) + (curve[46] ?? 0)) / 2, 9)
    expect(at(95.4)).toBe(curve[60])
  })
})

describe('physical model', () => {
  const wells = [
    { well: 'A1', sample_type: 'standard' as const, quantity: 1e6 },
    { well: 'A2', sample_type: 'standard' as const, quantity: 1e4 },
    { well: 'A3', sample_type: 'ntc' as const },
    { well: 'A4', sample_type: 'positive' as const },
  ]
  const options = {
    cartridge: 'Wells36' as const,
    channels: ['FAM' as const],
    meltStep: 0.5,
    wells,
  }
  const curve = (well: number, seed = uuidOf(1)) => {
    const optics = choose({ ...options, analysis: seed })
    return Array.from({ length: 40 }, (_, at) => optics.readAmplification(at + 1)[0]?.[well] ?? 0)
  }
  const crossing = (values: number[]) =>
    values.findIndex((value) => value - (values[4] ?? 0) > 600) + 1

  test('the same analysis gives the same curves, in whatever order the points are asked for', () => {
    const one = choose(options)
    const other = choose(options)
    const forward = [1, 20, 40].map((cycle) => one.readAmplification(cycle))
    const backward = [40, 20, 1].map((cycle) => other.readAmplification(cycle)).toReversed()
    expect(backward).toEqual(forward)
    expect(other.readMelt(7, 68)).toEqual(one.readMelt(7, 68))
    expect(curve(0, uuidOf(2))).not.toEqual(curve(0))
  })

  test('a hundred times fewer copies cross about 6.6 cycles later; controls do as they should', () => {
    const later = crossing(curve(1)) - crossing(curve(0))
    expect(later).toBeGreaterThanOrEqual(6)
    expect(later).toBeLessThanOrEqual(8)
    expect(crossing(curve(2))).toBe(0)
    expect(crossing(curve(3))).toBeGreaterThan(10)
  })

  test('the melt of a product falls steepest at one temperature, that of a blank does not', () => {
    const optics = choose(options)
    const steepest = (well: number) => {
      const values = Array.from(
        { length: 61 },
        (_, at) => optics.readMelt(at + 1, 65 + at / 2)[0]?.[well] ?? 0,
      )
      return Math.max(...values.slice(1).map((value, at) => (values[at] ?? 0) - value))
    }
    expect(steepest(0)).toBeGreaterThan(1000)
    expect(steepest(2)).toBeLessThan(200)
  })

  test('replicates of a sample agree; the last of several channels shows every sample and no blank', () => {
    const plate = Array.from({ length: 30 }, (_, at) => ({
      well: `${'ABCDE'[Math.floor(at / 6)]}${(at % 6) + 1}`,
      sample_type: at < 28 ? ('unknown' as const) : ('ntc' as const),
      sample: Math.floor(at / 2),
    }))
    const optics = choose({ cartridge: 'Wells36', channels: ['FAM', 'VIC'], wells: plate })
    const rises = [0, 1].map((channel) =>
      plate.map((_, well) => {
        const at = (cycle: number) => optics.readAmplification(cycle)[channel]?.[well] ?? 0
        return at(40) - at(5) > 3000
      }),
    )
    const [target = [], control = []] = rises
    for (let well = 0; well < 30; well += 2) expect(target[well]).toBe(target[well + 1])
    expect(new Set(target.slice(0, 28)).size).toBe(2)
    expect(control.slice(0, 28).every(Boolean)).toBe(true)
    expect([...target.slice(28), ...control.slice(28)].some(Boolean)).toBe(false)
  })
})
