/*
 * Subjects of the live bus: tokens joined by dots. A pattern may hold `*` (exactly one token) and end
 * in `>` (one or more tokens).
 */

/** Subjects that a connection may use. An empty `allow` allows everything that `deny` does not name. */
export interface SubjectRules {
  allow: readonly string[]
  deny: readonly string[]
}

// oxlint-disable-next-line no-control-regex -- control characters are what must not be in a subject
const forbidden = /[\u0000-\u0020\u007f]/

/** Return true for a valid subscription: no empty token, no white space, `>` only at the end. */
export function isPattern(subject: string): boolean {
  if (subject === '' || forbidden.test(subject)) return false
  const tokens = subject.split('.')
  return tokens.every((token, at) => token !== '' && (token !== '>' || at === tokens.length - 1))
}

/** Return true when a pattern has a wildcard token. */
export function hasWildcard(pattern: string): boolean {
  return pattern.split('.').some((token) => token === '*' || token === '>')
}

/** Return true when a message may be published on it: a pattern without wildcards. */
export function isSubject(subject: string): boolean {
  return isPattern(subject) && !hasWildcard(subject)
}

/** Return true when a pattern matches every subject that `narrower` (a pattern or a subject) matches. */
export function covers(pattern: string, narrower: string): boolean {
  return coversTokens(pattern.split('.'), narrower.split('.'))
}

/** Compare as `covers` does, for tokens that were split beforehand. */
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
 * Return true when the rules allow to publish on the subject or to subscribe to the pattern. A deny rule inside a
 * wider pattern does not refuse the subscription; it holds back the messages on delivery, as a NATS
 * server does.
 */
export function permits(rules: SubjectRules, pattern: string): boolean {
  const allowed = rules.allow.length === 0 || rules.allow.some((rule) => covers(rule, pattern))
  return allowed && !rules.deny.some((rule) => covers(rule, pattern))
}
