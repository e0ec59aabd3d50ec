import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { auditCalls } from '../../../../domain/calls/audit.ts'
import { bkernelCalls, type RolloutGates } from '../../../../domain/calls/bkernels.ts'
import { type Bkernel, bkernel, type Rollout } from '../../../../domain/entities/bkernel.ts'
import { Fault } from '../../../../domain/fault.ts'
import { listTakenSteps, type TakenStep } from '../../../../domain/rules/rollout-history.ts'
import { call } from '../../../client/call.ts'
import { DeclaredFacts } from '../../../entities/bkernel/declared.tsx'
import { makeRolloutActs } from '../../../entities/bkernel/rollout-acts.ts'
import { RolloutBadge } from '../../../entities/bkernel/RolloutBadge.tsx'
import { t } from '../../../i18n/intl.ts'
import { Menu, type MenuAction } from '../../../parts/menu/Menu.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { FetchingPage } from '../../../parts/page/FetchingPage.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { useActs } from '../../../record/use-acts.tsx'
import { localTime } from '../../../state/local-time.ts'
import { usePageName } from '../../../state/page-name.ts'
import { type Loaded, useAnswerAbout } from '../../../state/use-answer.ts'
import { may } from '../../../state/session.ts'
import { countAsks, useRepeated } from '../../../state/use-repeated.ts'
import { DeviceList, rolloutMs } from './DeviceList.tsx'
import { GateList } from './GateList.tsx'
import { PlanForm } from './PlanForm.tsx'
import { RehearsalSection } from './RehearsalSection.tsx'
import { PlanAndPhases } from './PlanAndPhases.tsx'
import { StopNotice, TakenSteps } from './TakenSteps.tsx'

type Company = { value: string; label: string }

const ofVersion = (id: string) => ({ params: { kind: bkernel.kind, id } })

/** Show `/bkernels/{uuid}`: plan, phases, gates and devices of the rollout of a version. */
export function RolloutScreen({ params }: { params: Record<string, string | undefined> }) {
  const id = params['uuid'] ?? ''
  const optionsOf = useMemo(() => countAsks(), [])
  const load = useCallback(
    async (signal: AbortSignal) => {
      const parts = { params: { id } }
      const options = optionsOf(signal)
      const [form, gates, entries] = await Promise.all([
        call(bkernelCalls.linkForm, parts, options),
        call(bkernelCalls.gates, parts, options),
        may(bkernel.permission) ? call(auditCalls.record, ofVersion(id), options) : [],
      ])
      if (!form.record) throw new Fault('not_found', 'No such version')
      const companies = form.options['company_uuids'] ?? []
      return { version: form.record, gates, companies, steps: listTakenSteps(entries) }
    },
    [id, optionsOf],
  )
  const known = useAnswerAbout(load)
  const { value, failure, again } = known
  useRepeated(value?.version.rollout?.state === 'running', again, rolloutMs)
  if (!value) return <FetchingPage title={t('nav.rollout')} failure={failure} again={again} />
  return <RolloutPage {...value} known={known} />
}

function RolloutPage(props: {
  version: Bkernel
  gates: RolloutGates
  companies: readonly Company[]
  steps: readonly TakenStep[]
  known: Loaded<unknown>
}) {
  const { version, gates, companies, steps, known } = props
  const { rollout } = version
  const [, navigate] = useLocation()
  const [isPlanning, setPlanning] = useState(false)
  const run = useActs(known.again)
  usePageName(nameVersion(version))
  const acts = makeRolloutActs(
    version,
    { plan: () => setPlanning(true) },
    <DeclaredFacts version={version} state={gates.rehearsal} />,
    gates.rehearsal,
  )
  // Put the first step forward: a rollout that is under way goes on by itself, and this is the step of its life.
  const [next, ...rest] = acts
  const items = rest.map((act): MenuAction => ({
    id: act.id,
    label: act.label,
    icon: act.icon,
    disabledReason: act.why,
    onPress: () => run.press(act),
  }))
  const back: MenuAction = {
    id: 'versions',
    label: t('nav.bkernels'),
    icon: 'back',
    onPress: () => navigate(paths.bkernels()),
  }
  return (
    <Page
      title={t('bkernels.rollout.title', { name: nameVersion(version) })}
      state={<RolloutBadge rollout={rollout} />}
      facts={rollout && !isStopped(rollout) ? [localTime(rollout.since, 'minute')] : []}
      primary={
        next
          ? {
              label: next.label,
              icon: next.icon,
              disabledReason: next.why,
              onPress: () => run.press(next),
            }
          : null
      }
      menu={<Menu items={[...items, back]} />}
    >
      {[...run.failure, ...known.failure].length > 0 && (
        <Notice kind="error">{[...run.failure, ...known.failure].join(' ')}</Notice>
      )}
      <StopNotice version={version} steps={steps} />
      {rollout && <PlanAndPhases {...{ version, rollout, companies }} />}
      <TakenSteps steps={steps} />
      <RehearsalSection
        version={version}
        state={gates.rehearsal}
        companies={companies}
        onDone={known.again}
      />
      {rollout && <GateList found={gates} />}
      <DeviceList key={version.updated_at} version={version} />
      {run.dialog}
      {isPlanning && (
        <PlanForm
          version={version}
          companies={companies}
          onDone={known.again}
          onClose={() => setPlanning(false)}
        />
      )}
    </Page>
  )
}

/** Return true while the moment of the record is that of its phase, and the notice has that of the stop. */
function isStopped({ state }: Rollout): boolean {
  return state === 'paused' || state === 'halted'
}

/** Return the name of a version with its number; most names have it already. */
function nameVersion({ name, version }: Pick<Bkernel, 'name' | 'version'>): string {
  return name.includes(version) ? name : `${name} ${version}`
}
