import { expect, test } from 'vitest'
import { findMeltPeaks } from '../../workers/melt/peaks.ts'
import { writeTm } from '../../workers/melt/write-tm.ts'
import { makeMelt } from './curves.ts'

const temperatures = Float64Array.from({ length: 151 }, (_, i) => 60 + i * 0.2)
const curve = makeMelt(temperatures, [{ tm: 82.3, area: 300 }])

test('Tm is where the light falls fastest', () => {
  const [peak] = writeTm(findMeltPeaks(temperatures, curve), temperatures)
  expect(peak!.tm).toBeCloseTo(82.3, 1)
})

test('or half a reading higher, as instruments print it that write a slope at the upper reading', () => {
  const plain = findMeltPeaks(temperatures, curve)[0]!.tm
  for (const order of [temperatures, temperatures.toReversed()]) {
    const [peak] = writeTm(findMeltPeaks(temperatures, curve), order, 'upper')
    expect(peak!.tm).toBeCloseTo(plain + 0.1, 9)
  }
})
