import type { AccountContext } from '../context.ts'

/** Return the present name of a device; null for none, and for one that the reader may not see. */
export async function nameDevice(
  { own, by }: Pick<AccountContext, 'own' | 'by'>,
  uuid: string | null,
): Promise<string | null> {
  if (uuid === null || !by.sight.kinds.includes('device')) return null
  const found = await own.get('device', uuid, by.sight)
  return found.ok ? found.value.name : null
}
