import { Link } from 'wouter'
import { version } from '../../../package.json'
import { t } from '../../i18n/intl.ts'
import { Page } from '../../parts/page/Page.tsx'
import { paths } from '../../paths.ts'
import { account } from '../../state/session.ts'
import { may } from '../../state/session.ts'
import styles from './AboutScreen.module.css'

/** Public data sets that the simulated devices replay; the full table is beside the recordings. */
const recordings = [
  {
    name: 'QuantStudio 5, 4-plex standard curve',
    instrument: '96 wells, 40 cycles, FAM VIC ROX CY5 with a passive reference',
    source: 'Benchling-Open-Source/allotropy',
    address: 'https://github.com/Benchling-Open-Source/allotropy',
    licence: 'MIT',
  },
  {
    name: 'CFX96, amplification and melt',
    instrument: '30 wells, 41 cycles, melt 35 to 95 °C',
    source: 'PCRuniversum/RDML',
    address: 'https://github.com/PCRuniversum/RDML',
    licence: 'MIT',
  },
  {
    name: 'Open qPCR, one and two channels',
    instrument: '16 wells, 40 cycles, melt 60 to 95 °C',
    source: 'chaibio/chaipcr',
    address: 'https://github.com/chaibio/chaipcr',
    licence: 'Apache-2.0',
  },
] as const

/** Show the version, the region that keeps the data, and the origin of the recordings that simulated devices replay. */
export function AboutScreen() {
  const who = account.value
  return (
    <Page title={t('about.title')} facts={[t('about.version', { version })]}>
      <section className={styles.section}>
        <dl className={styles.facts}>
          <dt>{t('about.product')}</dt>
          <dd>
            {t('app.name')} {version}
          </dd>
          {who && (
            <>
              <dt>{t('about.region')}</dt>
              <dd>{t(`region.${who.company_details.data_region}`)}</dd>
              <dt>{t('about.company')}</dt>
              <dd>{who.company_details.name}</dd>
            </>
          )}
        </dl>
      </section>
      <section className={styles.section}>
        <h2>{t('about.recordings')}</h2>
        <p>{t('about.recordingsText')}</p>
        <ul className={styles.list}>
          {recordings.map(({ name, instrument, source, address, licence }) => (
            <li key={name}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <span>
                <bdi>{instrument}</bdi>
              </span>
              <span className={styles.quiet}>
                <a href={address} target="_blank" rel="noreferrer">
                  {source}
                </a>
                {' · '}
                {licence}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.section}>
        <h2>{t('about.software')}</h2>
        <p>{t('about.softwareText')}</p>
      </section>
      {may('developer.menu') && (
        <p>
          <Link href={paths.gallery()}>{t('about.gallery')}</Link>
        </p>
      )}
      <p>
        <Link href={paths.verify()}>{t('about.verify')}</Link>
      </p>
      <p>
        <a href="/v3/docs">{t('about.api')}</a>
      </p>
    </Page>
  )
}
