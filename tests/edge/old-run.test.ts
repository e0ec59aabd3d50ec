import { env } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { openVersion, type OpenVersion, signedVersion } from '../../domain/rules/recipe-version.ts'
import { encodeResults, evaluate, readCurves } from '../../edge/runs/evaluate.ts'
import { readBlob } from '../../edge/files/blobs.ts'
import { foundLab, must } from './lab.ts'
import { signing } from './made-analyses.ts'
import { makeMeasured } from './plan.ts'

const own = env as unknown as Env

/** Return the evaluation with another threshold for each target. */
const stricter = (evaluation: Evaluation, by: number): Evaluation => ({
  ...evaluation,
  targets: evaluation.targets.map((target) => ({
    ...target,
    threshold: { method: 'fixed', value: 0.5 + by / 10 },
  })),
})

it('an old run is recalculated bit for bit under the version it had, after ten versions more', async () => {
  const lab = await foundLab('old-run')
  const author = await lab.as('Manager')
  const approver = await lab.as('Administrator')
  const params = { id: lab.recipe }
  const recipe = async () => (await must(author(recipeCalls.get, { params }))).data
  const first = await recipe()
  const { finish, read } = await makeMeasured(lab, author)
  await finish()
  const before = await read()
  const [result] = before.results
  const bytes = await readBlob(own, lab.company, result?.hash ?? '')

  for (let by = 1; by <= 9; by += 1) {
    const evaluation = stricter(first.evaluation, by)
    await must(author(recipeCalls.edit, { params, body: { evaluation } }))
  }
  // Switch the review on for the tenth.
  const company = { params: { id: lab.company }, body: { recipe_review: 'Y' } }
  await must(approver(companyCalls.edit, company))
  const evaluation = stricter(first.evaluation, 10)
  await must(author(recipeCalls.edit, { params, body: { evaluation } }))
  const sent = { evidence: 'Compared on the bench', effective_from: null }
  await must(author(recipeCalls.sendVersion, { params, body: sent }))
  const open = openVersion(await recipe(), new Date().toISOString()) as OpenVersion
  const signature = signing(signedVersion(first, open))
  await must(approver(recipeCalls.approveVersion, { params, body: signature }))
  expect((await recipe()).version).toBe(first.version + 10)

  const order = { uuid: before.uuid, reason: 'as it was run' }
  await must(author(analysisCalls.calculate, { body: order }))
  const after = await read()
  expect(after.method).toEqual(before.method)
  expect(after.method.recipe_version).toBe(first.version)
  expect(after.results).toHaveLength(2)
  expect(after.results[1]?.hash).toBe(result?.hash)

  // Calculate by the engine of the page as well, from what the run and the first version in the list say.
  const versions = (await must(author(recipeCalls.versions, { params }))).data
  expect(versions).toHaveLength(11)
  const curves = await readCurves(own, after, after.curves_hash ?? '')
  const calculate = (by: Evaluation) =>
    encodeResults(
      evaluate({
        record: after,
        curves,
        curvesHash: after.curves_hash ?? '',
        evaluation: by,
        exclusions: after.exclusions,
        by: '',
        reason: '',
      }),
    )
  const oldest = versions.at(-1)
  if (!oldest) throw new Error('no version')
  expect(calculate(after.method.evaluation)).toEqual(bytes)
  // Compare by canonical JSON: the trail writes the fields of a version in another order.
  const same = (file: Uint8Array) => canonicalJson(JSON.parse(new TextDecoder().decode(file)))
  expect(same(calculate(oldest.evaluation))).toBe(same(bytes))
  // Expect the versions since to say something else.
  expect(same(calculate(evaluation))).not.toBe(same(bytes))
}, 120_000)
