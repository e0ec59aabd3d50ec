import { useState } from 'react'
import { swarmCalls } from '../../../domain/calls/swarms.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { call } from '../../client/call.ts'
import { type Member, membersOf } from '../../entities/swarm/swarm-columns.tsx'
import { useUses } from '../../entities/swarm/swarm-panel.tsx'
import { t } from '../../i18n/intl.ts'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './SwarmsScreen.module.css'

/** Choose the people or devices of a swarm; who comes and goes, and what they see by it, is said before it is saved. */
export function MembersDialog(props: {
  swarm: Swarm
  kind: 'user' | 'device'
  all: readonly Member[]
  onClose: () => void
}) {
  const { swarm, kind, all, onClose } = props
  const [seen] = useState(() => membersOf(swarm, all).map(({ uuid }) => uuid))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(seen))
  const [wanted, setWanted] = useState('')
  const sending = useSending([])
  const text = wanted.trim().toLowerCase()
  const shown = all
    .filter(({ name }) => name.toLowerCase().includes(text))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const toggle = (uuid: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(uuid)
    else next.delete(uuid)
    setChosen(next)
  }
  const save = async () => {
    const members = [...chosen]
    const params = { id: swarm.uuid }
    const work = async (opId: string) => {
      if (kind === 'user') {
        await call(swarmCalls.linkUser, { params, body: { users: members, seen } }, { opId })
      } else {
        await call(swarmCalls.linkProduct, { params, body: { devices: members, seen } }, { opId })
      }
    }
    if (!(await sending.send(true, work, members))) return
    resyncRecords()
    showToast('done', t('people.saved', { name: swarm.name }))
    onClose()
  }
  return (
    <FormDialog
      title={t(kind === 'user' ? 'swarms.peopleOf' : 'swarms.devicesOf', { name: swarm.name })}
      submit={t('people.save')}
      wide
      sending={sending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Effect swarm={swarm} kind={kind} all={all} seen={seen} chosen={chosen} />
      <Field type="search" label={t('swarms.find')} value={wanted} onChange={setWanted} />
      <div className={styles.members}>
        {shown.map(({ uuid, name }) => (
          <CheckField
            key={uuid}
            label={name}
            checked={chosen.has(uuid)}
            onChange={(on) => toggle(uuid, on)}
          />
        ))}
      </div>
    </FormDialog>
  )
}

/** Say who comes and goes, and for people how many analyses they will or will no longer see. */
function Effect(props: {
  swarm: Swarm
  kind: 'user' | 'device'
  all: readonly Member[]
  seen: readonly string[]
  chosen: ReadonlySet<string>
}) {
  const { swarm, kind, all, seen, chosen } = props
  const { value } = useUses(swarm.uuid)
  const coming = all.filter(({ uuid }) => chosen.has(uuid) && !seen.includes(uuid))
  const going = all.filter(({ uuid }) => !chosen.has(uuid) && seen.includes(uuid))
  if (coming.length + going.length === 0) return null
  const names = (list: readonly Member[]) => list.map(({ name }) => name).join(', ')
  const count = value?.analyses ?? 0
  const isSaid = kind === 'user' && value !== null
  return (
    <Notice kind="info">
      {coming.length > 0 && (
        <p>
          {t('swarms.effect.coming', { names: names(coming) })}{' '}
          {isSaid && t('swarms.effect.sees', { count })}
        </p>
      )}
      {going.length > 0 && (
        <p>
          {t('swarms.effect.going', { names: names(going) })}{' '}
          {isSaid && t('swarms.effect.loses', { count })}
        </p>
      )}
    </Notice>
  )
}
