import type { Call } from '../../domain/call.ts'

/** `evaluationRecipe` as people write it: `evaluation recipe`. */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

/** Sentences for the usual names of rows, with the kind of record. */
const verbs: Readonly<Record<string, (thing: string) => string>> = {
  search: (thing) => `Search: one page of ${thing} records.`,
  get: (thing) => `Read one ${thing} record.`,
  create: (thing) => `Create: ${thing}.`,
  createForm: (thing) => `What a form for a new ${thing} record starts from.`,
  edit: (thing) => `Change some fields of one ${thing} record.`,
  editForm: (thing) => `What a form for one ${thing} record starts from.`,
  delete: (thing) => `Delete one ${thing} record.`,
  duplicate: (thing) => `Copy one ${thing} record.`,
  migrate: (thing) => `Move one ${thing} record to another swarm.`,
}

/** Describe the call in one line. */
export function summaryOf(group: string, name: string): string {
  const thing = wordsOf(group)
  const words = wordsOf(name)
  return verbs[name]?.(thing) ?? `${thing.charAt(0).toUpperCase()}${thing.slice(1)}: ${words}.`
}

const whoMay: Readonly<Record<NonNullable<Call['caller']>, string>> = {
  anyone: 'For anyone, signed in or not.',
  account: 'For signed-in people and API keys.',
  device: 'For a device, by its key.',
  operator: 'For the operator of the deployment, by its secret; without one the call is not there.',
}

const withoutNetwork: Readonly<Record<NonNullable<Call['offline']>, string>> = {
  cached: 'Our page answers it from its own copy when there is no network.',
  queue: 'Our page keeps it until there is a network again.',
}

/** Describe in sentences who may make a call and how it behaves. */
export function describeCall(row: Call): string {
  return [
    row.person
      ? 'For signed-in people only, never for an API key.'
      : whoMay[row.caller ?? 'account'],
    row.needs === null ? '' : `Needs the permission \`${row.needs}\`.`,
    row.reach === 'own' ? 'In the own company only, also for those who reach others.' : '',
    row.safe
      ? 'Only reads: it may be repeated.'
      : 'Writes: a repeat with the same `Operation-Id` changes nothing.',
    row.alsoGet
      ? 'The path answers GET as well, from our own pages only; it is never cached and never retried.'
      : '',
    row.cache === 'hash' ? 'The content never changes.' : '',
    row.offline ? withoutNetwork[row.offline] : '',
    row.timeout === undefined ? '' : `May take up to ${row.timeout / 1000} s.`,
  ]
    .filter(Boolean)
    .join(' ')
}
