import type { Reason } from '../../domain/reasons/reason.ts'
import { Fault, type FaultParams } from '../../domain/fault.ts'
import { fileLimits, type FileLimits } from '../../workers/files/limits.ts'
import { openArchive } from '../../workers/files/open-archive.ts'
import { type ImageSize, readImageSize } from './image-size.ts'
import { claimFits, sniffType } from './sniff-type.ts'

/** Largest image in pixels; a decoder would take four bytes for each. */
const pixelLimit = 40_000_000

const mebibyte = 2 ** 20

/** Limits of a kept archive. Unpacked bytes are counted while they are read, never trusted or kept. */
const archiveLimits: Readonly<FileLimits> = {
  ...fileLimits,
  members: 200,
  memberBytes: 200 * mebibyte,
  totalBytes: 200 * mebibyte,
  ratio: 100,
}

/** Kinds of uploads: `image` is PNG, JPEG or WebP; `document` anything whose content is not run by a browser. */
export type UploadKind = 'image' | 'pdf' | 'archive' | 'document'

/** A file that has been looked at. `type` is what its bytes say, else what was claimed. */
export interface Upload {
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
  size: ImageSize | null
}

/**
 * Look at an uploaded file before anything is done with it: its bytes must be of a kind that the call takes and of
 * the type that was claimed, its name none that is run, an image of a sane size, an archive no bomb (ASVS 5.0, 5.2; decisions of the file
 * limits in workers/files/limits.ts). A PDF is known by its signature and never opened; SVG and HTML are refused.
 * @throws Fault `invalid` with reason `file_type`, `file_type_differs`, `file_empty`, `image_damaged`,
 * `image_too_large`, `zip_path`, or a reason of workers/files/refuse-file.ts.
 */
export async function readUpload(
  file: File,
  kinds: readonly UploadKind[],
  field = 'file',
): Promise<Upload> {
  const bytes = (await file.bytes()) as Uint8Array<ArrayBuffer>
  if (bytes.length === 0) refuse('file_empty', 'The file is empty', field)
  const sniffed = sniffType(bytes)
  if (!claimFits(file.type, sniffed)) {
    const params = { claimed: file.type.slice(0, 100), found: sniffed ?? 'unknown' }
    refuse('file_type_differs', 'The file is not of the type it says', field, params)
  }
  if (!kinds.some((kind) => isOf[kind](sniffed))) {
    refuse('file_type', 'A file of this type is not taken here', field, {
      found: sniffed ?? 'unknown',
    })
  }
  const ending = runsByName.exec(file.name)?.[1]
  if (ending) {
    refuse('file_type', 'A file of this type is not taken here', field, {
      found: ending.toLowerCase(),
    })
  }
  const size = isOf.image(sniffed) ? checkImage(sniffed ?? '', bytes, field) : null
  if (sniffed === 'application/zip') checkArchive(bytes, field)
  return {
    name: file.name,
    type: sniffed ?? (file.type || 'application/octet-stream'),
    bytes,
    size,
  }
}

const images: readonly (string | null)[] = ['image/png', 'image/jpeg', 'image/webp']
const run: readonly (string | null)[] = ['image/svg+xml', 'text/html', 'application/x-executable']

/**
 * Endings by which a computer runs what it has saved, whatever its first bytes are: a PDF may hold a page behind its signature.
 */
const runsByName =
  /\.(x?html?|xht|mht|mhtml|svgz?|hta|m?js|jse|vb[es]|ws[fh]|exe|com|scr|pif|bat|cmd|ps1|msi|jar|lnk|url|desktop|sh|command|app)$/i

const isOf: Readonly<Record<UploadKind, (sniffed: string | null) => boolean>> = {
  image: (sniffed) => images.includes(sniffed),
  pdf: (sniffed) => sniffed === 'application/pdf',
  archive: (sniffed) => sniffed === 'application/zip',
  document: (sniffed) => !run.includes(sniffed),
}

function checkImage(type: string, bytes: Uint8Array, field: string): ImageSize {
  const size = readImageSize(type, bytes)
  if (!size) refuse('image_damaged', 'The image cannot be read', field)
  const found = size.width * size.height
  if (found > pixelLimit) {
    refuse('image_too_large', 'The image has too many pixels', field, { found, limit: pixelLimit })
  }
  return size
}

/**
 * Refuse an archive that is a bomb, holds a link, or has a name that leaves its folder. Nothing here unpacks to a
 * path; the person who downloads it may.
 */
function checkArchive(bytes: Uint8Array, field = 'file'): void {
  const archive = openArchive(bytes, archiveLimits)
  for (const member of archive.members) {
    const { name } = member
    const leaves = /^(?:[/\\]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/i.test(name)
    if (leaves || member.isLink) {
      refuse('zip_path', 'The archive holds a path or link that leads out of it', field, {
        member: name.slice(0, 200).toWellFormed(),
      })
    }
    archive.measure(member)
  }
}

function refuse(reason: Reason, message: string, field: string, params?: FaultParams): never {
  throw new Fault('invalid', message, { field, reason, ...(params && { params }) })
}
