import type { ReactNode } from 'react'
import { formatList } from '../i18n/format.ts'

/** One question by which a list is narrowed down, such as the state of its records; its answers are chips. */
export interface Facet<Row> {
  /** Its name in the page's address. */
  id: string
  label: string
  valueOf: (row: Row) => string | readonly string[]
  choices: readonly FacetChoice[]
}

export interface FacetChoice {
  value: string
  label: string
  /** Drawn in place of the label, with the same word. */
  badge?: ReactNode
}

/** Chosen values by the facet's id; a facet without a chosen value is absent. */
export type Chosen = Readonly<Record<string, readonly string[]>>

/** Read from an address what is chosen; what a facet does not offer is left out. */
export function readChosen(search: URLSearchParams, facets: readonly Facet<never>[]): Chosen {
  const found = facets.map(({ id, choices }) => {
    const wanted = (search.get(id) ?? '').split(',')
    return [id, choices.map(({ value }) => value).filter((one) => wanted.includes(one))] as const
  })
  return Object.fromEntries(found.filter(([, values]) => values.length > 0))
}

/** Return the address' text of a facet after a press on one of its chips; null where nothing is left. */
export function toggleChoice(chosen: Chosen, facet: string, value: string): string | null {
  const before = chosen[facet] ?? []
  const next = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
  return next.join(',') || null
}

/** Find the rows that have one of the chosen values (or) in each facet (and). */
export function pickRows<Row>(
  rows: readonly Row[],
  facets: readonly Facet<Row>[],
  chosen: Chosen,
): readonly Row[] {
  const asked = facets.filter(({ id }) => chosen[id])
  if (asked.length === 0) return rows
  return rows.filter((row) =>
    asked.every((facet) => valuesOf(facet, row).some((value) => chosen[facet.id]?.includes(value))),
  )
}

/** Count the rows of each value of a facet, among those that the other facets leave: what a press on its chip would show. */
export function countChoices<Row>(
  rows: readonly Row[],
  facets: readonly Facet<Row>[],
  chosen: Chosen,
  facet: Facet<Row>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const { [facet.id]: _own, ...others } = chosen
  const add = (value: string) => counts.set(value, (counts.get(value) ?? 0) + 1)
  // Make no list for each row: a fleet of thousands is counted several times a second.
  for (const row of pickRows(rows, facets, others)) {
    const value = facet.valueOf(row)
    if (typeof value === 'string') add(value)
    else for (const one of value) add(one)
  }
  return counts
}

/** Say in words what is chosen: values of a facet with "or", facets with "and"; empty where nothing is. */
export function sayChosen(facets: readonly Facet<never>[], chosen: Chosen): string {
  const parts = facets.flatMap(({ id, label, choices }) => {
    const values = chosen[id]
    if (!values) return []
    const words = choices.filter(({ value }) => values.includes(value)).map((one) => one.label)
    return [`${label} = ${formatList(words, 'disjunction')}`]
  })
  return formatList(parts, 'conjunction')
}

function valuesOf<Row>({ valueOf }: Facet<Row>, row: Row): readonly string[] {
  const value = valueOf(row)
  return typeof value === 'string' ? [value] : value
}
