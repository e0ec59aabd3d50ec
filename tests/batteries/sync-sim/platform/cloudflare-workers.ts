/** Stands in for the platform's module of this name: the simulation runs the edge's own code in plain Node. */
export class DurableObject {
  protected readonly ctx: unknown
  protected readonly env: unknown

  constructor(ctx: unknown, env: unknown) {
    this.ctx = ctx
    this.env = env
  }
}

export function waitUntil(work: Promise<unknown>): void {
  work.catch(() => undefined)
}
