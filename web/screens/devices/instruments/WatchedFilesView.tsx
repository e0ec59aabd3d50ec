import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useState } from 'react'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { WatchedFile, WatchState } from '../../../../domain/desktop-bridge.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { askHost } from '../../../host/ask-host.ts'
import { watchedFolder } from '../../../host/host.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { deliversFiles } from '../../../state/deliver-files.ts'
import { localTime } from '../../../state/local-time.ts'
import { account } from '../../../state/session.ts'
import { useRecords } from '../../../state/use-records.ts'
import { FileLine } from './FileLine.tsx'
import styles from './WatchedFiles.module.css'

/** A choice takes as long as the person does. */
const chooseMs = 10 * 60_000

/** Show the folder from which instruments' files flow in, the files that a person is asked about, and what became of the others. */
export function WatchedFilesView({ menu }: { menu: ReactNode }) {
  useSignals()
  const state = watchedFolder.value
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<string | null | void>) => {
    setBusy(true)
    setFailure(null)
    try {
      setFailure((await work()) ?? null)
    } catch (error) {
      setFailure(errorTexts(error).join(' '))
    } finally {
      setBusy(false)
    }
  }
  const choose = () =>
    act(async () => {
      const who = account.value
      if (!who) return null
      const company = { company_uuid: who.company_uuid, company_name: who.company_details.name }
      const { outcome } = await askHost('watchChoose', company, AbortSignal.timeout(chooseMs))
      return outcome === 'chosen' || outcome === 'cancelled' ? null : t(`watched.choose.${outcome}`)
    })
  const why = whyNotCall(analysisCalls.import)
  const button = {
    label: t(state?.folder ? 'watched.chooseOther' : 'watched.choose'),
    icon: 'plus' as const,
    busy,
    disabledReason: why,
    onPress: () => void choose(),
  }
  return (
    <Page title={t('watched.title')} menu={menu} primary={state?.folder ? null : button}>
      {failure && <Notice kind="error">{failure}</Notice>}
      {state?.folder ? (
        <div className={styles.view}>
          <FolderFacts state={state} act={act} other={button} />
          <Files state={state} />
        </div>
      ) : (
        <EmptyState icon="download" title={t('watched.none')}>
          {t('watched.noneText')}
        </EmptyState>
      )}
    </Page>
  )
}

interface FactsProps {
  state: WatchState
  act: (work: () => Promise<void>) => Promise<void>
  other: { label: string; busy: boolean; disabledReason: string | null; onPress: () => void }
}

/** Say which folder it is, when it was looked into, and what is in the way. */
function FolderFacts({ state, act, other }: FactsProps) {
  const { folder, paused, problem, looked_at, writing, counts, company_name } = state
  const call = (name: 'watchForget') => act(async () => void (await askHost(name, {})))
  return (
    <section className={styles.section} aria-labelledby="folder">
      <h2 id="folder">{t('watched.folder')}</h2>
      <p className={styles.folder}>
        <bdi>{folder}</bdi>
      </p>
      <p className={styles.quiet}>
        {paused
          ? t('watched.paused')
          : looked_at
            ? t('watched.looked', { time: localTime(looked_at, 'time') })
            : t('watched.notLooked')}
        {writing > 0 && ` ${t('watched.writing', { count: writing })}`}
        {counts.waiting > 0 && ` ${t('watched.waiting', { count: counts.waiting })}`}
      </p>
      {problem && <Notice kind="error">{t(`watched.problem.${problem}`)}</Notice>}
      {!deliversFiles() && (
        <Notice kind="warning">
          {t('watched.otherCompany', { company: company_name || '–' })}
        </Notice>
      )}
      <div className={styles.acts}>
        <Button
          icon={paused ? 'run' : 'stop'}
          onClick={() =>
            void act(async () => void (await askHost('watchPause', { paused: !paused })))
          }
        >
          {t(paused ? 'watched.goOn' : 'watched.pause')}
        </Button>
        <Button busy={other.busy} disabledReason={other.disabledReason} onClick={other.onPress}>
          {other.label}
        </Button>
        <Button onClick={() => void call('watchForget')}>{t('watched.forget')}</Button>
      </div>
    </section>
  )
}

const isAsked = ({ state }: WatchedFile) => state === 'asks' || state === 'failed'

/** List the files that wait for a person, then all others. */
function Files({ state }: { state: WatchState }) {
  const own = account.value?.swarms ?? []
  const swarms = (useRecords(swarmEntity) ?? []).filter(({ uuid }) => own.includes(uuid))
  const [chosen, setChosen] = useState('')
  const swarm = chosen || (swarms[0]?.uuid ?? '')
  const asked = state.files.filter(isAsked)
  const others = state.files.filter((file) => !isAsked(file))
  return (
    <>
      <section className={styles.section} aria-labelledby="asked">
        <h2 id="asked">
          {t('watched.asked')} {asked.length > 0 && <Badge tone="warning">{asked.length}</Badge>}
        </h2>
        {asked.length === 0 && <p className={styles.quiet}>{t('watched.askedNone')}</p>}
        {asked.length > 0 && swarms.length > 1 && (
          <div className={styles.swarm}>
            <SelectField
              label={t('watched.swarm')}
              value={swarm}
              choices={swarms.map(({ uuid, name }) => ({ value: uuid, label: name }))}
              onChange={setChosen}
            />
          </div>
        )}
        <ul className={styles.list}>
          {asked.map((file) => (
            <FileLine key={file.hash} file={file} swarm={swarm} />
          ))}
        </ul>
      </section>
      <section className={styles.section} aria-labelledby="others">
        <h2 id="others">{t('watched.others', { count: state.counts.imported })}</h2>
        {others.length === 0 && <p className={styles.quiet}>{t('watched.othersNone')}</p>}
        <ul className={styles.list}>
          {others.map((file) => (
            <FileLine key={file.hash} file={file} swarm={swarm} />
          ))}
        </ul>
      </section>
    </>
  )
}
