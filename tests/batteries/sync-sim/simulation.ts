import { installBrowser } from './actor.ts'
import { foundLaboratory, type Laboratory } from './laboratory.ts'
import type { Parts } from './machine.ts'
import { realParts } from './parts.ts'
import { installGlobals } from './platform/globals.ts'
import { loadEdge } from './platform/load-edge.ts'
import type { Plan } from './plan.ts'
import { type Outcome, type Running, World } from './world.ts'

/** Everything that the seeds of one process have in common. */
export class Simulation {
  readonly #laboratory: Laboratory
  readonly #edgeCode: Running['edgeCode']
  readonly #parts: Parts

  private constructor(laboratory: Laboratory, edgeCode: Running['edgeCode'], parts: Parts) {
    this.#laboratory = laboratory
    this.#edgeCode = edgeCode
    this.#parts = parts
  }

  /**
   * Once in a process, whose clock is not its own from then on; node-hooks.ts must be there before.
   * @param bend changes the product's parts: what a planted bug does.
   */
  static async load(bend: (parts: Parts) => Parts = (parts) => parts): Promise<Simulation> {
    installGlobals()
    // What the edge and the page write to their logs is no part of the judgement.
    console.error = () => undefined
    // Thousands of failures are thrown on purpose, and nobody reads where.
    Error.stackTraceLimit = 0
    await installBrowser()
    const edgeCode = await loadEdge()
    const laboratory = await foundLaboratory(edgeCode)
    return new Simulation(laboratory, edgeCode, bend(await realParts()))
  }

  /** Lives a plan. What nobody caught is a problem of the seed that was under way. */
  async run(plan: Plan, more: Pick<Running, 'keepLines' | 'chaos'> = {}): Promise<Outcome> {
    const world = new World({
      plan,
      laboratory: this.#laboratory,
      edgeCode: this.#edgeCode,
      parts: this.#parts,
      ...more,
    })
    const report = (error: unknown) => world.ledger.problem(`uncaught: ${String(error)}`)
    process.on('unhandledRejection', report)
    try {
      return await world.run()
    } finally {
      process.off('unhandledRejection', report)
    }
  }
}
