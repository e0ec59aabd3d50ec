import { Fault } from '../../domain/fault.ts'
import { keepBlob } from '../files/blobs.ts'
import { readUpload } from '../files/uploads.ts'

const logoLimit = 2 * 2 ** 20

/**
 * Keep a picture of a company by the hash of its content.
 * @throws Fault `invalid` for what is larger than 2 MB or, by its content, no PNG, JPEG or WebP of a sane size.
 */
export async function keepLogo(env: Env, company: string, file: File): Promise<string> {
  if (file.size > logoLimit) {
    throw new Fault('invalid', 'The picture is too large', {
      field: 'file',
      reason: 'too_large',
      params: { limit: logoLimit },
    })
  }
  const { bytes } = await readUpload(file, ['image'])
  return keepBlob(env, company, bytes)
}
