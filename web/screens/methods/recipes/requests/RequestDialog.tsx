import { useMemo, useState } from 'react'
import { publicationCalls } from '../../../../../domain/calls/publications.ts'
import type { GlobalRecipe } from '../../../../../domain/entities/global-recipe.ts'
import type { PublicationRequest } from '../../../../../domain/entities/publication.ts'
import { refuseRequest } from '../../../../../domain/rules/publication.ts'
import { isName } from '../../../../../domain/rules/plain-text.ts'
import { call } from '../../../../client/call.ts'
import { EvaluationText } from '../../../../entities/evaluation-recipe/evaluation-panel.tsx'
import { ProgrammePicture } from '../../../../entities/process-recipe/ProgrammePicture.tsx'
import { DifferenceTable } from '../../../../entities/recipe/DifferenceTable.tsx'
import { findRecipeDifferences } from '../../../../entities/recipe/find-recipe-differences.ts'
import { sayPlates, sayTargets } from '../../../../entities/recipe/recipe-columns.tsx'
import { formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Dialog } from '../../../../parts/dialog/Dialog.tsx'
import { FactList } from '../../../../parts/facts/FactList.tsx'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import { Field } from '../../../../parts/form/Field.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { actorOf } from '../../../../record/actor.ts'
import { whyNotAway, whyNotSecond } from '../../../../record/rights.ts'
import { ReasonDialog } from '../../../../record/ReasonDialog.tsx'
import { localTime } from '../../../../state/local-time.ts'
import { account } from '../../../../state/session.ts'
import { showToast } from '../../../../state/toasts.ts'
import { useSending } from '../../../../state/use-sending.ts'
import styles from './Requests.module.css'

interface Props {
  request: PublicationRequest
  /** Recipes of the provider, one of which it may become the next version of. */
  published: readonly GlobalRecipe[]
  onDone: () => void
  onClose: () => void
}

/** Decide about one request: publish the recipe as it was asked, or refuse with a reason that the asker reads. */
export function RequestDialog(props: Props) {
  const { request } = props
  const [isRefusing, setRefusing] = useState(false)
  if (!isRefusing) return <Decision {...props} onRefuse={() => setRefusing(true)} />
  const { name, user_name: person, company_name: company } = request
  return (
    <ReasonDialog
      ask={{
        title: t('methods.requests.refuseTitle', { name }),
        text: t('methods.requests.refuseText', { person, company }),
        submit: t('methods.requests.refuse'),
        danger: true,
        reason: 'due',
      }}
      send={async (opId, reason) => {
        const parts = { params: { id: request.uuid }, body: { reason } }
        await call(publicationCalls.refuse, parts, { opId })
        showToast('done', t('methods.done.refuse', { name }))
        props.onDone()
      }}
      onClose={() => setRefusing(false)}
    />
  )
}

