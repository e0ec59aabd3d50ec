import { computed } from '@preact/signals-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { watchedFolder } from '../../../host/host.ts'
import { t } from '../../../i18n/intl.ts'
import { loadLater } from '../../../load-later.tsx'
import { Menu } from '../../../parts/menu/Menu.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { whyNotAway } from '../../../record/rights.ts'
import { now } from '../../../state/clock.ts'
import {
  discardDraft,
  type Draft,
  dismissClash,
  draftClash,
  openSecondDraft,
  takeDraftOver,
  draftKept,
} from '../../../state/draft.ts'
import { judgeHearing } from '../../../state/judge-hearing.ts'
import { useRecallHold } from '../../../state/recall-holds.ts'
import { deviceStatuses } from '../../../state/live.ts'
import { mode } from '../../../state/mode.ts'
import { useOpenWork } from '../../../state/open-work.ts'
import { account } from '../../../state/session.ts'
import { useOwnCompany } from '../../../state/use-own-company.ts'
import { showToast } from '../../../state/toasts.ts'
import { DeviceStep } from './DeviceStep.tsx'
import { FactsStep } from './FactsStep.tsx'
import { LaunchNotice } from './LaunchNotice.tsx'
import { LayoutStep } from './LayoutStep.tsx'
import { type Check, isOpen } from './check.ts'
import { onlyFitting } from './list-devices.ts'
import { useRecallReaches } from './check-recalls.ts'
import { listChecks } from './list-checks.ts'
import { MethodStep } from './MethodStep.tsx'
import { findDraftProblems, makePlan, type Plan, refuseFor } from './plan.ts'
import { Preflight } from './Preflight.tsx'
import { useFirstChoices, useRunName } from './use-first-choices.ts'
import { type Launch, useLaunch } from './use-launch.ts'
import { usePlanRecords } from './use-plan-records.ts'
import styles from './Wizard.module.css'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { loading, openLoading } from '../../../state/loading.ts'
import { takeKitLabel } from './kit/take-kit.ts'
import { useKitUses } from './kit/use-kit-uses.ts'
import { BenchSheet } from './loading/BenchSheet.tsx'
import { doneWells, ownersOf } from './loading/list-steps.ts'
import { Step } from './Step.tsx'

/** Fetched in the desktop shell: its calls bring those of devices along, and no browser makes them. */
const OrdersNotice = loadLater(async () => (await import('./OrdersNotice.tsx')).OrdersNotice)

interface EditorProps {
  draft: Draft
  wantedMethod: string
  wantedDevice: string | null
  /** The saved plan was deleted, or cannot be seen any more. */
  isGone: boolean
  /** To the guide for loading the cartridge. */
  onLoad: () => void
}

/** Edit the whole plan on one page: method, device, samples, and the list of open problems. */
export function PlanEditor({ draft, wantedMethod, wantedDevice, isGone, onLoad }: EditorProps) {
  const who = account.value
  const { records, kits, ownLots, devices, swarms } = usePlanRecords(draft.uuid)
  const { saved } = records
  const plan = makePlan(draft, records, who?.permissions ?? [])
  const ownSwarms = (swarms ?? []).filter(({ uuid }) => who?.swarms.includes(uuid))
  const swarm = swarms?.find(({ uuid }) => uuid === draft.swarm_uuid) ?? null
  const { recipe, protocol, device } = plan
  const launch = useLaunch(draft, { saved, isGone }, { recipe, protocol, device, swarm })
  // Prefer a swarm of people who share the device, and read what it measures; before one is chosen, the first own swarm.
  const sharing = ownSwarms.find(({ uuid }) => device?.swarms.includes(uuid))
  const uses = useKitUses(kits, draft, recipe?.uuid ?? null)
  const refusal = device ? refuseFor(device, draft, plan) : null
  const only = {
    swarm: (sharing ?? ownSwarms[0])?.uuid,
    device: onlyFitting(devices, draft, plan, wantedDevice),
    isRefused: refusal !== null,
  }
  useFirstChoices(draft, only, { wantedMethod, records })
  useRunName(draft, protocol?.name ?? recipe?.name ?? null)
  useOpenWork()

  const problems = findDraftProblems(draft, plan)
  const heard = heardNow(plan)
  const calibrationRequired = useOwnCompany()?.calibration_required === 'Y'
  const recalls = { open: useRecallReaches(), hold: useHold(saved) }
  const checks = listChecks({
    draft,
    plan,
    recalls,
    problems,
    refusal,
    kits,
    ownLots,
    uses,
    heard,
    calibrationRequired,
    now: lately.value,
  })
  const reason = whyNotAway(analysisCalls.launch) ?? waitingFor(launch, checks)
  return (
    <Page
      title={t(saved ? 'wizard.title.saved' : 'wizard.title')}
      facts={[<DraftState key="draft" />]}
      primary={{
        label: t(mode.value.state === 'offline' ? 'wizard.launchLocally' : 'wizard.launch'),
        icon: 'run',
        busy: launch.busy === 'launching',
        disabledReason: reason,
        onPress: () => void launch.launch(),
      }}
      menu={<PlanMenu checks={checks} launch={launch} />}
    >
      <ClashNotice saved={draft.saved} />
      {watchedFolder.value && <OrdersNotice draft={draft} plan={plan} />}
      <LaunchNotice launch={launch} deviceName={device?.name ?? ''} />
      <div className={styles.columns}>
        <div className={styles.steps}>
          <MethodStep {...{ draft, plan, records, kits, ownLots, uses }} />
          <DeviceStep draft={draft} plan={plan} devices={devices} />
          <LayoutStep
            draft={draft}
            plan={plan}
            problems={problems}
            takeLabel={(text) => takeKitLabel(text, { kits, records })}
          />
          <LoadStep draft={draft} plan={plan} onLoad={onLoad} />
          <FactsStep draft={draft} swarms={ownSwarms} problems={launch.problems} />
        </div>
        <Preflight checks={checks} launch={launch} disabledReason={reason} />
      </div>
    </Page>
  )
}

