import * as v from 'valibot'
import { analysisActions } from '../actions/analysis.ts'
import { post } from '../call.ts'
import { Analysis } from '../entities/analysis.ts'
import { ContentHash, Uuid } from '../fields.ts'
import { mostTogether } from '../rules/sign-together.ts'
import { byId } from './shapes.ts'
import { Signing } from './signing.ts'

const signer = { reach: 'own', person: true, needs: analysisActions.validate.needs } as const

/** A run of a series with the hash of the record as its reviewer saw it. */
const RunSeen = v.strictObject({ uuid: Uuid, record_hash: ContentHash })
export type RunSeen = v.InferOutput<typeof RunSeen>

const SigningTogether = v.strictObject({
  ...v.omit(Signing, ['record_hash']).entries,
  /** At least two: one run is signed by its own call. The proof at the provider is of the hash of this list. */
  runs: v.pipe(
    v.array(RunSeen),
    v.minLength(2),
    v.maxLength(mostTogether),
    v.check((runs) => new Set(runs.map(({ uuid }) => uuid)).size === runs.length, 'setting_twice'),
  ),
})

/** Signatures over several runs by one proof of the person (21 CFR 11.200(a)(1)(i), decision 74). */
export const signTogetherCalls = {
  /**
   * Note that the person's page has loaded a run with its curves and results, as it is now: only such runs are signed together,
   * and only in the same session. A note of an earlier state of the run is replaced.
   * @errors `stale` for another content than the present one.
   */
  opened: post('/analysis/opened/:id', {
    ...signer,
    params: byId,
    body: v.strictObject({ record_hash: ContentHash }),
    data: v.strictObject({}),
  }),
  /**
   * Sign all of the runs or none. Each gets a signature of its own, as by `/analysis/validate`.
   * @errors 409 with a detail for each run that is refused, its field `runs.2`: `run_flagged`, `run_not_opened`, `stale`, and
   * everything that a single signature is refused for.
   */
  sign: post('/analysis/validate_together', {
    ...signer,
    body: SigningTogether,
    data: v.array(Analysis),
    timeout: 60_000,
  }),
}
