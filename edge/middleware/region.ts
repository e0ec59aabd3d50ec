import { createMiddleware } from 'hono/factory'
import { Fault } from '../../domain/fault.ts'
import { type Region, regionList } from '../../domain/regions.ts'

/**
 * A request meant for another region is turned away before its body is read, with the right address
 * (decisions R13): data of one region never enters the other's deployment.
 */
export const checkRegion = createMiddleware<{ Bindings: Env }>(async function region(c, next) {
  const meant = c.req.header('x-region')
  const own = c.env.REGION as Region
  if (meant !== undefined && meant !== own) {
    const list = regionList(c.env.REGION_URLS, own, new URL(c.req.url).origin)
    throw new Fault('wrong_region', `This is the region ${own}`, {
      reason: 'wrong_region',
      params: { region: own, baseUrl: list.find((entry) => entry.region === meant)?.baseUrl ?? '' },
    })
  }
  await next()
})
