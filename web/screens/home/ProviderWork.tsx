import { Link } from 'wouter'
import { bkernelCalls } from '../../../domain/calls/bkernels.ts'
import { closingCalls } from '../../../domain/calls/closings.ts'
import { foundingCalls } from '../../../domain/calls/foundings.ts'
import { publicationCalls } from '../../../domain/calls/publications.ts'
import { recallCalls } from '../../../domain/calls/recalls.ts'
import type { Rollout } from '../../../domain/entities/bkernel.ts'
import { type Founding, isGoingOn } from '../../../domain/entities/founding.ts'
import { call, type CallOptions } from '../../client/call.ts'
import { readPages } from '../../client/read-pages.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths } from '../../paths.ts'
import { whyNotCall } from '../../record/rights.ts'
import { useAnswer } from '../../state/use-answer.ts'
import styles from './HomeScreen.module.css'

/** A kind of work with the names of what waits. */
interface Work {
  of: 'foundings' | 'rollouts' | 'recalls' | 'publications'
  path: string
  names: readonly string[]
}

/** Number of names that are listed of each kind; the rest is one click away. */
const named = 3

/** List what waits for the provider's people, each kind with the way to it. */
export function ProviderWork() {
  const { value, failure } = useAnswer(readWork)
  const waiting = value?.filter(({ names }) => names.length > 0)
  return (
    <section className={styles.section} aria-labelledby="home-provider">
      <h2 id="home-provider">{t('home.provider')}</h2>
      {failure.length > 0 && <Notice kind="warning">{failure.join(' ')}</Notice>}
      {!value && failure.length === 0 && <Progress label={t('parts.loading')} />}
      {waiting?.length === 0 && <p className={styles.quiet}>{t('home.provider.none')}</p>}
      <ul className={styles.list}>
        {waiting?.map(({ of, path, names }) => (
          <li key={of}>
            <Link href={path} className={styles.line}>
              <span>
                <strong>{t(`home.provider.${of}`)}</strong>{' '}
                <span className={styles.count}>{formatNumber(names.length)}</span>
              </span>
              <span className={styles.quiet}>
                {names.slice(0, named).map((name, at) => (
                  // Count them, as two companies may ask for recipes of the same name.
                  <span key={at}>
                    {at > 0 && ' · '}
                    <bdi>{name}</bdi>
                  </span>
                ))}
                {names.length > named && ' · …'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function readWork(signal: AbortSignal): Promise<Work[]> {
  const options = { signal, background: true }
  const readers: Promise<Work>[] = []
  if (whyNotCall(foundingCalls.search) === null) {
    readers.push(
      readFoundings(options).then((rows) => ({
        of: 'foundings',
        path: paths.companies(),
        names: rows.map(({ name }) => name),
      })),
    )
  }
  if (whyNotCall(bkernelCalls.search) === null) {
    readers.push(
      readAll((query) => call(bkernelCalls.search, { query, body: {} }, options)).then((rows) => ({
        of: 'rollouts',
        path: paths.bkernels(),
        names: rows.filter(({ rollout }) => isUnderWay(rollout)).map(({ name }) => name),
      })),
    )
  }
  if (whyNotCall(recallCalls.search) === null) {
    const body = { filters: { status: 'open' as const } }
    readers.push(
      readAll((query) => call(recallCalls.search, { query, body }, options)).then((rows) => ({
        of: 'recalls',
        path: paths.recalls(),
        names: rows
          .filter(({ told = [] }) => told.some((one) => one.answer === null && !one.erased_at))
          .map(({ name }) => name),
      })),
    )
  }
  if (whyNotCall(publicationCalls.search) === null) {
    const body = { filters: { status: 'open' as const } }
    readers.push(
      readAll((query) => call(publicationCalls.search, { query, body }, options)).then((rows) => ({
        of: 'publications',
        path: paths.globalRecipes(),
        names: rows.map(({ name }) => name),
      })),
    )
  }
  return Promise.all(readers)
}

/** Read all rows: some kinds are picked out here, so that neither a first page nor the service's total counts them. */
async function readAll<Row extends { uuid: string }>(
  ask: (query: {
    limit: string
    page: string
  }) => Promise<{ data: readonly Row[]; pages: number; total: number }>,
): Promise<Row[]> {
  const read = (page: string) => ask({ limit: '100', page })
  const { rows } = await readPages<Row>({ pages: 'all', read, idOf: ({ uuid }) => uuid })
  return rows
}

/** Read the foundings that go on; those of closed companies do not wait for anybody. */
async function readFoundings(options: CallOptions): Promise<Founding[]> {
  const body = { filters: { status: 'open' as const } }
  const rows = await readAll((query) => call(foundingCalls.search, { query, body }, options))
  if (rows.length === 0 || whyNotCall(closingCalls.search) !== null) return rows
  const ended = { filters: { status: ['closed', 'erased'] as ('closed' | 'erased')[] } }
  const closings = await readAll((query) =>
    call(closingCalls.search, { query, body: ended }, options),
  )
  return rows.filter((one) => isGoingOn(one, closings))
}

/** Tell if a rollout needs somebody: a halted one stays halted, and a finished one is done. */
function isUnderWay(rollout: Rollout | undefined): boolean {
  return rollout !== undefined && !['halted', 'finished'].includes(rollout.state)
}
