import type { Sample } from '../entities/analysis.ts'
import { canonicalJson } from '../canonical.ts'
import { joinComments } from '../rules/well-comment.ts'
import type { FieldChange } from './field-change.ts'
import { mergeSamples } from './merge-samples.ts'
import { mergeText } from './merge-text.ts'

/**
 * Rules to merge two edits of one field: `last` takes the edit that arrives last; `text` keeps what both wrote; `samples`
 * merges edits of different samples and wells; `add` only ever adds. Edits that cannot be merged are a clash: nothing is written, a person decides.
 */
export const mergeRules = {
  name: 'last',
  device_uuid: 'last',
  kit: 'last',
  instrument: 'last',
  notebook: 'text',
  samples: 'samples',
  comments: 'add',
} as const satisfies Record<FieldChange['field'], 'last' | 'text' | 'samples' | 'add'>

export type Merged =
  /** `met`: another person had changed the field meanwhile; `overwritten` is then their value. */
  { clash: false; value: unknown; met: boolean } | { clash: true }

/** Return the field after `change`, with `current` as the record's present value. */
export function mergeField(change: FieldChange, current: unknown): Merged {
  const { field, from, to } = change
  if (field === 'comments') {
    const value = joinComments((current ?? []) as { uuid: string }[], change.to)
    return { clash: false, value, met: false }
  }
  // Keep the current value also where nothing was changed in the end: that takes nothing from anybody.
  if (sameValue(current, to) || sameValue(from, to)) {
    return { clash: false, value: current, met: false }
  }
  if (sameValue(current, from)) return { clash: false, value: to, met: false }
  switch (mergeRules[field]) {
    case 'text':
      return {
        clash: false,
        value: mergeText(from as string, to as string, current as string),
        met: true,
      }
    case 'samples': {
      const joined = mergeSamples(from as Sample[], to as Sample[], current as Sample[])
      return joined ? { clash: false, value: joined, met: true } : { clash: true }
    }
    // Show any other field as it was made, such as one that only a newer page knows, whose edit waits in an older one.
    default:
      return { clash: false, value: to, met: true }
  }
}

/** Return true when two values of a field are the same. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  const plain = typeof one !== 'object' || typeof other !== 'object'
  return !plain && canonicalJson(one) === canonicalJson(other)
}
