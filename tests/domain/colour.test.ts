import { expect, test } from 'vitest'
import { wavelengths } from '../../domain/catalog/wavelengths.ts'
import { Fault } from '../../domain/fault.ts'
import { checkColour, isLight, luminance, textOn } from '../../domain/rules/colour.ts'

test('[VAL-023] a hex colour is light above luminance 200', () => {
  expect(luminance('#000')).toBe(0)
  expect(luminance('#ffffff')).toBeCloseTo(255, 6)
  expect(luminance('ff0000')).toBeCloseTo(54.213, 3)
  // Take the limit itself for no light colour: grey has its own value as luminance.
  expect(isLight('#c8c8c8')).toBe(false)
  expect(isLight('#c9c9c9')).toBe(true)
  expect(luminance('red')).toBeNaN()
})

test('[VAL-024] text is white below luminance 100', () => {
  expect(textOn('#636363')).toBe('white')
  expect(textOn('#656565')).toBe('black')
  expect(textOn('#0000ff')).toBe('white')
})

test('[VAL-022] a chosen colour that is too bright is rejected', () => {
  const reason = (hex: string) => {
    try {
      checkColour(hex, 'color')
      return null
    } catch (error) {
      return error instanceof Fault ? error.first.reason : error
    }
  }
  expect(reason('#ffff66')).toBe('colour_too_bright')
  expect(reason('#0072b2')).toBeNull()
  expect(reason('nonsense')).toBe('colour_unreadable')
  const own = Object.values(wavelengths).flatMap(({ color, quasarColor }) => [color, quasarColor])
  expect(own.map(reason).filter((one) => one !== null)).toEqual([])
})
