import { asVersion } from '../node-hooks.ts'
import type { EdgeApp } from './deployment.ts'
import type { StoreClass } from './durable-objects.ts'

/**
 * The edge's own code. Its types are of another runtime, so that it is loaded by name.
 * @param version null: as it lies in the tree.
 */
export async function loadEdge(
  version: string | null = null,
): Promise<{ app: EdgeApp; store: StoreClass }> {
  const edge = new URL('../../../../edge/', import.meta.url)
  const load = async (file: string) =>
    (await import(asVersion(new URL(file, edge), version))) as Record<string, unknown>
  const { app } = await load('app.ts')
  const { CompanyStore } = await load('store/CompanyStore.ts')
  return { app: app as EdgeApp, store: CompanyStore as StoreClass }
}
