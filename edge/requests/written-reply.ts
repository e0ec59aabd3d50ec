import type { Context } from 'hono'

/** Data of a reply whose text is at hand: it goes into the envelope as it is, or in another form that was asked for. */
export class WrittenReply {
  readonly #json: () => string
  readonly #other: { type: string; write: () => string }

  /** @param other the whole body in another form, for a client that accepts it. */
  constructor(json: () => string, other: { type: string; write: () => string }) {
    this.#json = json
    this.#other = other
  }

  send(c: Context): Response {
    const { type, write } = this.#other
    const isWanted = c.req.header('accept')?.split(/, */).includes(type)
    if (isWanted) return c.body(write(), 200, { 'Content-Type': type })
    return c.body(`{"ok":true,"data":${this.#json()}}`, 200, { 'Content-Type': 'application/json' })
  }
}
