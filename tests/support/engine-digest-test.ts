import { expect, inject, test } from 'vitest'
import { digestPlates, findDifference } from './engine-digest.ts'
import type {} from './engine-digests-context.ts'

/** The same test for every runtime that is not Node. */
export function testAgainstNode(runtime: string): void {
  const { plates, node, error } = inject('engineDigests')

  test(`${runtime} calculates every stage to the same bits as Node`, () => {
    expect(error).toBeNull()
    const own = digestPlates(plates)
    expect(findDifference(node, own)).toBeNull()
    expect(own.length).toBeGreaterThan(50)
  })

  test(`${runtime} would notice a reading that differs in its last bit`, () => {
    const digits = /"values":\[(\d+\.\d+)/.exec(plates)![1]!
    const next = String(Number(digits) * (1 + 2 ** -52))
    const changed = plates.replace(`"values":[${digits}`, `"values":[${next}`)
    expect(findDifference(node, digestPlates(changed))).toMatch(/^stage .*, well 1$/)
  })
}
