import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { AnalysesExtent } from '../entities/analysis/AnalysesExtent.tsx'
import { analysis as analysisEntity } from '../../domain/entities/analysis.ts'
import { application } from '../../domain/entities/application.ts'
import { bkit } from '../../domain/entities/bkit.ts'
import { evaluationRecipe } from '../../domain/entities/evaluation-recipe.ts'
import { processRecipe } from '../../domain/entities/process-recipe.ts'
import { protocol } from '../../domain/entities/protocol.ts'
import { recipe } from '../../domain/entities/recipe.ts'
import { swarm } from '../../domain/entities/swarm.ts'
import { user } from '../../domain/entities/user.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Dialog } from '../parts/dialog/Dialog.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Icon } from '../parts/icon/Icon.tsx'
import { type Inbox, inbox } from '../state/inbox.ts'
import { loseOpen } from '../state/left-behind.ts'
import { localTime } from '../state/local-time.ts'
import { type PageAct, pageActions } from '../state/page-actions.ts'
import { account, signOut } from '../state/session.ts'
import { useDevices } from '../state/use-devices.ts'
import { askVisit, mayVisit } from '../state/visit.ts'
import { useRecords } from '../state/use-records.ts'
import styles from './JumpDialog.module.css'
import { openTray } from './Dropdown.tsx'
import { findTargets, type JumpTarget, listTargets, type NamedRecord } from './jump-targets.ts'
import { useAskedRecords } from './use-asked-records.ts'

/** Offer to act in another company. */
function visitActs(canVisit: boolean): PageAct[] {
  const act = {
    id: 'visit',
    name: t('visit.title'),
    icon: 'link',
    run: () => askVisit(null),
  } as const
  return canVisit ? [act] : []
}

/** List records of other kinds that this machine keeps, by their names. */
function useNamedRecords(): readonly NamedRecord[] {
  const people = useRecords(user)
  const swarms = useRecords(swarm)
  const recipes = useRecords(recipe)
  const protocols = useRecords(protocol)
  const applications = useRecords(application)
  const processes = useRecords(processRecipe)
  const evaluations = useRecords(evaluationRecipe)
  const kits = useRecords(bkit)
  return useMemo(() => {
    const named = (kind: string, rows: readonly { uuid: string; name: string }[] = []) =>
      rows.map(({ uuid, name }): NamedRecord => ({ kind, uuid, name }))
    const persons = (people ?? []).map(({ uuid, name, username }): NamedRecord => {
      return { kind: 'user', uuid, name, note: username }
    })
    return [
      ...persons,
      ...named('swarm', swarms),
      ...named('recipe', recipes),
      ...named('protocol', protocols),
      ...named('application', applications),
      ...named('process_recipe', processes),
      ...named('evaluation_recipe', evaluations),
      ...named('bkit', kits),
    ]
  }, [people, swarms, recipes, protocols, applications, processes, evaluations, kits])
}

/** List the messages that the account has received, which are read in the tray. */
function listReceived({ messages }: Inbox): readonly NamedRecord[] {
  return messages.map(({ uuid, title, sender, created_at: at }) => {
    const note = `${sender} · ${localTime(at, 'date')}`
    return { kind: 'message', uuid, name: title, note, run: openTray }
  })
}

/** Show a field with its matches; arrows choose, Enter goes there (the pattern of a combobox with a list). */
export function JumpDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const id = useId()
  const [wanted, setWanted] = useState('')
  const [active, setActive] = useState(0)
  const analyses = useRecords(analysisEntity)
  const devices = useDevices()
  const permissions = account.value?.permissions
  const own = pageActions.value
  const canVisit = mayVisit()
  const records = useJumpRecords(wanted)
  const targets = useMemo(
    () =>
      listTargets(
        permissions ?? [],
        analyses ?? [],
        devices ?? [],
        [...own, ...visitActs(canVisit)],
        records,
      ),
    [permissions, analyses, devices, own, canVisit, records],
  )
  const found = findTargets(targets, wanted)
  const go = (target: JumpTarget | undefined) => {
    if (!target) return
    onClose()
    if (target.run) target.run()
    else if (target.path === null) loseOpen(() => void signOut())
    else navigate(target.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || found.length === 0) return
    event.preventDefault()
    const next = (active + step + found.length) % found.length
    setActive(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Dialog
      open
      title={t('jump.title')}
      minimisable={false}
      onClose={onClose}
      onSubmit={() => go(found[active])}
      busy={false}
      actions={<Button onClick={onClose}>{t('parts.close')}</Button>}
    >
      <Field
        label={t('jump.field')}
        hideLabel
        type="search"
        role="combobox"
        autoFocus
        autoComplete="off"
        placeholder={t('jump.field')}
        value={wanted}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        onKeyDown={onKeyDown}
        onChange={(next) => {
          setWanted(next)
          setActive(0)
        }}
      />
      <p className="visually-hidden" role="status">
        {t('jump.count', { count: found.length })}
      </p>
      {found.length === 0 && <p className={styles.quiet}>{t('jump.none')}</p>}
      <AnalysesExtent />
      <Targets id={id} found={found} active={active} onPoint={setActive} onChoose={go} />
    </Dialog>
  )
}

/** Return the records that a text may name: of this machine, of the service, and messages. */
function useJumpRecords(wanted: string) {
  const kept = useNamedRecords()
  const asked = useAskedRecords(wanted)
  const { value: box } = inbox
  return useMemo(() => [...kept, ...asked, ...(box ? listReceived(box) : [])], [kept, asked, box])
}

function Targets(props: {
  id: string
  found: readonly JumpTarget[]
  active: number
  onPoint: (at: number) => void
  onChoose: (target: JumpTarget) => void
}) {
  const { id, found, active, onPoint, onChoose } = props
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={t('jump.title')} className={styles.list}>
      {found.map((target, at) => (
        <li
          key={target.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          className={styles.target}
          onPointerMove={() => onPoint(at)}
          onClick={() => onChoose(target)}
        >
          <Icon name={target.icon} />
          <span className={styles.name}>
            <bdi>{target.name}</bdi>
            {target.note && <small className={styles.quiet}> {target.note}</small>}
          </span>
          <small className={styles.quiet}>{target.list ?? t(`jump.${target.kind}`)}</small>
        </li>
      ))}
    </ul>
  )
}
