import type { CallContext } from '../context.ts'

/**
 * Do what only some requests need a little while after their answer, so that its work shows neither in the answer's
 * time nor in the load beside it: a stranger must not learn whether there is such an account.
 */
export function afterAnswer(context: CallContext, work: () => Promise<unknown>): void {
  context.later(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 200))
    await work()
  })
}