function Decision({
  request,
  published,
  onDone,
  onClose,
  onRefuse,
}: Props & { onRefuse: () => void }) {
  const offered = useMemo(() => published.filter(({ archived }) => archived === 0), [published])
  const [into, setInto] = useState(
    () => offered.find(({ name }) => name === request.name)?.uuid ?? '',
  )
  const [name, setName] = useState(request.name)
  const sending = useSending(['name'])
  const replaced = offered.find(({ uuid }) => uuid === into)
  const isNamed = name.trim() !== '' && isName(name)
  const publish = async () => {
    const body = replaced
      ? { replaces: { uuid: replaced.uuid, base: replaced.updated_at } }
      : { name: name.trim() }
    const done = await sending.send(
      replaced !== undefined || isNamed,
      async (opId) => {
        await call(publicationCalls.takeOver, { params: { id: request.uuid }, body }, { opId })
      },
      body,
    )
    if (!done) return
    showToast('done', t('methods.done.publish', { name: replaced?.name ?? name.trim() }))
    onDone()
  }
  const why = [whyNot('takeOver', request), whyNot('refuse', request)] as const
  return (
    <Dialog
      open
      title={t('methods.requests.decide', { name: request.name })}
      size="medium"
      onClose={onClose}
      onSubmit={() => void publish()}
      busy={sending.busy}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button disabledReason={why[1]} onClick={onRefuse}>
            {t('methods.requests.refuse')}
          </Button>
          <Button type="submit" kind="primary" busy={sending.busy} disabledReason={why[0]}>
            {t('methods.requests.publish')}
          </Button>
        </>
      }
    >
      <div className={styles.decision}>
        {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
        <Facts request={request} />
        <IntoField offered={offered} value={into} onChange={setInto} />
        {!replaced && (
          <Field
            label={t('methods.name')}
            required
            maxLength={120}
            value={name}
            error={
              sending.refused['name'] ?? (sending.tried && !isNamed ? t('fault.required') : null)
            }
            onChange={(text) => {
              sending.forget('name')
              setName(text)
            }}
          />
        )}
        {replaced ? <Changes from={replaced} to={request} /> : <Content request={request} />}
        <p className={styles.quiet}>
          {t('methods.requests.consequence', { person: request.user_name })}
        </p>
      </div>
    </Dialog>
  )
}

/** Ask for the global recipe that it becomes the next version of; empty for a new one. */
function IntoField(props: {
  offered: readonly GlobalRecipe[]
  value: string
  onChange: (uuid: string) => void
}) {
  return (
    <SelectField
      label={t('methods.requests.as')}
      value={props.value}
      choices={[
        { value: '', label: t('methods.requests.new') },
        ...props.offered.map(({ uuid, name, version }) => ({
          value: uuid,
          label: t('methods.requests.next', { name, version: formatNumber(version) }),
        })),
      ]}
      onChange={props.onChange}
    />
  )
}

/** Say why this person may not decide; null where they may. The store decides again by the same table. */
function whyNot(action: 'takeOver' | 'refuse', request: PublicationRequest): string | null {
  const who = account.value
  if (!who) return t('fault.permission_missing')
  const actor = actorOf(who)
  const refusal = refuseRequest(action, request, actor)
  if (!refusal || refusal.reason === 'counts_as_you') {
    if (actor.fourEyes && actor.unconfirmed) return t('fault.confirmation_needed')
    return refusal ? whyNotSecond(refusal.name) : whyNotAway(publicationCalls[action])
  }
  return refusal.reason === 'wrong_state' ? t('methods.why.state') : t(`fault.${refusal.reason}`)
}

function Facts({ request }: { request: PublicationRequest }) {
  return (
    <FactList
      facts={[
        [t('methods.requests.asker'), request.user_name],
        [t('methods.requests.company'), request.company_name],
        [t('methods.requests.at'), localTime(request.created_at)],
        [t('methods.requests.version'), formatNumber(request.recipe_version)],
        ...(request.note ? [[t('methods.requests.note'), request.note] as const] : []),
      ]}
    />
  )
}

function Changes({ from, to }: { from: GlobalRecipe; to: PublicationRequest }) {
  const differences = useMemo(() => findRecipeDifferences(from, to), [from, to])
  return (
    <section>
      <h3>{t('methods.requests.changes')}</h3>
      {differences.length === 0 ? (
        <p>{t('methods.requests.same')}</p>
      ) : (
        <DifferenceTable
          label={t('methods.requests.changes')}
          differences={differences}
          before={t('methods.requests.before')}
          after={t('methods.requests.after')}
        />
      )}
    </section>
  )
}

/** Show the whole content of a recipe that is published for the first time. */
function Content({ request }: { request: PublicationRequest }) {
  return (
    <>
      <FactList
        facts={[
          [t('methods.targets'), sayTargets(request)],
          [t('methods.plates'), sayPlates(request)],
          [t('methods.bkernel'), request.minimum_bkernel],
        ]}
      />
      <ProgrammePicture label={t('methods.programme')} steps={request.process.steps} />
      <EvaluationText evaluation={request.evaluation} />
    </>
  )
}
