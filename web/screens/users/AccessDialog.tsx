import { AnalysesExtent } from '../../entities/analysis/AnalysesExtent.tsx'
import { useCallback, useState } from 'react'
import type { AnalysisAction } from '../../../domain/actions/analysis.ts'
import type { Refusal } from '../../../domain/actions/refuse.ts'
import { type PersonAccess, userCalls } from '../../../domain/calls/users.ts'
import { analysis as analysisEntity } from '../../../domain/entities/analysis.ts'
import type { User } from '../../../domain/entities/user.ts'
import { call } from '../../client/call.ts'
import { refusalText } from '../../entities/analysis/refusal-text.ts'
import { listPermissions, permissionAreas } from '../../entities/profile/permission-areas.ts'
import { permissionWords } from '../../entities/profile/permission-words.ts'
import { hasText, t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import { DateField } from '../../parts/form/DateField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { Segments } from '../../parts/form/Segments.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Fetching } from '../../parts/progress/Fetching.tsx'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useRecords } from '../../state/use-records.ts'
import styles from './AccessDialog.module.css'

/** Analyses to choose from, the newest. */
const offered = 100

type Line = PersonAccess['permissions'][number]
type Shown = 'all' | 'allowed' | 'refused'

/** Explain what one person may do and why not: each permission, and each action on an analysis. */
export function AccessDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [analysis, setAnalysis] = useState('')
  const [day, setDay] = useState<number | null>(null)
  const { uuid: id } = user
  const load = useCallback(
    (signal: AbortSignal) => {
      const query = {
        ...(analysis !== '' && { analysis }),
        ...(day !== null && { at: endOfDay(day) }),
      }
      return call(userCalls.access, { params: { id }, query }, { signal })
    },
    [id, analysis, day],
  )
  const { value, failure, again } = useAnswer(load)
  return (
    <Dialog
      open
      title={t('access.title', { name: user.name })}
      size="large"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('parts.close')}</Button>}
    >
      <DateField label={t('access.at')} hint={t('access.atHint')} value={day} onChange={setDay} />
      {(!value || failure.length > 0) && <Fetching failure={failure} again={again} />}
      {value && <Access access={value} analysis={analysis} onAnalysis={setAnalysis} />}
    </Dialog>
  )
}

/** Return the last moment of a day on this machine, at most now. */
function endOfDay(day: number): string {
  const date = new Date(day)
  const next = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1] as const
  const end = new Date(...next).getTime() - 1
  return new Date(Math.min(end, Date.now())).toISOString()
}

function Access(props: {
  access: PersonAccess
  analysis: string
  onAnalysis: (uuid: string) => void
}) {
  const { access, analysis, onAnalysis } = props
  const analyses = useRecords(analysisEntity) ?? []
  return (
    <div className={styles.access}>
      {access.at && (
        <Notice kind="info">
          {t('access.asOf', { date: localTime(access.at, 'minute') ?? access.at })}
        </Notice>
      )}
      {access.owners?.every(({ active }) => active === 'N') && (
        <Notice kind="warning">{t('people.service.stopped', { name: access.name })}</Notice>
      )}
      {access.active === 'N' && <Notice kind="warning">{t('access.inactive')}</Notice>}
      <FactList
        facts={[
          [t('users.form.profile'), access.profile],
          [t('users.form.swarms'), access.swarms.map(({ name }) => name).join(', ')],
          ...(access.owners
            ? [
                [
                  t('people.service.owners'),
                  access.owners.map(({ name }) => name).join(', '),
                ] as const,
              ]
            : []),
          [t('access.reach'), t(`access.reach.${access.reach ?? 'none'}`)],
        ]}
      />
      <AnalysesExtent />
      {analyses.length > 0 && (
        <SelectField
          label={t('access.analysis')}
          value={analysis}
          placeholder={t('access.noAnalysis')}
          choices={analyses
            .slice(0, offered)
            .map(({ uuid, name }) => ({ value: uuid, label: name }))}
          onChange={onAnalysis}
        />
      )}
      {access.analysis && access.analysis.uuid === analysis && (
        <OfAnalysis
          profile={access.profile}
          analysis={access.analysis}
          isPast={access.at !== null}
        />
      )}
      <Permissions access={access} />
    </div>
  )
}

