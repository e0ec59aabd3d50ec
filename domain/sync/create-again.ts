import type { CreateAnalysis } from '../calls/analysis.ts'
import type { LocalDocument, Pending, PendingCreate } from './pending.ts'
import { withoutTheirs } from './document.ts'
import { project } from './project.ts'

/** Note where a record that the edge does not have yet was launched; nothing for one that it has. */
export function noteLaunch(document: LocalDocument, hostname: string): LocalDocument {
  if (!document.pending.some(({ type }) => type === 'create')) return document
  const pending = document.pending.map((one): Pending =>
    one.type === 'create' ? { ...one, launched_on: hostname } : one,
  )
  return { ...document, pending }
}

/**
 * Return the document with its refused create under another operation id, to be sent again, with all operations made on
 * it: under the same uuid, by which a device knows the run that was launched from it.
 */
export function createAgain(document: LocalDocument, opId: string): LocalDocument {
  const create = document.pending.find(({ type }) => type === 'create')
  if (create?.state !== 'refused') return document
  const begun = { state: 'waiting', tries: 0, next_at: 0, fault: null } as const
  const pending = document.pending.map((one): Pending => {
    const kept = withoutTheirs(one)
    return one === create ? { ...kept, ...begun, op_id: opId } : { ...kept, ...begun }
  })
  return { ...document, pending }
}

/** Return true if only another uuid can help, because the edge has another record under this one. */
export function needsOtherUuid({ fault }: Pick<PendingCreate, 'fault'>): boolean {
  return fault?.code === 'taken'
}

/** Return the content of a document that the edge refused, as the input of another analysis. */
export function copyOf(
  document: LocalDocument,
  { input }: PendingCreate,
  uuid: string,
): { input: CreateAnalysis; shown: Record<string, unknown> } {
  const shown = { ...project(document), uuid }
  const { name, notebook, device_uuid, samples, kit, instrument } =
    shown as unknown as CreateAnalysis
  const { kit: _kit, instrument: _instrument, ...rest } = input
  const chosen = { ...(kit ? { kit } : {}), ...(instrument ? { instrument } : {}) }
  const edited = { uuid, name, notebook, device_uuid, samples, ...chosen }
  return { input: { ...rest, ...edited }, shown }
}
