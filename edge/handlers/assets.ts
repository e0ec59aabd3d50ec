import type { CallFile } from '../../domain/call.ts'
import type { assetCalls } from '../../domain/calls/assets.ts'
import type { Attachment } from '../../domain/entities/attachment.ts'
import { Fault } from '../../domain/fault.ts'
import { readBlob } from '../files/blobs.ts'
import type { AccountContext } from '../context.ts'
import type { Handlers } from '../mount.ts'

/** Make the same fault for a hidden test, a hidden device and a missing file. */
const missing = () => new Fault('not_found', 'No such file')

type Kept = Pick<Attachment, 'content_hash' | 'mime_type' | 'name'>

async function send(file: Kept, { env, company }: AccountContext): Promise<CallFile> {
  const bytes = await readBlob(env, company, file.content_hash)
  return { bytes, type: file.mime_type, name: file.name }
}

export const assets: Handlers<typeof assetCalls> = {
  autoTest: async ({ params }, context) => {
    const { own, by } = context
    const found = await own.get('auto_test', params.a, by.sight)
    if (!found.ok) throw missing()
    const test = found.value
    const file = test.assets.find(({ name }) => name === params.b)
    // Hide the tests of a device that is gone or out of sight.
    if (!file || !(await own.get('device', test.device_uuid, by.sight)).ok) throw missing()
    return send(file, context)
  },
  roi: async ({ params }, context) => {
    const { own, by } = context
    const wanted = { name: 'roiFile', device: params.a, file: params.b } as const
    const found = await own.ask(wanted, by.sight)
    if (!found.ok || !found.value) throw missing()
    return send(found.value, context)
  },
}
