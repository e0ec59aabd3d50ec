import { newDocument } from '../../domain/sync/document.ts'
import type { SeenRun } from './seen-device.ts'
import type { LocalStore } from './document-store.ts'
import { localRunKind } from './tables.ts'

/** A run as it was fetched from its device, and when, by this machine's clock. */
export interface KeptRun {
  hostname: string
  fetchedAt: number
  run: SeenRun
}

/** Keep a run that was fetched: it can be looked at when its device is away. It goes with the sign-out. */
export async function keepLocalRun(
  store: Pick<LocalStore, 'change'>,
  { hostname, fetchedAt, run }: KeptRun,
): Promise<void> {
  const { analysis_uuid } = run.run
  await store.change(`${localRunKind}|${analysis_uuid}`, (known) => {
    const made = new Date(fetchedAt).toISOString()
    const body = { uuid: analysis_uuid, hostname, fetchedAt, run }
    return { ...(known ?? newDocument(localRunKind, analysis_uuid, made)), body }
  })
}

/** Read a local run; null for one that was never fetched here. */
export async function readLocalRun(
  store: Pick<LocalStore, 'find'>,
  analysis_uuid: string,
): Promise<KeptRun | null> {
  const body = (await store.find(`${localRunKind}|${analysis_uuid}`))?.body
  if (!body) return null
  const { hostname, fetchedAt, run } = body as unknown as KeptRun
  return { hostname, fetchedAt, run }
}
