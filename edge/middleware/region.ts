import { createMiddleware } from 'hono/factory'
import { deploymentAt, regionList } from '../../domain/deployments.ts'
import { Fault } from '../../domain/fault.ts'

/**
 * A request meant for another region is turned away before its body is read, with the right address
 * (decisions R13): data of one region never enters the other's deployment. A request says what it means with
 * `X-Region`, and by the host it was sent to: a host bound to the wrong deployment must not fill its stores.
 */
export const checkRegion = createMiddleware<{ Bindings: Env }>(async function region(c, next) {
  const { REGION: own, ENVIRONMENT: environment, REGION_URLS: configured } = c.env
  const { origin, host } = new URL(c.req.url)
  const meant = c.req.header('x-region') ?? deploymentAt(host)?.region ?? own
  if (meant !== own) {
    const list = regionList({ origin, region: own, environment, configured })
    throw new Fault('wrong_region', `This is the region ${own}`, {
      reason: 'wrong_region',
      params: { region: own, baseUrl: list.find((entry) => entry.region === meant)?.baseUrl ?? '' },
    })
  }
  await next()
})
