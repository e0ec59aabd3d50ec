import type { LocalDocument } from '../../../domain/sync/pending.ts'
import type { LocalCode } from './local-code.ts'
import type { Parts } from './machine.ts'
import { asVersion } from './node-hooks.ts'

/**
 * Load the product's own parts.
 * @param version of the page; null for the present source.
 */
export async function realParts(version: string | null = null): Promise<Parts> {
  const load = <Module>(file: string): Promise<Module> =>
    import(asVersion(new URL(`../../../${file}`, import.meta.url), version)) as Promise<Module>
  type At<Name extends keyof LocalCode> = Pick<LocalCode, Name>
  const { startSync } = await load<Pick<Parts, 'startSync'>>('web/sync/engine.ts')
  const { serviceUntil } = await load<{ serviceUntil: () => Parts['service'] }>(
    'web/local/service.ts',
  )
  const local: LocalCode = {
    ...(await load<At<'putRecord' | 'addPending' | 'newDocument'>>('domain/sync/document.ts')),
    ...(await load<At<'project'>>('domain/sync/project.ts')),
    ...(await load<At<'mergeRules'>>('domain/sync/merge-field.ts')),
    ...(await load<At<'withoutBase'>>('web/sync/without-base.ts')),
    ...(await load<At<'streamsOf'>>('web/sync/streams.ts')),
    ...(await load<At<'Outbox'>>('web/local/outbox.ts')),
    ...(await load<At<'shape'>>('web/local/partition.ts')),
    ...(await load<At<'packDocument'>>('web/local/stored-document.ts')),
    ...(await load<At<'joinPending'>>('web/local/join-pending.ts')),
    ...(await load<At<'readOld' | 'fixPending'>>('web/local/read-old.ts')),
    ...(await load<At<'keepSessionWith'>>('web/client/call.ts')),
  }
  return {
    version,
    local,
    startSync,
    service: serviceUntil(),
    wrapStore: (store) => store,
    carryOver: (document) => keepWaiting(document, true),
    leaveBehind: (document) => keepWaiting(document, false),
    nameOf: ({ uuid, company_uuid }) => `${uuid}-${company_uuid}`,
    looksAtScope: true,
    resyncsOnReturn: true,
  }
}

/**
 * Keep only waiting operations, as web/local/empty-tables.ts does; in another view without the record on which they
 * were made.
 */
function keepWaiting(document: LocalDocument, strip: boolean): LocalDocument | null {
  if (document.pending.length === 0) return null
  return strip ? { ...document, seq: 0, body: null } : document
}
