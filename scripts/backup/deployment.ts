import type { Call } from '../../domain/call.ts'
import { readReply } from '../../domain/reply.ts'
import { CannotStart } from '../cannot-start.ts'

/** A deployment, as its operator reaches it. */
export class Deployment {
  readonly url: string
  readonly #secret: string

  constructor(url: string, secret: string) {
    this.url = url
    this.#secret = secret
  }

  /** `data` of the answer. @throws Fault with what the deployment says, CannotStart when it does not answer. */
  async ask(row: Call, body?: object | FormData): Promise<unknown> {
    return readReply(await (await this.#fetch(row, body)).json())
  }

  /** Read the bytes of a file. @throws as `ask`. */
  async read(row: Call, body: object): Promise<Uint8Array> {
    const response = await this.#fetch(row, body)
    if (!response.ok) readReply(await response.json())
    return new Uint8Array(await response.arrayBuffer())
  }

  /** Try three times what failed on the way: every one of these calls may be made again. */
  async #fetch(row: Call, body?: object | FormData, tries = 3): Promise<Response> {
    const isForm = body instanceof FormData
    try {
      const response = await fetch(`${this.url}/v3${row.path}`, {
        method: row.method,
        headers: {
          'X-Requested-With': 'XMLHttpRequest',
          Authorization: `Operator ${this.#secret}`,
          ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(row.timeout ?? 30_000),
      })
      if (response.status < 500 || tries === 1) return response
    } catch {
      if (tries === 1) throw new CannotStart(`${this.url} does not answer.`)
    }
    return this.#fetch(row, body, tries - 1)
  }
}
