import { Fault, type FaultDetail } from '../domain/fault.ts'
import { logNote } from './log.ts'
import { isStoreFull, storeFull } from './store-full.ts'

/**
 * Answer of a Durable Object: an error thrown across its border loses its fields, so a Fault is returned as a value and
 * thrown again on this side.
 */
export type Outcome<Value> = { ok: true; value: Value } | { ok: false; errors: FaultDetail[] }

/** Words of the trigger that guards signed records (store/migrations.ts), the last gate behind the rules. */
const signedRecord = 'validated analyses cannot be modified'
/** The same of issued certificates and approved reports. */
const signedDocument = 'signed records cannot be modified'

/** Make values of Faults, inside the object; anything else is a bug and stays an exception. */
export function outcomeOf<Value>(run: () => Value): Outcome<Value> {
  try {
    return { ok: true, value: run() }
  } catch (error) {
    if (error instanceof Fault) return { ok: false, errors: [...error.details] }
    if (error instanceof Error && error.message.includes(signedRecord)) {
      return {
        ok: false,
        errors: [
          {
            code: 'refused',
            reason: 'validated',
            message: 'Validated analyses cannot be modified!',
          },
        ],
      }
    }
    if (error instanceof Error && error.message.includes(signedDocument)) {
      const message = 'This is signed and stays as it is'
      return { ok: false, errors: [{ code: 'refused', reason: 'signed', message }] }
    }
    if (isStoreFull(error)) return { ok: false, errors: [...storeFull().details] }
    throw error
  }
}

/** Do as `outcomeOf` for work that waits for something outside the object. */
export async function outcomeOfAsync<Value>(run: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    const value = await run()
    return { ok: true, value }
  } catch (error) {
    return outcomeOf((): Value => {
      throw error
    })
  }
}

/** Write into the log what was not done and why, where nobody waits for the answer. */
export function noteRefused(what: string, outcome: Outcome<unknown>): void {
  if (outcome.ok) return
  const [error] = outcome.errors
  logNote(what, { why: error?.reason ?? error?.code ?? '' })
}

/** Open the outcome, on the caller's side. */
export async function unwrap<Value>(
  outcome: Promise<Outcome<Value>> | Outcome<Value>,
): Promise<Value> {
  const settled = await outcome
  if (settled.ok) return settled.value
  const [first, ...others] = settled.errors
  throw first ? new Fault([first, ...others]) : new Fault('internal', 'no reason given')
}
