import type { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import type { AutoTest } from '../../domain/entities/auto-test.ts'
import { Fault } from '../../domain/fault.ts'
import { FileName } from '../../domain/fields.ts'
import * as v from 'valibot'
import { keepBlob } from '../files/blobs.ts'
import type { DeviceContext } from '../context.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import type { Report } from '../store/device-reports.ts'
import { notAfter } from '../store/store-time.ts'
import { readUpload } from '../files/uploads.ts'

/** Most pictures of one self-test, and bytes of one. */
const pictures = { count: 8, bytes: 4 * 2 ** 20 }

async function keep({ own, device }: DeviceContext, report: Report): Promise<number> {
  return unwrap(own.keepReport(device, report))
}

export const deviceReports: Handlers<typeof deviceReportCalls> = {
  info: async ({ body }, context) => {
    await keep(context, { type: 'info', info: body })
    return {}
  },
  messages: async ({ body }, context) => ({
    kept: await keep(context, { type: 'messages', messages: body.messages }),
  }),
  logs: async ({ body }, context) => {
    await keep(context, { type: 'logs', logs: body.logs })
    return {}
  },
  uploadCheck: async ({ body }) => ({ bytes: body.filler.length }),
  autoTest: async ({ body }, context) => {
    const { uuid, name, outcome, ran_at: told, bkernel_version, values, ...files } = body
    const assets = await keepPictures(Object.values(files) as File[], context)
    const { own, device, by } = context
    const ran_at = notAfter(new Date().toISOString(), told)
    const fields = { name, outcome, ran_at, bkernel_version, values, device_uuid: device, assets }
    // Keep it once by its uuid: a repeat, with whatever operation id, is the same test.
    const change = { type: 'record.create', kind: 'auto_test', uuid, body: fields } as const
    await unwrap(own.change(change, `${uuid}:autotest`, by))
    return { uuid }
  },
}

async function keepPictures(
  files: readonly File[],
  { env, company }: DeviceContext,
): Promise<AutoTest['assets']> {
  const names = new Set(files.map(({ name }) => name))
  if (files.length > pictures.count || names.size !== files.length) {
    throw new Fault('invalid', 'Too many pictures, or two of one name', {
      field: 'file',
      reason: names.size === files.length ? 'too_many_files' : 'name_twice',
      params: { limit: pictures.count },
    })
  }
  const assets: AutoTest['assets'] = []
  for (const file of files) {
    if (!v.is(FileName, file.name)) {
      throw new Fault('invalid', 'The file has a name that is not allowed', {
        field: 'file',
        reason: 'file_name',
      })
    }
    if (file.size > pictures.bytes) {
      throw new Fault('invalid', 'The file is too large', {
        field: 'file',
        reason: 'too_large',
        params: { limit: pictures.bytes },
      })
    }
    const { name, type, bytes } = await readUpload(file, ['image'])
    const content_hash = await keepBlob(env, company, bytes)
    assets.push({ name, mime_type: type, size: bytes.byteLength, content_hash })
  }
  return assets
}
