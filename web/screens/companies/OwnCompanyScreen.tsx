import { type ReactNode, useCallback, useState } from 'react'
import { companyCalls } from '../../../domain/calls/companies.ts'
import { identityProviderCalls } from '../../../domain/calls/identity-provider.ts'
import { scimCalls } from '../../../domain/calls/scim.ts'
import { webhookCalls } from '../../../domain/calls/webhooks.ts'
import { whyCalls } from '../../../domain/calls/why.ts'
import { type Company, company as companyEntity } from '../../../domain/entities/company.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { call } from '../../client/call.ts'
import { CapabilityList } from '../../entities/company/CapabilityList.tsx'
import { RegionBadge, RoleBadge } from '../../entities/company/company-columns.tsx'
import { companyHistory } from '../../entities/company/company-fields.ts'
import { addressOfCompany, rulesOfCompany } from '../../entities/company/company-panel.tsx'
import { FourEyesRequest } from '../../entities/company/FourEyesRequest.tsx'
import { StoreUse } from '../../entities/company/StoreUse.tsx'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { classNames } from '../../parts/class-names.ts'
import { FactList } from '../../parts/facts/FactList.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { HistoryPart } from '../../record/RecordPanel.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { account, may } from '../../state/session.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useRecord } from '../../state/use-records.ts'
import styles from './Companies.module.css'
import { EditCompanyForm } from './EditCompanyForm.tsx'
import { LogoSection } from './LogoSection.tsx'
import { ProviderSection } from './ProviderSection.tsx'
import { ScimSection } from './ScimSection.tsx'
import { ReachSection } from './ReachSection.tsx'
import { RetentionSection } from './retention/RetentionSection.tsx'
import { useReachedBy } from './use-reached-by.ts'
import { VisitRequests } from './VisitRequests.tsx'
import { WebhookSection } from './webhooks/WebhookSection.tsx'

/** Show the company of the person: its facts and rules, its logo, what it may use, its store, and its history. */
export function OwnCompanyScreen() {
  const own = useRecord(companyEntity, account.value?.company_uuid ?? null)
  return own ? <OwnCompany own={own} /> : <Progress label={t('parts.loading')} />
}

function OwnCompany({ own }: { own: Company }) {
  const [edited, setEdited] = useState<'details' | 'rules' | null>(null)
  const reach = useReachedBy(own)
  return (
    <Page
      title={own.name}
      state={
        <>
          <RegionBadge company={own} />
          <RoleBadge company={own} />
        </>
      }
      primary={{
        label: t('company.act.details'),
        icon: 'edit',
        disabledReason: whyNotCall(companyCalls.editDetailsOf),
        onPress: () => setEdited('details'),
      }}
    >
      <FourEyesRequest />
      <VisitRequests reach={reach} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Section title={t('company.details')}>
            <FactList facts={addressOfCompany(own)} />
            <WhoMay permission="companies.details" />
          </Section>
          <LogoSection company={own} />
          <Section title={null}>
            <StoreUse company={own} isOwn heading="h2" />
          </Section>
          <Section title={null}>
            <CapabilityList key={own.updated_at} company={own} isOwn heading="h2" />
            <p className={styles.quiet}>{t('company.capabilitiesText')}</p>
          </Section>
          <ReachSection company={own} reach={reach} />
        </div>
        <div className={styles.column}>
          <Section title={t('company.rules')}>
            <FactList facts={rulesOfCompany(own)} />
            <p className={styles.quiet}>{t('company.rulesText')}</p>
            <Button
              icon="edit"
              disabledReason={whyNotCall(companyCalls.edit)}
              onClick={() => setEdited('rules')}
            >
              {t('company.act.rules')}
            </Button>
            <WhoMay permission="companies.edit" />
          </Section>
          <RetentionSection company={own} />
          {may(identityProviderCalls.read.needs) && <ProviderSection />}
          {may(scimCalls.read.needs) && <ScimSection />}
          {may(webhookCalls.list.needs) && <WebhookSection />}
        </div>
        <section
          className={classNames(styles.section, styles.wide)}
          aria-label={t('record.history')}
        >
          <HistoryPart history={companyHistory(own, true)} />
        </section>
      </div>
      {edited && <EditCompanyForm part={edited} company={own} onClose={() => setEdited(null)} />}
    </Page>
  )
}

/** Show a part of the page; without a title where its content has one. */
function Section({ title, children }: { title: string | null; children: ReactNode }) {
  return (
    <section className={styles.section} {...(title !== null && { 'aria-label': title })}>
      {title !== null && <h2>{title}</h2>}
      {children}
    </section>
  )
}

/** Name the profiles of the company that hold a permission now, as the service knows them. */
function WhoMay({ permission }: { permission: Permission }) {
  const load = useCallback(
    (signal: AbortSignal) => call(whyCalls.why, { query: { permission } }, { signal }),
    [permission],
  )
  const { value } = useAnswer(load)
  if (!value || value.held_by.length === 0) return null
  return (
    <p className={styles.quiet}>{t('company.whoMay', { profiles: value.held_by.join(', ') })}</p>
  )
}
