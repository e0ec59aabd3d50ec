import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { analysis as analysisEntity } from '../../../domain/entities/analysis.ts'
import { protocol as protocolEntity } from '../../../domain/entities/protocol.ts'
import { recipe as recipeEntity } from '../../../domain/entities/recipe.ts'
import { swarm as swarmEntity } from '../../../domain/entities/swarm.ts'
import { AnalysesExtent } from '../../entities/analysis/AnalysesExtent.tsx'
import { HeldBadge } from '../../entities/analysis/HeldBadge.tsx'
import { AnalysisResults } from '../../entities/analysis/AnalysisResults.tsx'
import { t } from '../../i18n/intl.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths } from '../../paths.ts'
import { useDeviceName } from '../../state/device-names.ts'
import { localTime } from '../../state/local-time.ts'
import { account, may } from '../../state/session.ts'
import { goTour, isTourOffered, noteTourOffered } from '../../state/tour.ts'
import { useOwnCompany } from '../../state/use-own-company.ts'
import { useDevices } from '../../state/use-devices.ts'
import { useFetchedRecords, useRecords, useWhole } from '../../state/use-records.ts'
import { DeviceGlance } from './DeviceGlance.tsx'
import { SetUp, Unconfirmed } from './FirstSteps.tsx'
import styles from './HomeScreen.module.css'
import { ProviderWork } from './ProviderWork.tsx'
import { RunCard } from './RunCard.tsx'
import { StoreDamage } from './StoreDamage.tsx'
import { Trends } from './Trends.tsx'
import { companyCalls } from '../../../domain/calls/companies.ts'
import { device as deviceEntity } from '../../../domain/entities/device.ts'
import { planNeeds } from '../../../domain/permissions.ts'
import { call } from '../../client/call.ts'
import { visiting } from '../../client/visiting.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { useAnswer } from '../../state/use-answer.ts'

const load = (signal: AbortSignal) => call(companyCalls.storeSize, {}, { signal, background: true })

/** Warn administrators while there is still time to act: the store of the company fills up. */
function StoreNotice() {
  const { value } = useAnswer(load)
  if (!value?.warning) return null
  const gigabytes = (bytes: number) => Math.round(bytes / 2 ** 27) / 8
  return (
    <Notice kind="warning">
      {t('home.storeFills', {
        percent: Math.floor(value.share * 100),
        used: gigabytes(value.bytes),
        limit: gigabytes(value.limit_bytes),
      })}
    </Notice>
  )
}

/** Offer a tour of the first launch, once for each person on a machine. */
function TourOffer() {
  const [isAnswered, setAnswered] = useState(isTourOffered)
  if (isAnswered) return null
  const answer = (begin: boolean) => {
    noteTourOffered()
    setAnswered(true)
    if (begin) goTour({ id: 'launch', step: 0 })
  }
  return (
    <Notice
      kind="info"
      action={
        <>
          <Button onClick={() => answer(true)}>{t('home.tourStart')}</Button>
          <Button kind="plain" onClick={() => answer(false)}>
            {t('home.tourNo')}
          </Button>
        </>
      }
    >
      {t('home.tour')}
    </Notice>
  )
}

/** Number of lines in a list of the home page; the rest is one click away. */
const listed = 6

