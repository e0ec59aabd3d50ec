import arabic from '@fontsource/noto-sans-arabic/unicode.json' with { type: 'json' }
import chinese from '@fontsource/noto-sans-sc/unicode.json' with { type: 'json' }
import latin from '@fontsource/noto-sans/unicode.json' with { type: 'json' }

/** A family comes in slices, each with some of its signs; where two have a sign, the first one here draws it. */
const families: readonly (readonly [name: string, slices: Record<string, string>])[] = [
  ['noto-sans', latin],
  ['noto-sans-arabic', arabic],
  ['noto-sans-sc', chinese],
]

/** Chinese is only there in one weight: twice five megabytes for the headings of reports is too much. */
const oneWeight = 'noto-sans-sc'

interface Slice {
  family: string
  name: string
}

/** List the names of all files that reports may need, in the folder `files` of their packages. */
export function fontFiles(): { family: string; file: string }[] {
  return families.flatMap(([family, slices]) =>
    Object.keys(slices).flatMap((slice) => {
      const one = { family, name: plain(slice) }
      const files = [fileOf(one, false), ...(family === oneWeight ? [] : [fileOf(one, true)])]
      return files.map((file) => ({ family, file }))
    }),
  )
}

/** Return the font file that has a sign in a weight; null where no family has the sign. */
export function fontFileFor(codePoint: number, bold: boolean): string | null {
  signs ??= indexSigns()
  const slice = signs.get(codePoint)
  return slice ? fileOf(slice, bold && slice.family !== oneWeight) : null
}

/** Sign in bold from this file are drawn with a thicker line. */
export function isOneWeight(file: string): boolean {
  return file.startsWith(oneWeight)
}

let signs: Map<number, Slice> | undefined

function indexSigns(): Map<number, Slice> {
  const index = new Map<number, Slice>()
  for (const [family, slices] of families) {
    for (const [name, ranges] of Object.entries(slices)) {
      const slice = { family, name: plain(name) }
      for (const [, from = '', to = from] of ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
        for (let sign = parseInt(from, 16); sign <= parseInt(to, 16); sign += 1) {
          if (!index.has(sign)) index.set(sign, slice)
        }
      }
    }
  }
  return index
}

/** Remove the brackets around the number of a slice: the index has them, the names of files do not. */
function plain(slice: string): string {
  return slice.replaceAll(/[[\]]/g, '')
}

function fileOf({ family, name }: Slice, bold: boolean): string {
  return `${family}-${name}-${bold ? 700 : 400}-normal.woff`
}
