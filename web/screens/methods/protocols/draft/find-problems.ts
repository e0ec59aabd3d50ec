import * as v from 'valibot'
import type { CartridgeName } from '../../../../../domain/catalog/cartridges.ts'
import { protocolFields } from '../../../../../domain/calls/method-fields.ts'
import type { FaultDetail } from '../../../../../domain/fault.ts'
import { describeIssue } from '../../../../../domain/rules/describe-issue.ts'
import {
  findProtocolProblems,
  refuseCartridges,
} from '../../../../../domain/rules/protocol-problems.ts'
import { contentOf, type Draft } from './draft.ts'

const Content = v.strictObject(protocolFields)

/**
 * Find what keeps a draft from being saved, each at its field, as the service would say it: what is missing or no value first,
 * then what the whole leads to.
 * @param recipe the recipe that is chosen, where this browser has it.
 */
export function findDraftProblems(
  draft: Draft,
  recipe: { cartridge_types: CartridgeName[] } | undefined,
): FaultDetail[] {
  const missing = findMissing(draft)
  const read = v.safeParse(Content, { name: draft.name, ...contentOf(draft) })
  if (!read.success) {
    const named = new Set(missing.map(({ field }) => field))
    const wrong = read.issues
      .map((issue): FaultDetail => ({
        code: 'invalid',
        field: v.getDotPath(issue) ?? '',
        ...describeIssue(issue),
      }))
      .filter(({ field }) => !named.has(field))
    return [...missing, ...wrong]
  }
  const refusal = recipe && refuseCartridges(read.output.cartridge_types, recipe)
  return [...(refusal ? [refusal] : []), ...findProtocolProblems(read.output)]
}

/** Find fields that were left empty. */
function findMissing(draft: Draft): FaultDetail[] {
  const counts = (['minimum_samples', 'expected_wells'] as const).flatMap((list) =>
    draft[list].flatMap(({ count }, at) => (count === null ? `${list}.${at}.count` : [])),
  )
  return [
    ...(draft.recipe_uuid === '' ? ['recipe_uuid'] : []),
    ...(draft.cartridge_types.length === 0 ? ['cartridge_types'] : []),
    ...counts,
  ].map((field) => ({ code: 'invalid', reason: 'required', message: 'Field is required', field }))
}