/** Return the recall that holds a saved plan. */
const useHold = (saved: Analysis | null) => useRecallHold(saved ?? unsaved)
const unsaved = { uuid: '', updated_at: '' }

/** Often enough to judge what is old, and seldom enough to leave the page alone. */
const lately = computed(() => now.value - (now.value % 5000))

/** Return the device's status of the last seconds; an older one decides nothing. */
function heardNow({ device }: Plan) {
  const heard = device && deviceStatuses.value.get(device.uuid)
  if (!heard || judgeHearing(heard.heardAt, 0, lately.value).kind !== 'fresh') return null
  return heard.status
}

/** Return the reason that there can be no launch now. */
function waitingFor({ command, left }: Launch, checks: readonly Check[]): string | null {
  if (left) return t(left === 'gone' ? 'analysis.missing' : 'wizard.left.launched')
  if (command?.state === 'queued' || command?.state === 'sent') return t('wizard.waiting')
  const open = checks.filter(isOpen)
  const [first] = open
  return first ? t('wizard.notReady', { count: open.length, first: first.text }) : null
}

const savedWith: readonly Check['id'][] = ['method', 'name', 'swarm']

function PlanMenu({ checks, launch }: { checks: readonly Check[]; launch: Launch }) {
  const [, goTo] = useLocation()
  const [here] = useState(() => location.pathname + location.search)
  const needs = checks.some((check) => isOpen(check) && savedWith.includes(check.id))
  const discard = () => {
    const restore = discardDraft()
    const onPress = () => {
      restore()
      goTo(here)
    }
    showToast('info', t('wizard.discarded'), { label: t('wizard.discarded.undo'), onPress })
    goTo(paths.analyses())
  }
  return (
    <Menu
      items={[
        {
          id: 'save',
          label: t('wizard.save'),
          icon: 'check',
          disabledReason: needs ? t('wizard.save.needs') : null,
          onPress: () => void launch.save(),
        },
        {
          id: 'discard',
          label: t('wizard.discard'),
          icon: 'trash',
          danger: true,
          onPress: discard,
        },
      ]}
    />
  )
}

/** Say that another tab holds the same plan, and what becomes of the two; nothing of either is lost. */
function ClashNotice({ saved }: { saved: boolean }) {
  useSignals()
  const { value: clash } = draftClash
  if (clash === null) return null
  const action =
    clash === 'elsewhere' ? (
      <>
        <Button onClick={takeDraftOver}>{t('wizard.clash.takeOver')}</Button>
        {/* Leave this out for an analysis that is saved already: there is only one. */}
        {!saved && <Button onClick={openSecondDraft}>{t('wizard.clash.second')}</Button>}
      </>
    ) : (
      <Button onClick={dismissClash}>{t('wizard.clash.ok')}</Button>
    )
  return (
    <Notice kind="warning" title={t(`wizard.clash.${clash}`)} action={action}>
      {t(`wizard.clash.${clash}.hint`)}
    </Notice>
  )
}

/** Show whether the plan would be there again after a reload, as checked and never assumed. */
function DraftState() {
  const { value } = draftKept
  return (
    <span role="status" className={value === 'failed' ? styles.why : undefined}>
      {t(`wizard.draft.${value}`)}
    </span>
  )
}

/** Offer help for loading the cartridge: the guide on the screen, or a sheet of paper. */
function LoadStep(props: { draft: Draft; plan: Plan; onLoad: () => void }) {
  const { draft, plan, onLoad } = props
  const [printing, setPrinting] = useState(false)
  openLoading(draft.uuid)
  const shape = draft.cartridge_type && cartridges[draft.cartridge_type]
  const samples = draft.layout.present
  const total = shape ? ownersOf(samples, shape).size : 0
  const done = shape ? doneWells(samples, shape, loading.value.done).size : 0
  const reason = total === 0 ? t('loading.empty') : null
  return (
    <Step number={4} id="load" title={t('loading.title')}>
      <p className={styles.quiet}>
        {done > 0 ? t('loading.progress.text', { done, total }) : t('loading.step.hint')}
      </p>
      <div className={styles.buttons}>
        <Button icon="next" disabledReason={reason} onClick={onLoad}>
          {t(done > 0 ? 'loading.goOn' : 'loading.start')}
        </Button>
        <Button kind="plain" icon="print" disabledReason={reason} onClick={() => setPrinting(true)}>
          {t('loading.print')}
        </Button>
      </div>
      {printing && <BenchSheet draft={draft} plan={plan} onPrinted={() => setPrinting(false)} />}
    </Step>
  )
}
