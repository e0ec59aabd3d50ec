import { canonicalJson } from '../../domain/canonical.ts'
import { newDocument } from '../../domain/sync/document.ts'
import type { SeenDevice } from './seen-device.ts'
import type { LocalStore } from './document-store.ts'
import { localDeviceKind } from './tables.ts'

type Heard = Pick<SeenDevice, 'hostname' | 'status' | 'runs' | 'heardAt'>

/** Written no more often than this while nothing on the device has changed. */
const keepEveryMs = 60_000

/** Keep what a device said last in the local network (spec §3, table bCubesLocal): shown, with its age, when it is away. */
export async function keepLocalDevice(
  store: Pick<LocalStore, 'change'>,
  uuid: string,
  { hostname, status, runs, heardAt }: Heard,
): Promise<void> {
  if (heardAt === null) return
  await store.change(`${localDeviceKind}|${uuid}`, (known) => {
    const before = known?.body as unknown as Heard | null | undefined
    const isSame =
      before?.hostname === hostname && canonicalJson(before.runs) === canonicalJson(runs)
    if (known && isSame && heardAt - (before.heardAt ?? 0) < keepEveryMs) return known
    const body = { uuid, hostname, status, runs, heardAt }
    const made = new Date(heardAt).toISOString()
    return { ...(known ?? newDocument(localDeviceKind, uuid, made)), body }
  })
}

/** Read a local device; null for one that has never answered here. */
export async function readLocalDevice(
  store: Pick<LocalStore, 'find'>,
  uuid: string,
): Promise<SeenDevice | null> {
  const heard = (await store.find(`${localDeviceKind}|${uuid}`))?.body as unknown as Heard | null
  if (!heard) return null
  const { hostname, status, runs, heardAt } = heard
  return { hostname, status, runs, heardAt, details: new Map(), fault: null }
}
