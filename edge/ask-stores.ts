import { Fault, isUnanswered } from '../domain/fault.ts'
import { inTime, patience } from './in-time.ts'
import { logFailure } from './log.ts'

/** Answers of the stores of companies, in their order. */
export interface Asked<Value> {
  answers: Value[]
  /** Companies whose stores failed, or did not answer in time. */
  silent: string[]
}

/**
 * Ask the stores of several companies side by side while a person waits, and go on without those that fail or are late: a list that fails with
 * one of its companies is missing when it is needed most. A refusal is an answer, and thrown on.
 * @param ask may be under way once more when the same list is asked for again: it must change nothing, or bear being repeated.
 */
export async function askStores<Value>(
  companies: readonly string[],
  ask: (company: string) => Promise<Value>,
): Promise<Asked<Value>> {
  const asked = await Promise.allSettled(
    companies.map((company) => inTime(`store of ${company}`, ask(company), patience.list)),
  )
  const found: Asked<Value> = { answers: [], silent: [] }
  for (const [at, company] of companies.entries()) {
    const one = asked[at] as PromiseSettledResult<Value>
    if (one.status === 'fulfilled') {
      found.answers.push(one.value)
      continue
    }
    if (isRefusal(one.reason)) throw one.reason
    logFailure(`store of ${company} did not answer`, one.reason)
    found.silent.push(company)
  }
  return found
}

function isRefusal(error: unknown): boolean {
  return error instanceof Fault && !isUnanswered(error) && error.code !== 'internal'
}
