import { useCallback, useMemo, useState } from 'react'
import {
  type CountedProfile,
  type MatrixLine,
  permissionCalls,
  type ProfileEffect,
} from '../../../domain/calls/profiles.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { isReason } from '../../../domain/rules/plain-text.ts'
import { riskOf } from '../../../domain/rules/profile-change.ts'
import { call } from '../../client/call.ts'
import {
  listPermissions,
  type PermissionArea,
  permissionAreas,
} from '../../entities/profile/permission-areas.ts'
import { permissionWords } from '../../entities/profile/permission-words.ts'
import { RiskBadge } from '../../entities/profile/PermissionNames.tsx'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { FetchingDialog } from '../../parts/dialog/FetchingDialog.tsx'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { type Sending, useSending } from '../../state/use-sending.ts'
import { EffectView } from './EffectView.tsx'
import styles from './PermissionsScreen.module.css'

interface Facts {
  profile: CountedProfile
  /** Permissions that are proposed for removal: not ticked at the beginning. */
  unused?: readonly Permission[]
  /** The account's own uuid: it is warned before it loses the page. */
  self: string
  onDone: () => void
  onClose: () => void
}

/** Choose what a profile allows, look at the effect on its people, and save it with a reason. */
export function MatrixDialog(props: Facts) {
  const { profile, onClose } = props
  const { uuid: id } = profile
  const load = useCallback(
    (signal: AbortSignal) => call(permissionCalls.editForm, { params: { id } }, { signal }),
    [id],
  )
  const { value, failure, again } = useAnswer(load)
  const title = t('rights.matrix.title', { name: profile.name })
  if (value) return <Matrix {...props} profile={value.record} lines={value.matrix} title={title} />
  return <FetchingDialog title={title} {...{ failure, again, onClose }} />
}

function Matrix(props: Facts & { lines: readonly MatrixLine[]; title: string }) {
  const { profile, unused = [], self, lines, title, onDone, onClose } = props
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(profile.permissions.filter((name) => !unused.some((one) => one === name))),
  )
  const [effect, setEffect] = useState<ProfileEffect | null>(null)
  const [reason, setReason] = useState('')
  const sending = useSending(['reason'])
  const names = lines.map(({ permission }) => permission).filter((name) => chosen.has(name))
  const isSame =
    names.length === profile.permissions.length &&
    profile.permissions.every((one) => chosen.has(one))
  const params = { id: profile.uuid }
  const look = () =>
    sending.send(true, async () => {
      const body = { permissions: names }
      setEffect(await call(permissionCalls.preview, { params, body }))
    })
  const save = async () => {
    const body = { permissions: names, seen: profile.updated_at, reason: reason.trim() }
    const work = async (opId: string) => {
      await call(permissionCalls.edit, { params, body }, { opId })
    }
    if (!(await sending.send(isReason(reason), work, body))) return
    onDone()
    showToast('done', t('people.saved', { name: profile.name }))
    onClose()
  }
  const back = () => {
    sending.forget()
    setEffect(null)
  }
  return (
    <Dialog
      open
      title={title}
      role="alertdialog"
      size="wide"
      onClose={onClose}
      onSubmit={() => void (effect ? save() : look())}
      busy={sending.busy}
      actions={
        <>
          <Button onClick={effect ? back : onClose}>
            {t(effect ? 'rights.matrix.back' : 'parts.cancel')}
          </Button>
          <SubmitButton effect={effect} isSame={isSame} sending={sending} />
        </>
      }
    >
      {effect ? (
        <EffectView
          effect={effect}
          self={self}
          reason={reason}
          onReason={setReason}
          sending={sending}
        />
      ) : (
        <>
          {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
          {unused.length > 0 && (
            <Notice kind="info">{t('rights.uses.proposed', { count: unused.length })}</Notice>
          )}
          <Areas lines={lines} chosen={chosen} onChange={setChosen} />
        </>
      )}
    </Dialog>
  )
}

function SubmitButton(props: { effect: ProfileEffect | null; isSame: boolean; sending: Sending }) {
  const { effect, isSame, sending } = props
  const why = isSame ? t('rights.matrix.same') : effect?.refusal ? t('rights.effect.refused') : null
  return (
    <Button type="submit" kind="primary" busy={sending.busy} disabledReason={why}>
      {t(effect ? 'people.save' : 'rights.matrix.effect')}
    </Button>
  )
}

/** List the permissions by area, filtered by the typed text. */
function Areas(props: {
  lines: readonly MatrixLine[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}) {
  const { lines, chosen, onChange } = props
  const [wanted, setWanted] = useState('')
  const byName = useMemo(() => new Map(lines.map((one) => [one.permission, one])), [lines])
  const text = wanted.trim().toLowerCase()
  const fits = ({ permission }: MatrixLine) =>
    text === '' || `${permissionWords(permission)} ${permission}`.toLowerCase().includes(text)
  const areas = permissionAreas
    .map((area) => ({
      area,
      all: listPermissions(area).flatMap((name) => byName.get(name) ?? []),
    }))
    .map((one) => ({ ...one, shown: one.all.filter(fits) }))
    .filter(({ shown }) => shown.length > 0)
  const toggle = (name: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(name)
    else next.delete(name)
    onChange(next)
  }
  return (
    <div className={styles.areas}>
      <Field type="search" label={t('rights.matrix.search')} value={wanted} onChange={setWanted} />
      {areas.length === 0 && <p>{t('parts.table.none')}</p>}
      {areas.map(({ area, all, shown }) => (
        <Area key={area} area={area} all={all} shown={shown} chosen={chosen} onToggle={toggle} />
      ))}
    </div>
  )
}

function Area(props: {
  area: PermissionArea
  all: readonly MatrixLine[]
  shown: readonly MatrixLine[]
  chosen: ReadonlySet<string>
  onToggle: (name: string, on: boolean) => void
}) {
  const { area, all, shown, chosen, onToggle } = props
  const count = all.filter(({ permission }) => chosen.has(permission)).length
  return (
    <fieldset className={styles.area}>
      <legend>
        {t('rights.matrix.area', { area: t(`rights.area.${area}`), count, all: all.length })}
      </legend>
      {shown.map(({ permission, granted, refusal }) => (
        <CheckField
          key={permission}
          label={
            <>
              {permissionWords(permission)} <RiskBadge risk={riskOf(permission)} />
            </>
          }
          checked={chosen.has(permission)}
          disabled={refusal !== null && refusal !== 'capability_missing' && !granted}
          {...(refusal && { hint: t(`rights.refusal.${refusal}`) })}
          onChange={(on) => onToggle(permission, on)}
        />
      ))}
    </fieldset>
  )
}
