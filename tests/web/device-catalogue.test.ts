import { expect, test } from 'vitest'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import { deviceTypes } from '../../domain/catalog/devices.ts'

const platesOf = (device: 'bcube' | 'bgate') =>
  Object.values(cartridges)
    .filter((one) => one.device === device)
    .map(({ rows, columns }) => `${rows}x${columns}`)

test('[MODE-003] bCUBE devices take plates of 3x3, 4x4 and 6x6 samples', () => {
  expect(platesOf('bcube')).toEqual(['3x3', '4x4', '6x6'])
})

test('[MODE-004] bGATE devices take plates of 96 wells, 8x12, with instruments attached', () => {
  expect(platesOf('bgate')).toEqual(['8x12'])
  expect(deviceTypes.bgate.hasInstruments).toBe(true)
})
