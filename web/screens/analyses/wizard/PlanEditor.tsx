import { useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { protocol as protocolEntity } from '../../../../domain/entities/protocol.ts'
import { recipe as recipeEntity } from '../../../../domain/entities/recipe.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { t } from '../../../i18n/intl.ts'
import { Menu } from '../../../parts/menu/Menu.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { changeDraft, discardDraft, type Draft } from '../../../state/draft.ts'
import { mode } from '../../../state/mode.ts'
import { useOpenWork } from '../../../state/open-work.ts'
import { account } from '../../../state/session.ts'
import { useDevices } from '../../../state/use-devices.ts'
import { useRecord, useRecords } from '../../../state/use-records.ts'
import { chooseMethod } from './choose-method.ts'
import { DeviceStep } from './DeviceStep.tsx'
import { FactsStep } from './FactsStep.tsx'
import { LayoutStep } from './LayoutStep.tsx'
import { LaunchNotice } from './LaunchNotice.tsx'
import { listChecks } from './list-checks.ts'
import { MethodStep } from './MethodStep.tsx'
import { findByText, findDraftProblems, makePlan, refuseFor } from './plan.ts'
import { Preflight } from './Preflight.tsx'
import { useLaunch } from './use-launch.ts'
import styles from './Wizard.module.css'

/** The whole plan on one page: what, on which device, with which samples, and what still stands in its way. */
export function PlanEditor({ draft, wantedMethod }: { draft: Draft; wantedMethod: string }) {
  const [, goTo] = useLocation()
  const who = account.value
  const protocols = useRecords(protocolEntity)
  const recipes = useRecords(recipeEntity)
  const devices = useDevices()
  const swarms = useRecords(swarmEntity)
  const saved = useRecord(analysisEntity, draft.uuid) ?? null
  const permissions = who?.permissions ?? []
  const records = useMemo(
    () => ({
      protocols: (protocols ?? []).filter(({ archived }) => archived === 0),
      recipes: (recipes ?? []).filter(({ archived }) => archived === 0),
      devices: devices ?? [],
      saved,
    }),
    [protocols, recipes, devices, saved],
  )
  const plan = makePlan(draft, records, permissions)
  const ownSwarms = (swarms ?? []).filter(({ uuid }) => who?.swarms.includes(uuid))
  const { recipe, protocol, device } = plan
  const swarm = swarms?.find(({ uuid }) => uuid === draft.swarm_uuid) ?? null
  const launch = useLaunch(draft, saved, { recipe, protocol, device, swarm })
  useOpenWork()

  // What there is only one of is chosen already, and the method asked for in the address.
  const onlySwarm = draft.swarm_uuid === null ? ownSwarms[0]?.uuid : undefined
  useEffect(() => {
    if (onlySwarm) changeDraft({ swarm_uuid: onlySwarm, filled: draft.filled })
  }, [onlySwarm, draft.filled])
  useEffect(() => {
    if (!wantedMethod || draft.recipe_uuid || records.recipes.length === 0) return
    const found = findByText(wantedMethod, records)
    const recipe = records.recipes.find(({ uuid }) => uuid === found?.recipe_uuid)
    const protocol = records.protocols.find(({ uuid }) => uuid === found?.protocol_uuid) ?? null
    const cartridge = recipe?.cartridge_types[0] ?? null
    if (recipe) chooseMethod({ protocol, recipe, cartridge, name: protocol?.name ?? recipe.name })
  }, [wantedMethod, records, draft.recipe_uuid])

  const problems = findDraftProblems(draft, plan)
  const refusal = plan.device ? refuseFor(plan.device, draft, plan) : null
  const isOffline = mode.value.state === 'offline'
  const checks = listChecks({ draft, plan, problems, refusal })
  const open = checks.filter(({ ok }) => !ok)
  const waiting = launch.command?.state === 'queued' || launch.command?.state === 'sent'
  const reason = waiting
    ? t('wizard.waiting')
    : open.length > 0
      ? t('wizard.notReady', { count: open.length, first: open[0]?.text ?? '' })
      : null
  return (
    <Page
      title={t(saved ? 'wizard.title.saved' : 'wizard.title')}
      primary={{
        label: t(isOffline ? 'wizard.launchLocally' : 'wizard.launch'),
        icon: 'run',
        busy: launch.busy === 'launching',
        disabledReason: reason,
        onPress: () => void launch.launch(),
      }}
      menu={
        <Menu
          items={[
            {
              id: 'save',
              label: t('wizard.save'),
              icon: 'check',
              disabledReason: checks.some(
                ({ id, ok }) => !ok && (id === 'method' || id === 'name' || id === 'swarm'),
              )
                ? t('wizard.save.needs')
                : null,
              onPress: () => void launch.save(),
            },
            {
              id: 'discard',
              label: t('wizard.discard'),
              icon: 'trash',
              danger: true,
              onPress: () => {
                discardDraft()
                goTo(paths.analyses())
              },
            },
          ]}
        />
      }
    >
      <LaunchNotice launch={launch} deviceName={plan.device?.name ?? ''} />
      <div className={styles.columns}>
        <div className={styles.steps}>
          <MethodStep draft={draft} plan={plan} records={records} />
          <DeviceStep draft={draft} plan={plan} devices={devices} />
          <LayoutStep draft={draft} plan={plan} problems={problems} />
          <FactsStep draft={draft} swarms={ownSwarms} problems={launch.problems} />
        </div>
        <Preflight checks={checks} launch={launch} disabledReason={reason} />
      </div>
    </Page>
  )
}
