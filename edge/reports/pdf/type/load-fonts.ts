import { create, type Font } from 'fontkit'
import { fontFileFor, isOneWeight } from './font-files.ts'
import { unpackWoff } from './unpack-woff.ts'

export type ReadFontFile = (file: string) => Promise<Uint8Array>

export interface ReportFont {
  file: string
  font: Font
  /** Bold is drawn with a thicker line: there is no heavier cut of it. */
  isOneWeight: boolean
}

/** The fonts that were loaded for a report: which one draws a sign. */
export interface Fonts {
  find(codePoint: number, bold: boolean): ReportFont | null
}

/** Sign drawn in place of one that no font has. */
export const replacement = 0xfffd

/** Parsed fonts of this worker, the last used last: they never change, and most reports need the same few. */
const kept = new Map<string, ReportFont>()
const mostKept = 24

/** Load what is needed to draw a text, in both weights. */
export async function loadFonts(text: string, read: ReadFontFile): Promise<Fonts> {
  const signs = new Set([...text, ' ', '?'].map((sign) => sign.codePointAt(0) ?? 0))
  signs.add(replacement)
  const files = new Set<string>()
  for (const sign of signs) {
    for (const bold of [false, true]) {
      const file = fontFileFor(sign, bold)
      if (file !== null) files.add(file)
    }
  }
  const loaded = new Map<string, ReportFont>()
  await Promise.all([...files].map(async (file) => loaded.set(file, await loadFont(file, read))))
  while (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '')
  return {
    find(codePoint, bold) {
      const file = fontFileFor(codePoint, bold)
      const found = file === null ? undefined : loaded.get(file)
      return found?.font.hasGlyphForCodePoint(codePoint) ? found : null
    },
  }
}

/**
 * Load a font and keep it. Keeps loaded fonts only, no pending loads: in the Workers runtime a request must not wait
 * for what another one has asked for.
 */
async function loadFont(file: string, read: ReadFontFile): Promise<ReportFont> {
  const font = kept.get(file) ?? (await openFont(file, read))
  kept.delete(file)
  kept.set(file, font)
  return font
}

async function openFont(file: string, read: ReadFontFile): Promise<ReportFont> {
  const bytes = unpackWoff(await read(file))
  return { file, font: create(bytes as Buffer) as Font, isOneWeight: isOneWeight(file) }
}
