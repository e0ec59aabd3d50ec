import type { EdgeApp } from './deployment.ts'
import type { StoreClass } from './durable-objects.ts'

/** The edge's own code. Its types are of another runtime, so that it is loaded by name. */
export async function loadEdge(): Promise<{ app: EdgeApp; store: StoreClass }> {
  const edge = new URL('../../../../edge/', import.meta.url)
  const load = async (file: string) =>
    (await import(new URL(file, edge).href)) as Record<string, unknown>
  const { app } = await load('app.ts')
  const { CompanyStore } = await load('store/CompanyStore.ts')
  return { app: app as EdgeApp, store: CompanyStore as StoreClass }
}
