import { refuseFile } from '../refuse-file.ts'

/** Encodings that spreadsheets write lists in: besides Unicode those of the languages of the interface. */
export const listEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1251',
  'windows-1256',
  'gb18030',
] as const
export type ListEncoding = (typeof listEncodings)[number]

/** Encoding that spreadsheets in these languages use when they do not write Unicode. */
const usual: Readonly<Record<string, ListEncoding>> = {
  ar: 'windows-1256',
  ru: 'windows-1251',
  zh: 'gb18030',
}

/**
 * Decode a list whose bytes are not Unicode, in the given encoding, or in the most likely one: in Latin scripts letters
 * beyond ASCII are single, in others they form whole words. The person's language decides among those scripts, else the
 * places of the letters in the code table.
 * @throws Fault `text_not_text`.
 */
export function decodeList(
  bytes: Uint8Array,
  told: ListEncoding | null,
  language: string,
): { text: string; encoding: ListEncoding } {
  const encoding = told ?? guessEncoding(bytes, language)
  const text = new TextDecoder(encoding).decode(bytes)
  if (text.includes('\0')) throw refuseFile('text_not_text')
  return { text, encoding }
}

function guessEncoding(bytes: Uint8Array, language: string): ListEncoding {
  const runs = listHighRuns(bytes.subarray(0, 2 ** 18))
  const letters = runs.reduce((sum, { length }) => sum + length, 0)
  if (letters < 2.2 * runs.length) return 'windows-1252'
  const hinted = usual[language]
  if (hinted) return hinted
  const isPaired = runs.every(
    (run) => run.length % 2 === 0 && run.every((byte, at) => at % 2 === 1 || byte <= 0xf7),
  )
  if (isPaired && runs.length > 2) return 'gb18030'
  // Distinguish the alphabets: small Cyrillic letters are in the upper quarter, Arabic ones mostly below it.
  const upper = runs.flat().filter((byte) => byte >= 0xe0).length
  return upper > letters / 2 ? 'windows-1251' : 'windows-1256'
}

/** List the runs of bytes beyond ASCII. */
function listHighRuns(bytes: Uint8Array): number[][] {
  const runs: number[][] = []
  let isOpen = false
  for (const byte of bytes) {
    const isHigh = byte >= 0x80
    if (isHigh && isOpen) runs.at(-1)?.push(byte)
    else if (isHigh) runs.push([byte])
    isOpen = isHigh
  }
  return runs
}
