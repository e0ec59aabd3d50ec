import { useCallback, useState } from 'react'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { certificateCalls } from '../../../domain/calls/certificates.ts'
import { deviceCalls } from '../../../domain/calls/devices.ts'
import type { NamedCompany } from '../../../domain/calls/partners.ts'
import type { Device } from '../../../domain/entities/device.ts'
import { Fault } from '../../../domain/fault.ts'
import { call } from '../../client/call.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { may } from '../../state/session.ts'
import { askVisit, mayVisit } from '../../state/visit.ts'
import { useAnswer } from '../../state/use-answer.ts'
import styles from './Partner.module.css'

/** State of one company in figures; what the person may not see there is null. */
interface Health {
  devices: number | null
  offline: number | null
  running: number | null
  failed: number | null
  waiting: number | null
  failure: string[]
}

/** Companies asked while somebody waits: each is a store of its own. */
const mostAsked = 50

/** Read the health of each, a company at a time: a partner of many must not hold up everybody else. */
async function readAll(
  uuids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, Health>> {
  const found = new Map<string, Health>()
  for (const uuid of uuids) {
    // oxlint-disable-next-line no-await-in-loop
    found.set(uuid, await readHealth(uuid, signal))
  }
  return found
}

/** Show the underlings of a partner with their health, each asked in its own store. */
export function UnderlingHealth({ underlings }: { underlings: readonly NamedCompany[] }) {
  const asked = underlings.slice(0, mostAsked)
  const [uuids] = useState(() => asked.map(({ uuid }) => uuid))
  const load = useCallback((signal: AbortSignal) => readAll(uuids, signal), [uuids])
  const { value, again } = useAnswer(load)
  if (underlings.length === 0) return <p className={styles.quiet}>{t('partner.noUnderlings')}</p>
  return (
    <section aria-label={t('partner.health')} className={styles.health}>
      <h3>{t('partner.health')}</h3>
      {!value && <Progress label={t('parts.loading')} />}
      <ul>
        {asked.map(({ uuid, name }) => (
          <li key={uuid}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <HealthLine health={value?.get(uuid)} />
            {mayVisit() && (
              <Button icon="link" kind="plain" onClick={() => askVisit({ uuid, name })}>
                {t('visit.actIn', { name })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {underlings.length > mostAsked && (
        <p className={styles.quiet}>
          {t('partner.more', { count: underlings.length - mostAsked })}
        </p>
      )}
      {value && (
        <Button icon="refresh" kind="plain" onClick={again}>
          {t('partner.again')}
        </Button>
      )}
    </section>
  )
}

function HealthLine({ health }: { health: Health | undefined }) {
  if (!health) return null
  if (health.failure.length > 0) return <p className={styles.quiet}>{health.failure.join(' ')}</p>
  const { devices, offline, running, failed, waiting } = health
  const lines = [
    devices !== null && t('partner.devices', { count: devices, offline: offline ?? 0 }),
    running !== null && t('partner.running', { count: running }),
    failed !== null && t('partner.failed', { count: failed }),
    waiting !== null && t('partner.waiting', { count: waiting }),
  ].filter((line) => line !== false)
  const isBad = (offline ?? 0) + (failed ?? 0) > 0
  return (
    <p className={styles.quiet} data-bad={isBad}>
      {lines.join(' · ')}
    </p>
  )
}

const one = { limit: '1', page: '1' } as const

async function readHealth(company: string, signal: AbortSignal): Promise<Health> {
  const there = { company, signal, background: true }
  const count = async (status: 'RUNNING' | 'INCOMPLETE') => {
    if (!may(analysisCalls.search.needs)) return null
    const parts = { query: one, body: { status: [status] } }
    return (await call(analysisCalls.search, parts, there)).total
  }
  const listDevices = async () =>
    may(deviceCalls.search.needs)
      ? (await call(deviceCalls.search, { query: { limit: '500' }, body: {} }, there)).data
      : null
  const countWaiting = async () => {
    if (!may(certificateCalls.counts.needs)) return null
    const counts = await call(certificateCalls.counts, {}, there)
    return counts.find(({ status }) => status === 'Waiting')?.count ?? 0
  }
  try {
    const [devices, running, failed, waiting] = await Promise.all([
      unlessClosed(listDevices()),
      unlessClosed(count('RUNNING')),
      unlessClosed(count('INCOMPLETE')),
      unlessClosed(countWaiting()),
    ])
    return {
      devices: devices?.length ?? null,
      offline: devices?.filter(isSilent).length ?? null,
      running,
      failed,
      waiting,
      failure: [],
    }
  } catch (error) {
    if (signal.aborted) throw error
    const failure = errorTexts(error)
    return { devices: null, offline: null, running: null, failed: null, waiting: null, failure }
  }
}

/** Return null for what the company itself is not enabled for, such as certificates. */
async function unlessClosed<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Fault && error.code === 'forbidden') return null
    throw error
  }
}

const isSilent = ({ connected }: Device) => !connected.includes('1')
