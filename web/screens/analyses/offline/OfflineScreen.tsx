import { Link, useLocation } from 'wouter'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { device as deviceEntity } from '../../../../domain/entities/device.ts'
import { planNeeds } from '../../../../domain/permissions.ts'
import { foundDevices } from '../../../host/host.ts'
import { compareTexts } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import card from '../../../parts/card/Card.module.css'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { mode, workOffline, workOnline } from '../../../state/mode.ts'
import { may } from '../../../state/session.ts'
import { useRecords } from '../../../state/use-records.ts'
import { LanHelp } from '../../../lan/LanHelp.tsx'
import { placeFound } from '../../../lan/place-found.ts'
import { FoundDevices, LookingBy } from './FoundDevices.tsx'
import { PlanTable } from './PlanTable.tsx'
import { SeenDeviceCard } from './SeenDeviceCard.tsx'
import styles from './Offline.module.css'
import { useSeenDevices } from './use-seen-devices.ts'

/** Show what works without the service (spec §2): the devices of the local network, and the plans on this machine. */
export function OfflineScreen() {
  const [, navigate] = useLocation()
  const devices = useRecords(deviceEntity)
  const analyses = useRecords(analysisEntity)
  const known = (uuid: string) => analyses?.find((one) => one.uuid === uuid)?.status ?? null
  const placed = placeFound(devices ?? [], foundDevices.value)
  const { seen, ask } = useSeenDevices([...placed.known, ...placed.others], known)
  const heard = [...seen.values()]
  const answered = heard.some(({ heardAt, fault }) => heardAt !== null && !fault)
  const isOffline = mode.value.state === 'offline'
  const start = () => navigate(paths.newAnalysis())
  return (
    <Page
      title={t('offline.title')}
      primary={{
        label: t('nav.new'),
        icon: 'plus',
        disabledReason: may(planNeeds) ? null : t('fault.permission_missing'),
        onPress: start,
      }}
      menu={<ModeButton />}
    >
      {isOffline ? (
        <Notice kind="warning" title={t(`mode.${causeOf()}`)}>
          {t('offline.hint')} <Link href={paths.sync()}>{t('sync.title')}</Link>
        </Notice>
      ) : (
        <Notice kind="info">{t('offline.whileOnline')}</Notice>
      )}
      <section className={styles.section} aria-label={t('devices.title')}>
        <div className={styles.head}>
          <h2>{t('devices.title')}</h2>
          <Button kind="plain" icon="refresh" onClick={ask}>
            {t('offline.askAgain')}
          </Button>
        </div>
        <LookingBy />
        {!answered && seen.size > 0 && <LanHelp hostnames={[...seen.keys()]} />}
        {devices?.length === 0 && <p className={styles.quiet}>{t('devices.empty.title')}</p>}
        <ul className={`${card.list} ${styles.cards}`}>
          {placed.known
            .toSorted((a, b) => compareTexts(a.name, b.name))
            .map((device) => (
              <li key={device.uuid}>
                <SeenDeviceCard device={device} seen={seen.get(device.hostname)} />
              </li>
            ))}
        </ul>
      </section>
      <FoundDevices devices={placed.others} seen={seen} />
      <section className={styles.section} aria-label={t('offline.plans')}>
        <h2>{t('offline.plans')}</h2>
        <PlanTable analyses={analyses} seen={seen} />
      </section>
    </Page>
  )
}

function ModeButton() {
  const { value: now } = mode
  return now.state === 'offline' ? (
    <Button icon="online" onClick={() => void workOnline()}>
      {t('mode.goOnline')}
    </Button>
  ) : (
    <Button icon="offline" onClick={workOffline}>
      {t('mode.goOffline')}
    </Button>
  )
}

function causeOf(): 'network' | 'service' | 'chosen' {
  const { value: now } = mode
  return now.state === 'offline' ? now.cause : 'network'
}
