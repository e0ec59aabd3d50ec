import { datamatrix } from 'bwip-js/generic'
import { encode } from 'uqr'
import { separator } from '../../domain/codes/code.ts'
import type { SymbolCode } from '../../domain/labels/label-code.ts'

/** The modules of a square symbol, row by row; true is dark. White around it is not among them. */
export type SymbolModules = readonly (readonly boolean[])[]

type Polygon = readonly (readonly [number, number])[]

/** Draw the modules of a symbol: a DataMatrix (ECC 200), or a QR code that mends 15 %. @throws Error for a text that is too long */
export function drawSymbol({ symbol, text, isGs1 }: SymbolCode): SymbolModules {
  return symbol === 'qrcode'
    ? encode(text, { ecc: 'M', border: 0 }).data
    : drawDataMatrix(escaped(text, isGs1))
}

function drawDataMatrix(content: { text: string; parsefnc: boolean }): SymbolModules {
  const polygons: Polygon[] = []
  let side = 0
  const drawing = {
    scale: (): [number, number] => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init(width: number) {
      side = width
    },
    line: () => undefined,
    polygon: (points: Polygon) => void polygons.push(points),
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => undefined,
  }
  datamatrix({ bcid: 'datamatrix', ...content, scale: 1 }, drawing)
  return Array.from({ length: side }, (_, y) => rowOf(polygons, side, y))
}

/** Write FNC1 and separators as the maker of the symbol takes them; a caret of its own never comes in a GS1 code. */
function escaped(text: string, isGs1: boolean): { text: string; parsefnc: boolean } {
  return isGs1
    ? { text: `^FNC1${text.replaceAll(separator, '^FNC1')}`, parsefnc: true }
    : { text, parsefnc: false }
}

/** Return the modules of a row: dark is what an odd number of edges to its left encloses. */
function rowOf(polygons: readonly Polygon[], side: number, y: number): boolean[] {
  const crossings = polygons.flatMap((polygon) =>
    polygon.flatMap(([x1, y1], at) => {
      const [x2, y2] = polygon[(at + 1) % polygon.length] ?? [x1, y1]
      return x1 === x2 && Math.min(y1, y2) <= y && y < Math.max(y1, y2) ? [x1] : []
    }),
  )
  return Array.from(
    { length: side },
    (_, x) => crossings.filter((edge) => edge <= x).length % 2 === 1,
  )
}
