/**
 * Write canonical JSON (RFC 8785): the same value gives the same bytes, so that a hash of it can be signed. ECMAScript
 * writes numbers and strings as the RFC demands; this adds the order of names (UTF-16 units) and refuses what JSON
 * cannot express.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    return JSON.stringify(value)
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('canonical JSON has no NaN or Infinity')
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) {
    let items = ''
    for (const item of value) items += `${items === '' ? '' : ','}${canonicalJson(item)}`
    return `[${items}]`
  }
  if (typeof value === 'object') {
    const record = value as Record<string, unknown>
    let members = ''
    // Sort by UTF-16 units, as `sort` does without an order of its own.
    for (const name of Object.keys(record).sort()) {
      const member = record[name]
      if (member === undefined) continue
      members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`
    }
    return `{${members}}`
  }
  throw new TypeError(`canonical JSON has no ${typeof value}`)
}

/** Tell whether two values are written alike as JSON. A value that was handed on as it is need not be written for that. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
