import type { CallFile } from '../../../../../domain/call.ts'
import { reportCalls } from '../../../../../domain/calls/reports.ts'
import { call } from '../../../../client/call.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { mustStay } from '../../../../state/session.ts'
import type { ReportOrder } from './report-order.ts'

/** Ask for the reports of an order, one after the other; several come as one archive. */
export async function makeReports(
  order: ReportOrder,
  name: string,
  onProgress: (done: number) => void = () => undefined,
): Promise<CallFile> {
  if (order.by === 'analysis') {
    return call(reportCalls.createAnalysis, order.call, { opId: makeUuid() })
  }
  const files: CallFile[] = []
  const checkPerson = mustStay()
  for (const parts of order.calls) {
    checkPerson()
    files.push(await call(reportCalls.createSample, parts, { opId: makeUuid() }))
    onProgress(files.length)
  }
  const [only] = files
  if (only && files.length === 1) return only
  const { zipSync } = await import('fflate')
  const entries = files.map(({ bytes, name: own }, at) => {
    const plain = decodeURIComponent(own ?? 'report')
    // Number the files, as samples may be called alike.
    return [`${String(at + 1).padStart(3, '0')}-${plain}`, new Uint8Array(bytes)] as const
  })
  return {
    bytes: zipSync(Object.fromEntries(entries)),
    type: 'application/zip',
    name: `${name}.zip`,
  }
}
