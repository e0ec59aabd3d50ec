import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Route } from '@playwright/test'
import type { Random } from '../security/random.ts'

/** Faults of a request on its way (fault model F1 to F7); one listed twice is twice as frequent. */
const kinds = ['lost', 'answerLost', 'twice', 'badGateway', 'portal', 'slow', 'cut'] as const
type FaultKind = (typeof kinds)[number]

/** The line of one browser; quiet until somebody disturbs it. */
export class Line {
  #random: Random | null = null
  #percent = 0
  readonly met: Record<string, number> = {}

  disturb(random: Random | null, percent = 0): void {
    this.#random = random
    this.#percent = percent
  }

  /** Lay this line under every call of the records; signing in and staying so does not run over it. */
  async lay(context: BrowserContext): Promise<void> {
    await context.route(/\/v3\/(analysis|sync)\//, (route) =>
      this.#pass(route).catch(() => undefined),
    )
  }

  async #pass(route: Route): Promise<void> {
    const random = this.#random
    if (!random?.chance(this.#percent)) return route.continue()
    const kind = random.pick(kinds)
    this.met[kind] = (this.met[kind] ?? 0) + 1
    return this.#befall(kind, route, random)
  }

  async #befall(kind: FaultKind, route: Route, random: Random): Promise<void> {
    switch (kind) {
      case 'lost':
        return route.abort('connectionreset')
      case 'answerLost':
        await route.fetch()
        return route.abort('connectionreset')
      case 'twice':
        await route.fetch()
        return route.fulfill({ response: await route.fetch() })
      case 'badGateway':
        return route.fulfill({
          status: 502,
          contentType: 'text/html',
          body: '<h1>Bad gateway</h1>',
        })
      case 'portal':
        return route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' })
      case 'slow':
        await sleep(100 + random.below(1500))
        return route.continue()
      case 'cut': {
        const response = await route.fetch()
        const whole = await response.body()
        return route.fulfill({ response, body: whole.subarray(0, Math.floor(whole.length / 2)) })
      }
    }
  }
}