/** Actions whose permission names them. */
const named: readonly AnalysisAction[] = [
  'edit',
  'note',
  'launch',
  'recalculate',
  'makeComplete',
  'validate',
  'correct',
  'duplicate',
  'migrate',
  'delete',
  'report',
]

function OfAnalysis(props: {
  profile: string
  analysis: NonNullable<PersonAccess['analysis']>
  /** True for a past moment, of which it is known whether they could see it, not what they could have done. */
  isPast: boolean
}) {
  const { hidden, actions } = props.analysis
  if (hidden) return <Notice kind="warning">{t(`access.hidden.${hidden}`)}</Notice>
  if (props.isPast) return <Notice kind="info">{t('access.could')}</Notice>
  return (
    <ul className={styles.list}>
      {named.map((name) => {
        const found = actions.find(({ action }) => action === name)
        if (!found) return null
        const { permission, refusal } = found
        const why = sayRefusal(refusal as Refusal<'analysis'> | null, props.profile)
        return <Row key={name} name={permissionWords(permission)} why={why} />
      })}
    </ul>
  )
}

/** Say why somebody else may not do it: the words of buttons speak to the person who presses. */
function sayRefusal(refusal: Refusal<'analysis'> | null, profile: string): string | null {
  switch (refusal?.reason) {
    case 'permission_missing':
      return t('access.profile', { profile })
    case 'four_eyes':
      return t('access.fourEyes')
    case 'counts_as_you':
      return t('access.countsAs', { name: refusal.name })
    case 'confirmation_needed':
      return t('access.unconfirmed')
    default:
      return refusalText(refusal)
  }
}

function Permissions({ access }: { access: PersonAccess }) {
  const [wanted, setWanted] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const text = wanted.trim().toLowerCase()
  const fits = ({ permission, refusal }: Line) =>
    (shown === 'all' || (shown === 'allowed') === (refusal === null)) &&
    `${permissionWords(permission)} ${permission}`.toLowerCase().includes(text)
  const byName = new Map(access.permissions.map((one) => [one.permission, one]))
  const areas = permissionAreas
    .map((area) => ({
      area,
      lines: listPermissions(area)
        .flatMap((name) => byName.get(name) ?? [])
        .filter(fits),
    }))
    .filter(({ lines }) => lines.length > 0)
  return (
    <>
      <div className={styles.tools}>
        <Field
          type="search"
          label={t('rights.matrix.search')}
          value={wanted}
          onChange={setWanted}
        />
        <Segments
          label={t('access.show')}
          value={shown}
          choices={(['all', 'allowed', 'refused'] as const).map((value) => ({
            value,
            label: t(`access.show.${value}`),
          }))}
          onChange={setShown}
        />
      </div>
      {areas.length === 0 && <p>{t('parts.table.none')}</p>}
      {areas.map(({ area, lines }) => (
        <section key={area}>
          <h3>{t(`rights.area.${area}`)}</h3>
          <ul className={styles.list}>
            {lines.map(({ permission, refusal }) => (
              <Row
                key={permission}
                name={permissionWords(permission)}
                why={refusal && sayWhy(refusal, access.profile)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Row({ name, why }: { name: string; why: string | null }) {
  return (
    <li>
      <span>{name}</span>
      {why === null ? (
        <Badge shape="disc" tone="accent">
          {t('access.allowed')}
        </Badge>
      ) : (
        <span className={styles.why}>
          <Badge shape="ring">{t('access.refused')}</Badge> {why}
        </span>
      )}
    </li>
  )
}

/** Say why a permission does not hold, in the words of the page that explains a missing one. */
function sayWhy(refusal: NonNullable<Line['refusal']>, profile: string): string {
  const { reason, capability = '' } = refusal
  const key = `why.${reason}`
  const isKnown = reason !== 'profile' && hasText(key)
  return isKnown ? t(key, { capability }) : t('access.profile', { profile })
}
