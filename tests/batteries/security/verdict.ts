/** A reply as far as it is judged. */
export interface FuzzReply {
  status: number
  headers: Headers
  text: string
}

/** Patterns of a stack trace, a query or a path of ours in a reply. */
const leaks =
  /\n\s+at [\w$.<>[\] ]+\(|\.(?:ts|js|mjs):\d+:\d+|SQLITE_|no such (?:table|column)|node_modules|syntax error near|TypeError|RangeError|ReferenceError|\[object Object\]/

const allowedFailures = new Set(['device_unreachable', 'timeout'])

/**
 * List the problems of a reply; none if it is as every reply has to be: no failure of the server's own, a complete
 * envelope, no trace of the inside, and the headers.
 */
export function judge(reply: FuzzReply): string[] {
  return [...judgeStatus(reply), ...judgeHeaders(reply.headers)]
}

function judgeStatus({ status, headers, text }: FuzzReply): string[] {
  const problems: string[] = []
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  const errors = isJson ? readErrors(text) : []
  if (errors === null) problems.push('an invalid envelope')
  const code = errors?.[0]?.code ?? ''
  if (status >= 500 && !allowedFailures.has(code)) problems.push(`status ${status}`)
  if (status >= 400 && errors?.length === 0) problems.push(`status ${status} without an error`)
  const told = errors?.map(({ message }) => message ?? '').join('\n') ?? ''
  if (status >= 400 && leaks.test(told === '' ? text : told)) problems.push('a leak')
  return problems
}

interface WireError {
  code?: string
  message?: string
}

function readErrors(text: string): WireError[] | null {
  try {
    const envelope = JSON.parse(text) as { ok?: unknown; errors?: WireError[]; openapi?: string }
    if (envelope.ok === true || envelope.openapi !== undefined) return []
    return envelope.ok === false && Array.isArray(envelope.errors) ? envelope.errors : null
  } catch {
    return null
  }
}

/** Judge the headers of every reply of the API, and a content security policy without its holes. */
export function judgeHeaders(headers: Headers): string[] {
  const problems: string[] = []
  const expect = (name: string, pattern: RegExp) => {
    if (!pattern.test(headers.get(name) ?? ''))
      problems.push(`${name}: ${headers.get(name) ?? 'missing'}`)
  }
  expect('x-content-type-options', /^nosniff$/)
  expect('referrer-policy', /^no-referrer$/)
  expect('cross-origin-resource-policy', /^(?:same-origin|cross-origin)$/)
  expect('content-security-policy', /default-src 'none'/)
  expect('cache-control', /no-store|no-cache|private/)
  const policy = headers.get('content-security-policy') ?? ''
  if (/unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|\*/.test(policy))
    problems.push(`policy: ${policy}`)
  if (!/frame-ancestors 'none'/.test(policy)) problems.push('may be framed')
  for (const name of ['server', 'x-powered-by', 'via']) {
    if (headers.has(name)) problems.push(`${name}: ${headers.get(name)}`)
  }
  return problems
}
