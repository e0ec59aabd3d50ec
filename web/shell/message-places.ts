import type { MessageSubject } from '../../domain/entities/notification.ts'
import type { Permission } from '../../domain/permissions.ts'
import { paths } from '../paths.ts'
import { may } from '../state/session.ts'

type Kind = MessageSubject['kind']

/** Address of the record that a message is about, and the permission that its page needs. */
const places: Readonly<Record<Kind, { path: (uuid: string) => string; needs: Permission }>> = {
  analysis: { path: paths.analysis, needs: 'analysis.search' },
  recall: { path: paths.recall, needs: 'results.search' },
  // Open its panel, which has the step that is due; the form of a version in review cannot be saved.
  recipe: { path: paths.recipes, needs: 'recipes.search' },
}

/** Return the address of what a message is about; null where it is about nothing that the account may see. */
export function placeOf(about: MessageSubject | undefined): string | null {
  if (!about) return null
  const { path, needs } = places[about.kind]
  if (!may(needs)) return null
  const at = about.well === undefined ? '' : `?tab=comments&well=${about.well}`
  return `${path(about.uuid)}${at}`
}
