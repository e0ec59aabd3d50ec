/** Type of a file by its first bytes; null for types without a signature, such as text. */
export type SniffedType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/gif'
  | 'image/svg+xml'
  | 'application/pdf'
  | 'application/zip'
  | 'application/gzip'
  | 'application/x-executable'
  | 'text/html'

/** Signatures as in the WHATWG's MIME Sniffing standard §6, with programs beside; null takes any byte. */
const signatures: readonly [SniffedType, readonly (number | null)[]][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/webp', [...bytesOf('RIFF'), null, null, null, null, ...bytesOf('WEBPVP')]],
  ['image/gif', bytesOf('GIF8')],
  ['application/pdf', bytesOf('%PDF-')],
  ['application/zip', [0x50, 0x4b, 3, 4]],
  ['application/zip', [0x50, 0x4b, 5, 6]],
  ['application/gzip', [0x1f, 0x8b, 8]],
  ['application/x-executable', [0x7f, ...bytesOf('ELF')]],
  ['application/x-executable', [...bytesOf('MZ'), 0x90, 0]],
  ['application/x-executable', bytesOf('#!')],
]

function bytesOf(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Type of a file by its first bytes, never by its name or by what the sender says. */
export function sniffType(bytes: Uint8Array): SniffedType | null {
  const found = signatures.find(([, signature]) =>
    signature.every((byte, at) => byte === null || bytes[at] === byte),
  )
  return found?.[0] ?? sniffMarkup(bytes)
}

/** Recognise markup that a browser would run, behind blanks, comments and an XML declaration. */
function sniffMarkup(bytes: Uint8Array): SniffedType | null {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[1] === 0
  const decoder = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8')
  const start = decoder.decode(bytes.subarray(0, 2048)).toLowerCase()
  if (!/^\s*</.test(start)) return null
  if (/<svg[\s>:]|svg\.dtd|<[a-z]+:svg\b/.test(start)) return 'image/svg+xml'
  return /<(?:!doctype html|html|head|body|script|iframe)\b/.test(start) ? 'text/html' : null
}

/** Names that are used for the same type. */
const aliases = new Map(
  Object.entries<SniffedType>({
    'image/jpg': 'image/jpeg',
    'image/pjpeg': 'image/jpeg',
    'image/x-png': 'image/png',
    'application/x-pdf': 'application/pdf',
    'application/x-zip-compressed': 'application/zip',
    'application/x-gzip': 'application/gzip',
  }),
)

const known = new Set<string>(signatures.map(([type]) => type)).add('image/svg+xml')

/**
 * Return true when a claimed type fits the bytes. A type without a signature is accepted unless the bytes have one; a zip may be
 * any document that is packed as one (XLSX, RDML).
 */
export function claimFits(claimed: string, sniffed: SniffedType | null): boolean {
  const bare = claimed.split(';')[0]?.trim().toLowerCase() ?? ''
  const type = aliases.get(bare) ?? bare
  if (type === '' || type === 'application/octet-stream' || type === sniffed) return true
  if (known.has(type)) return false
  return sniffed === null || (sniffed === 'application/zip' && type.startsWith('application/'))
}
