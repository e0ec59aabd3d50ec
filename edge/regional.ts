import { regionList } from '../domain/deployments.ts'
import { jurisdictions, type Region } from '../domain/regions.ts'

/** Place of a deployment: `REGION` is eu or na, `ENVIRONMENT` local, develop, ... production. */
export interface Place {
  REGION: Region
  ENVIRONMENT: string
}

/**
 * Return the Durable Object `name`, held in the region's jurisdiction. The local runtime throws on jurisdictions, so
 * they are asked for only in a data centre.
 */
export function regional<T extends Rpc.DurableObjectBranded | undefined>(
  namespace: DurableObjectNamespace<T>,
  { REGION, ENVIRONMENT }: Place,
  name: string,
): DurableObjectStub<T> {
  if (ENVIRONMENT === 'local') return namespace.getByName(name)
  return namespace.jurisdiction(jurisdictions[REGION]).getByName(name)
}

/** Return the configured address of this deployment where there is one: a request's own may be anything that leads here. */
export function ownAddress({ env, origin }: { env: Env; origin: string }): string {
  const { REGION: own, ENVIRONMENT: environment, REGION_URLS: configured } = env
  const list = regionList({ origin, region: own, environment, configured })
  return list.find(({ region }) => region === own)?.baseUrl ?? origin
}
