import { asVersion } from '../node-hooks.ts'
import type { EdgeApp } from './deployment.ts'
import type { StoreClass } from './durable-objects.ts'

/**
 * Load the edge's own code by name, because its types are of another runtime.
 * @param version null for the present source.
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
