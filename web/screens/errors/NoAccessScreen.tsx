import { type ComponentType, lazy, Suspense } from 'react'
import { completeTexts } from '../../i18n/catalogs.ts'
import { t } from '../../i18n/intl.ts'
import { Page } from '../../parts/page/Page.tsx'
import type { Asked } from './asked.ts'
import { NoAccess } from './NoAccess.tsx'

// Show what the page itself knows where it cannot be fetched.
const WhyNot = lazy<ComponentType<{ asked: Asked }>>(() =>
  Promise.all([import('./WhyNot.tsx'), completeTexts('faults')]).then(
    ([{ WhyNot: loaded }]) => ({ default: loaded }),
    () => ({ default: NoAccess }),
  ),
)

/** Show the page `/401`: the account lacks the permission of the address. With the requested page, explain why. */
export function NoAccessScreen({ asked }: { asked: Asked | null }) {
  return (
    <Page title={t('error401.title')}>
      {asked ? (
        <Suspense fallback={<NoAccess />}>
          <WhyNot key={asked.permission} asked={asked} />
        </Suspense>
      ) : (
        <NoAccess />
      )}
    </Page>
  )
}
