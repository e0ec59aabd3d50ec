import { type Risk, riskOf } from '../../../domain/rules/profile-change.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { permissionWords } from './permission-words.ts'
import styles from './Permissions.module.css'

/** List permissions in words, those with a danger marked. */
export function PermissionNames(props: { title: string; names: readonly Permission[] }) {
  const { title, names } = props
  if (names.length === 0) return null
  return (
    <section className={styles.names} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {permissionWords(name)} <RiskBadge risk={riskOf(name)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Mark a permission whose danger its name does not say. */
export function RiskBadge({ risk }: { risk: Risk | null }) {
  if (risk === null) return null
  return (
    <Badge tone="warning" shape="triangle">
      {t(`rights.risk.${risk}`)}
    </Badge>
  )
}