/** Show the home page: running analyses, waiting work, and free devices, as people at the bench need them first. */
export function HomeScreen() {
  const [, navigate] = useLocation()
  const analyses = useFetchedRecords(analysisEntity)
  const isWhole = useWhole(analysisEntity)
  const devices = useDevices()
  const protocols = useRecords(protocolEntity)
  const recipes = useRecords(recipeEntity)
  const swarms = useRecords(swarmEntity)
  const isProvider = useOwnCompany()?.isProvider === 'Y' && !visiting
  // Expect no runs of a provider, which may run nothing of its own.
  const hasRuns = !isProvider || (analyses?.length ?? 0) > 0
  const primary = may(planNeeds)
    ? { label: t('nav.new'), icon: 'plus' as const, onPress: () => navigate(paths.newAnalysis()) }
    : null
  return (
    <Page title={t('home.hello', { name: account.value?.name ?? '' })} primary={primary}>
      <Unconfirmed />
      {may(planNeeds) && !visiting && !isProvider && <TourOffer />}
      {may('audit.search') && <StoreDamage />}
      {may(companyCalls.storeSize.needs) && <StoreNotice />}
      {analyses && !isWhole && (
        <Progress label={t('parts.loading')} text={t('parts.table.loadingMore')} />
      )}
      <AnalysesExtent />
      {analyses && devices ? (
        <div className={styles.columns}>
          <div className={styles.main}>
            {isProvider && <ProviderWork />}
            {!isProvider && isWhole && analyses.every(({ status }) => status === 'INIT') && (
              <SetUp
                needs={{
                  hasSwarm: swarms?.some(({ archived }) => archived !== 1) ?? false,
                  hasDevice: devices.length > 0,
                  hasMethod: hasMethod(protocols ?? []) || hasMethod(recipes ?? []),
                  planned: analyses[0] ?? null,
                }}
              />
            )}
            {hasRuns && <Runs analyses={analyses} />}
          </div>
          {may(deviceEntity.permission) && <DeviceGlance devices={devices} />}
          {hasRuns && <Trends analyses={analyses} />}
        </div>
      ) : (
        <Progress label={t('app.opening')} />
      )}
    </Page>
  )
}

/** Show the analyses that somebody works on. */
function Runs({ analyses }: { analyses: readonly AnalysisRow[] }) {
  return (
    <>
      <Running analyses={analyses} />
      <Waiting analyses={analyses} status="COMPLETE" title="home.review" none="home.review.none" />
      <Waiting analyses={analyses} status="INIT" title="home.prepared" />
    </>
  )
}

function hasMethod(methods: readonly { archived: number }[]): boolean {
  return methods.some(({ archived }) => archived === 0)
}

function Running({ analyses }: { analyses: readonly AnalysisRow[] }) {
  const deviceName = useDeviceName()
  const running = analyses.filter(({ status }) => status === 'RUNNING')
  return (
    <section className={styles.section} aria-labelledby="home-running">
      <h2 id="home-running">{t('home.running')}</h2>
      {running.length === 0 ? (
        <p className={styles.quiet}>{t('home.running.none')}</p>
      ) : (
        running.map((one) => <RunCard key={one.uuid} analysis={one} deviceName={deviceName(one)} />)
      )}
    </section>
  )
}

function Waiting(props: {
  analyses: readonly AnalysisRow[]
  status: 'COMPLETE' | 'INIT'
  title: 'home.review' | 'home.prepared'
  none?: 'home.review.none'
}) {
  const found = props.analyses.filter(({ status }) => status === props.status)
  if (found.length === 0 && !props.none) return null
  return (
    <section className={styles.section} aria-label={t(props.title)}>
      <h2>
        {t(props.title)} {found.length > 0 && <span className={styles.count}>{found.length}</span>}
      </h2>
      {found.length === 0 && props.none && <p className={styles.quiet}>{t(props.none)}</p>}
      <ul className={styles.list}>
        {found.slice(0, listed).map((one) => (
          <li key={one.uuid}>
            <Link href={paths.analysis(one.uuid)} className={styles.line}>
              <span className={styles.head}>
                <span>
                  <strong>{one.name}</strong> <HeldBadge analysis={one} />
                </span>
                {one.summary && <AnalysisResults analysis={one} />}
              </span>
              <span className={styles.quiet}>
                <bdi>{one.recipe_name}</bdi> · <bdi>{one.user_name}</bdi> ·{' '}
                {localTime(one.created_at)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {found.length > listed && (
        <Link href={`${paths.analyses()}?status=${props.status}`}>
          {t('home.all', { count: found.length })}
        </Link>
      )}
    </section>
  )
}
