import type { Bkernel, Rollout, SelfInstall } from '../../../../domain/entities/bkernel.ts'
import { phasesOf } from '../../../../domain/rules/rollout.ts'
import { formatNumber, formatPercent } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { FactList } from '../../../parts/facts/FactList.tsx'
import { localTime } from '../../../state/local-time.ts'
import styles from './Rollout.module.css'

interface Planned {
  version: Bkernel
  rollout: Rollout
  companies: readonly { value: string; label: string }[]
}

/** Show the plan of a rollout beside its phases. */
export function PlanAndPhases(props: Planned) {
  return (
    <div className={styles.halves}>
      <PlanFacts {...props} />
      <PhaseList rollout={props.rollout} />
    </div>
  )
}

/** Show whom a rollout is for, when it may be installed, and who planned and approved it. */
function PlanFacts(props: Planned) {
  const { version, rollout, companies } = props
  const { plan, planned, approved } = rollout
  const nameOf = (id: string) => companies.find(({ value }) => value === id)?.label ?? id
  const list = (some: readonly string[]) => some.join(', ')
  const signed = (one: typeof planned) =>
    one && t('bkernels.plan.signed', { name: one.by_name, at: localTime(one.at, 'minute') })
  const models = plan && plan.models.length > 0 ? plan.models : version.models
  return (
    <section>
      <h2>{t('bkernels.plan.heading')}</h2>
      <FactList
        facts={[
          [t('bkernels.field.models'), list(models)],
          [t('bkernels.plan.versions'), list(plan?.versions ?? []) || t('bkernels.plan.older')],
          [
            t('bkernels.links.companies'),
            list((plan?.company_uuids ?? []).map(nameOf)) || t('bkernels.plan.all'),
          ],
          ...(plan?.swarm_uuids?.length
            ? [[t('bkernels.plan.swarms'), formatNumber(plan.swarm_uuids.length)] as const]
            : []),
          [t('bkernels.plan.except'), list((plan?.except_company_uuids ?? []).map(nameOf))],
          [
            t('bkernels.plan.window'),
            plan?.window ? t('bkernels.plan.between', plan.window) : t('bkernels.plan.anytime'),
          ],
          [
            t('bkernels.plan.deadline'),
            plan?.deadline ? localTime(plan.deadline, 'date') : t('bkernels.plan.none'),
          ],
          [t('bkernels.install.heading'), sayInstall(plan?.install)],
          [t('bkernels.plan.planned'), signed(planned)],
          [t('bkernels.plan.approved'), signed(approved)],
        ]}
      />
    </section>
  )
}

/** Say when devices install a version by themselves. */
function sayInstall(install: SelfInstall | undefined): string {
  if (!install) return t('bkernels.install.ordered')
  const { days, at_most: most, security } = install
  return t(security ? 'bkernels.install.security' : 'bkernels.install.said', { days, most })
}

/** Show the phases of a rollout, with the one that it is in. */
function PhaseList({ rollout }: { rollout: Rollout }) {
  const phases = phasesOf(rollout)
  const isUnderWay = ['running', 'paused', 'halted'].includes(rollout.state)
  return (
    <section>
      <h2>{t('bkernels.phases.heading')}</h2>
      <ol className={styles.phases}>
        {phases.map(({ share, soak_hours: hours, least_pairs: pairs }, at) => (
          <li
            key={share}
            aria-current={isUnderWay && at === rollout.phase ? 'step' : undefined}
            data-done={rollout.state === 'finished' || (isUnderWay && at < rollout.phase)}
          >
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ inlineSize: `${share * 100}%` }} />
            </span>
            <b>{formatPercent(share)}</b>
            <span>
              {t('bkernels.phases.needs', {
                hours: formatNumber(hours),
                pairs,
              })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
