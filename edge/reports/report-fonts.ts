import type { ReadFontFile } from './pdf/type/load-fonts.ts'

const folder = 'report-fonts'
/** First bytes of a WOFF file. */
const woff = [0x77, 0x4f, 0x46, 0x46]

/**
 * Read the fonts of printed reports from the files built beside the worker (scripts/report-fonts.ts). Checks their
 * first bytes: for a missing file the server answers with the page of the app.
 */
export function reportFontReader(
  { ASSETS, ENVIRONMENT }: Pick<Env, 'ASSETS' | 'ENVIRONMENT'>,
  origin: string,
): ReadFontFile {
  return async (file) => {
    const url = new URL(`/${folder}/${file}`, origin)
    const kept = await readFont(await ASSETS.fetch(url))
    // Ask the server itself in development, whose binding knows pages only.
    const bytes = kept ?? (ENVIRONMENT === 'local' ? await readFont(await fetch(url)) : null)
    if (bytes === null) throw new Error(`No font ${file} beside the worker`)
    return bytes
  }
}

async function readFont(answer: Response): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return woff.every((byte, at) => bytes[at] === byte) ? bytes : null
}
