import { sha256Hex } from '../crypto/secret.ts'
import type { Json } from './filter.ts'
import { isObject } from './patch.ts'
import { ScimFault } from './scim-fault.ts'

/** Version that a provider must have seen for its write (`If-Match`); `*` for any, which most providers send by sending none. */
export type Seen = string

export interface Before {
  /** The resource that the request was put together with: only what differs from it is written. */
  before: Json
  /** Time of the last change of it, where the write is made only if that is still so. */
  base: string | undefined
}

/** Return the version of a resource, which changes with what is shown of it. */
export function versionOf(resource: Json): string {
  return `W/"${sha256Hex(JSON.stringify(resource)).slice(0, 20)}"`
}

export function metaOf({ meta }: Json): Json {
  return isObject(meta) ? meta : {}
}

/**
 * Return the time of the last change of a resource that is the one that the provider saw: its write is made only where that is still the
 * last one (RFC 7644 section 3.14). Undefined where any will do.
 * @throws ScimFault 412
 */
export function baseOf(resource: Json, seen: Seen): string | undefined {
  const { version, lastModified } = metaOf(resource)
  if (seen === '*') return undefined
  if (seen !== version) throw changedSince()
  return String(lastModified)
}

export function changedSince(): ScimFault {
  return new ScimFault(412, 'The resource has changed since')
}
