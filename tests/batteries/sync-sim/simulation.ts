import { loadVersions } from '../skew/load-versions.ts'
import { installBrowser, keepSession } from './actor.ts'
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
  #versions: Running['versions']

  private constructor(laboratory: Laboratory, edgeCode: Running['edgeCode'], parts: Parts) {
    this.#laboratory = laboratory
    this.#edgeCode = edgeCode
    this.#parts = parts
  }

  /**
   * Load once in a process, whose clock is not its own from then on; node-hooks.ts must be there before.
   * @param bend changes the product's parts: what a planted bug does.
   */
  static async load(bend: (parts: Parts) => Parts = (parts) => parts): Promise<Simulation> {
    installGlobals()
    // Silence the logs of the edge and the page: they are not judged.
    console.error = () => undefined
    // Keep no stacks: thousands of failures are thrown on purpose, and nobody reads where.
    Error.stackTraceLimit = 0
    installBrowser()
    const edgeCode = await loadEdge()
    const laboratory = await foundLaboratory(edgeCode)
    const parts = bend(await realParts())
    keepSession(parts.local.keepSessionWith)
    return new Simulation(laboratory, edgeCode, parts)
  }

  /** Load the versions for plans in which they meet. */
  async loadVersions(): Promise<void> {
    this.#versions = await loadVersions({ page: this.#parts, edge: this.#edgeCode })
    for (const { local } of Object.values(this.#versions.page)) keepSession(local.keepSessionWith)
  }

  /** Lives a plan. What nobody caught is a problem of the seed that was under way. */
  async run(plan: Plan, more: Pick<Running, 'keepLines' | 'chaos'> = {}): Promise<Outcome> {
    const world = new World({
      plan,
      laboratory: this.#laboratory,
      edgeCode: this.#edgeCode,
      parts: this.#parts,
      versions: this.#versions,
      ...more,
    })
    const report = (error: unknown) => world.ledger.problem(`uncaught: ${String(error)}`)
    process.on('unhandledRejection', report)
    try {
      return await world.run()
    } catch (error) {
      // Report a store that does not even open, which cannot be judged.
      const counts = { edits: 0, requests: 0, faults: 0, refused: 0 }
      return { problems: [`stalled: ${String(error)}`], trace: '', lines: [], counts }
    } finally {
      process.off('unhandledRejection', report)
    }
  }
}
