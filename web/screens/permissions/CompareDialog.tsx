import { useState } from 'react'
import type { CountedProfile } from '../../../domain/calls/profiles.ts'
import { comparePermissions } from '../../../domain/rules/profile-change.ts'
import { PermissionNames } from '../../entities/profile/PermissionNames.tsx'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import styles from './PermissionsScreen.module.css'

/** Compare two profiles: what only one of them holds, side by side. */
export function CompareDialog(props: {
  profile: CountedProfile
  profiles: readonly CountedProfile[]
  onClose: () => void
}) {
  const { profile, profiles, onClose } = props
  const others = profiles.filter(({ uuid }) => uuid !== profile.uuid)
  const [chosen, setChosen] = useState(others[0]?.uuid ?? '')
  const other = others.find(({ uuid }) => uuid === chosen)
  const { gained, lost } = comparePermissions(profile.permissions, other?.permissions ?? [])
  return (
    <Dialog
      open
      title={t('rights.compare.title', { name: profile.name })}
      size="large"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('parts.close')}</Button>}
    >
      <SelectField
        label={t('rights.compare.with')}
        value={chosen}
        choices={others.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        onChange={setChosen}
      />
      {other && (
        <>
          <p>{t('rights.compare.both', { count: profile.permissions.length - lost.length })}</p>
          {gained.length + lost.length === 0 && <p>{t('rights.compare.same')}</p>}
          <div className={styles.sides}>
            <PermissionNames
              title={t('rights.compare.only', { name: profile.name, count: lost.length })}
              names={lost}
            />
            <PermissionNames
              title={t('rights.compare.only', { name: other.name, count: gained.length })}
              names={gained}
            />
          </div>
        </>
      )}
    </Dialog>
  )
}
