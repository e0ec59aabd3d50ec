import type { RecipeVersion } from '../../../domain/calls/recipes.ts'
import { t } from '../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../parts/badge/Badge.tsx'

const looks: Record<RecipeVersion['state'], readonly [BadgeShape, BadgeTone]> = {
  draft: ['ring', 'neutral'],
  review: ['half', 'review'],
  approved: ['diamond', 'info'],
  effective: ['disc', 'accent'],
  superseded: ['ring', 'neutral'],
  retired: ['triangle', 'warning'],
  discarded: ['ring', 'neutral'],
}

/** Show the state of a version of a recipe. */
export function VersionBadge({ state }: { state: RecipeVersion['state'] }) {
  const [shape, tone] = looks[state]
  return (
    <Badge shape={shape} tone={tone}>
      {t(`versions.state.${state}`)}
    </Badge>
  )
}
