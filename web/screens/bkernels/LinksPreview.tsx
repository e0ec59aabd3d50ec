import type { CompanyUse, OfferedBkernel } from '../../../domain/calls/bkernels.ts'
import { countAll, foreseeLinks } from '../../entities/bkernel/count-use.ts'
import { UseBars } from '../../entities/bkernel/UseBars.tsx'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'

/** Show who is offered a version once these links are saved, and who is not any more. */
export function LinksPreview(props: {
  version: OfferedBkernel
  uses: readonly CompanyUse[]
  links: { companies: readonly string[]; devices: readonly string[] }
}) {
  const { version, uses, links } = props
  const foresee = (companies: readonly string[], devices: readonly string[]) =>
    foreseeLinks(version, uses, { companies: new Set(companies), devices: new Set(devices) })
  const before = foresee(version.company_uuids, version.device_uuids)
  const { offered, others, single } = foresee(links.companies, links.devices)
  const lost = before.offered.filter(({ uuid }) => others.some((one) => one.uuid === uuid))
  const devices = countAll(offered)
  const isForAll = links.companies.length + links.devices.length === 0
  return (
    <section aria-live="polite">
      <h3>{t('bkernels.preview.title')}</h3>
      <p>
        {devices + single === 0
          ? t('bkernels.preview.nobody')
          : t(isForAll ? 'bkernels.preview.all' : 'bkernels.preview.some', {
              devices,
              companies: offered.length,
              single,
            })}
      </p>
      <UseBars companies={offered} />
      {lost.length > 0 && (
        <Notice kind="warning">
          {t('bkernels.preview.lost', { devices: countAll(lost), companies: lost.length })}
        </Notice>
      )}
    </section>
  )
}
