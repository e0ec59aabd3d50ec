import * as v from 'valibot'
import { Fault } from '../domain/fault.ts'
import { FileName } from '../domain/fields.ts'
import { keepBlob } from './files/blobs.ts'
import type { AccountContext } from './context.ts'
import type { NewFile } from './store/material-changes.ts'
import { readUpload, type UploadKind } from './files/uploads.ts'
import { derivedUuid } from './crypto/derived-uuid.ts'

/** Types that are given out under their own name; everything else is bytes to a browser. */
const plainTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'application/pdf',
  'application/zip',
  'application/gzip',
  'application/json',
  'text/plain',
  'text/csv',
])

/** @throws Fault `invalid` for a name that a file system could not hold or a size over the limit. */
function checkFile(file: File, limit: number): void {
  if (!v.is(FileName, file.name)) {
    throw new Fault('invalid', 'The file has a name that is not allowed', {
      field: 'file',
      reason: 'file_name',
    })
  }
  if (file.size <= limit) return
  throw new Fault('invalid', 'The file is too large', {
    field: 'file',
    reason: 'too_large',
    params: { limit },
  })
}

/** Look at a file, keep its bytes with the company, and give what its record says of it. */
export async function keepFile(
  file: File,
  { kinds, limit, company }: { kinds: readonly UploadKind[]; limit: number; company: string },
  { env, account, opId }: AccountContext,
): Promise<NewFile> {
  checkFile(file, limit)
  const { name, type, bytes } = await readUpload(file, kinds)
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? ''
  return {
    uuid: derivedUuid(account.uuid, opId),
    name,
    mime_type: plainTypes.has(bare) ? bare : 'application/octet-stream',
    size: bytes.byteLength,
    content_hash: await keepBlob(env, company, bytes),
    user_uuid: account.uuid,
  }
}
