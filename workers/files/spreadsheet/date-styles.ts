import { childOf, childrenOf, type XmlElement } from '../read-xml.ts'

/** Number formats that every program knows by number and that show a date or time (ECMA-376 18.8.30). */
const builtIn: readonly number[] = [14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]

/** Return true if a number format shows a date or a time: one that programs know by number, or by its code. */
export function showsDate(format: number, code = ''): boolean {
  if (builtIn.includes(format)) return true
  // Leave out letters in quotes, brackets or behind a backslash, which
  // are shown as they are. What is left open goes on to the end.
  const plain = code.replaceAll(/"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)|\\./g, '')
  return /[dyhms]/i.test(plain) && !/general|[#0?]\.?%?$/i.test(plain)
}

/** List the indexes of the cell formats that show a number as a date. */
export function findDateStyles(styles: XmlElement | undefined): Set<number> {
  const formats = styles && childOf(styles, 'numFmts')
  const codes = new Map(
    (formats?.children ?? []).map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? '',
    ]),
  )
  const cells = styles && childOf(styles, 'cellXfs')
  const found = new Set<number>()
  if (!cells) return found
  childrenOf(cells, 'xf').forEach(({ attributes }, index) => {
    const format = Number(attributes['numFmtId'])
    if (showsDate(format, codes.get(format))) found.add(index)
  })
  return found
}

/** Write a serial day number as ISO 8601; day 60 of 1900 never existed. */
export function writeDate(serial: number, date1904: boolean): string {
  const days = date1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const milliseconds = Math.round((days - 25_569) * 86_400_000)
  if (!(Math.abs(milliseconds) <= 8.64e15)) return String(serial)
  return new Date(milliseconds).toISOString().replace(/\.000Z$/, '')
}
