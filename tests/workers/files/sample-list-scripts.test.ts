import { describe, expect, test } from 'vitest'
import { openList } from './open-list.ts'

/** Return the wells of each sample of a list. */
function wellsOf(content: string) {
  const { samples } = openList(content, 'ru')
  return Object.fromEntries(samples.map((one) => [one.name, one.coordinates.join(' ')]))
}

describe('wells that were typed on another keyboard', () => {
  test.each([
    ['Cyrillic letters', ['А1', 'В02', 'с3', 'Е4', 'Н12']],
    ['letters of full width', ['Ａ１', 'Ｂ２', 'Ｃ３', 'Ｅ４', 'Ｈ１２']],
    ['Arabic digits', ['A١', 'B٢', 'C۳', 'E٤', 'H١٢']],
    ['a colon', ['A:1', 'B:2', 'C: 3', 'E:4', 'H:12']],
    ['the column first', ['1A', '2B', '3C', '4E', '12H']],
  ])('[STATE-065] are those of the Latin names: %s', (_, wells) => {
    const rows = wells.map((well, i) => `${well};S${i}`)
    expect(wellsOf(`Лунка;Образец\n${rows.join('\n')}\n`)).toEqual({
      S0: 'A1',
      S1: 'B2',
      S2: 'C3',
      S3: 'E4',
      S4: 'H12',
    })
  })

  test('[STATE-065] are the same in two columns and in a grid', () => {
    expect(wellsOf('Ряд;Столбец;Образец\nВ;2;x\nН;12;y\n')).toEqual({ x: 'B2', y: 'H12' })
    expect(wellsOf(';1;2\nА;x;\nВ;;y\nС;z;\n')).toEqual({ x: 'A1', y: 'B2', z: 'C1' })
  })
})
