import { DurableObject } from 'cloudflare:workers'
import { COMPANY_HEADER } from '../../../edge/live/LiveHub.ts'
import type { LiveHub } from '../../../edge/live/LiveHub.ts'

export { LiveHub } from '../../../edge/live/LiveHub.ts'

/** Writes down what the hub says of devices, as the company's store does. */
export class PresenceRecorder extends DurableObject {
  async devicePresence(device: string, connected: boolean): Promise<void> {
    if (device === 'unknown') throw new Error('no such device')
    const news = this.ctx.storage.kv.get<string[]>('news') ?? []
    this.ctx.storage.kv.put('news', [...news, `${device} ${connected ? 'on' : 'off'}`])
  }

  async news(): Promise<string[]> {
    return this.ctx.storage.kv.get<string[]>('news') ?? []
  }
}

/** The bindings of this test worker. */
export interface TestEnv {
  REGION: string
  ENVIRONMENT: string
  LIVE_SECRET: string
  LIVE_HUB: DurableObjectNamespace<LiveHub>
  COMPANY_STORE: DurableObjectNamespace<PresenceRecorder>
}

export default {
  /** `/<company>` is the live address of a company; the real edge asks for a session first. */
  fetch(request: Request, env: TestEnv): Promise<Response> {
    const company = new URL(request.url).pathname.slice(1)
    const headers = new Headers(request.headers)
    headers.set(COMPANY_HEADER, company)
    return env.LIVE_HUB.getByName(company).fetch(new Request(request, { headers }))
  },
}
