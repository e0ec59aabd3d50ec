import { type Permission, permissions } from '../../../domain/permissions.ts'
import type { MessageKey } from '../../i18n/text-files.ts'

/** A missing permission, and the page that needs it where it is one. */
export interface Asked {
  permission: Permission
  page: { path: string; title: MessageKey } | null
}

interface Needing {
  title: MessageKey
  needs: readonly Permission[]
}

/**
 * Read from the address of the no-access page what was requested: `?needs=` and `&page=`. Anybody can write an address,
 * so a permission must be in the table and a page must be one of ours that needs it.
 */
export function readAsked(
  search: string,
  findPage: (path: string) => Needing | undefined,
): Asked | null {
  const given = new URLSearchParams(search)
  const permission = permissions.find((one) => one === given.get('needs'))
  if (!permission) return null
  const path = given.get('page') ?? ''
  const page = /^\/(?![/\\])/.test(path) ? findPage(path) : undefined
  const isIts = page?.needs.includes(permission) === true
  return { permission, page: isIts ? { path, title: page.title } : null }
}
