import { matchRoute } from 'wouter'
import type { MessageKey } from '../i18n/catalogs.ts'

/** A pattern of the route table and what it is called. */
export interface Titled {
  path: string
  title: MessageKey
}

type Parser = Parameters<typeof matchRoute>[0]

/** The first route whose pattern fits a path; undefined for an address that is nowhere. */
export function findRoute<Found extends Titled>(
  parser: Parser,
  routes: readonly Found[],
  path: string,
): Found | undefined {
  return routes.find((route) => matchRoute(parser, route.path, path)[0])
}

/** The routes that lie above a path, outermost first: the list above a record (home is above everything and left out). */
export function listAncestors<Found extends Titled>(
  routes: readonly Found[],
  path: string,
): Found[] {
  return routes
    .filter(
      (route) =>
        route.path !== '/' && !route.path.includes(':') && path.startsWith(`${route.path}/`),
    )
    .toSorted((a, b) => a.path.length - b.path.length)
}
