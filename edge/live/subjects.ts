/*
 * Subjects of the live bus: tokens joined by dots. A pattern may hold `*` (exactly one token) and end
 * in `>` (one or more tokens).
 */

/** Which subjects a connection may use. An empty `allow` allows everything that `deny` does not name. */
export interface SubjectRules {
  allow: readonly string[]
  deny: readonly string[]
}

// oxlint-disable-next-line no-control-regex -- control characters are what must not be in a subject
const FORBIDDEN = /[\u0000-\u0020\u007f]/

/** Whether a subscription may name it: no empty token, no white space, `>` only at the end. */
export function isPattern(subject: string): boolean {
  if (subject === '' || FORBIDDEN.test(subject)) return false
  const tokens = subject.split('.')
  return tokens.every((token, at) => token !== '' && (token !== '>' || at === tokens.length - 1))
}

/** Whether a pattern holds a wildcard token. */
export function hasWildcard(pattern: string): boolean {
  return pattern.split('.').some((token) => token === '*' || token === '>')
}

/** Whether a message may be published on it: a pattern without wildcards. */
export function isSubject(subject: string): boolean {
  return isPattern(subject) && !hasWildcard(subject)
}

/** Whether a pattern takes in every subject that `narrower` (a pattern or a subject) stands for. */
export function covers(pattern: string, narrower: string): boolean {
  return coversTokens(pattern.split('.'), narrower.split('.'))
}

/** As `covers`, for tokens that were split beforehand. */
export function coversTokens(pattern: readonly string[], narrower: readonly string[]): boolean {
  for (const [at, token] of pattern.entries()) {
    const other = narrower[at]
    if (other === undefined) return false
    if (token === '>') return true
    if (other === '>') return false
    if (token !== '*' && token !== other) return false
  }
  return pattern.length === narrower.length
}

/**
 * Whether the rules let somebody publish on the subject or subscribe to the pattern. A deny rule inside a
 * wider pattern does not refuse the subscription; it holds back the messages on delivery, as a NATS
 * server does.
 */
export function permits(rules: SubjectRules, pattern: string): boolean {
  const allowed = rules.allow.length === 0 || rules.allow.some((rule) => covers(rule, pattern))
  return allowed && !rules.deny.some((rule) => covers(rule, pattern))
}
