import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import { protocolCalls } from '../../../../domain/calls/protocols.ts'
import { recipeCalls } from '../../../../domain/calls/recipes.ts'
import { type Protocol, protocol as protocolEntity } from '../../../../domain/entities/protocol.ts'
import { type AssayTemplate, assayTemplates } from '../../../../domain/templates/assay-templates.ts'
import { sayTime } from '../../../entities/process-recipe/process-recipe-columns.tsx'
import { FittedPicture } from '../../../entities/process-recipe/ProgrammePicture.tsx'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { whyNotCall } from '../../../record/rights.ts'
import { showErrors } from '../../../state/show-errors.ts'
import { useRecords } from '../../../state/use-records.ts'
import { drawIds, type MadeIds, makeFromTemplate } from './make-from-template.ts'
import styles from './Templates.module.css'

/** Show `/method-templates`: published assays; one press makes a recipe and a protocol of one. */
export function TemplatesScreen() {
  const protocols = useRecords(protocolEntity) ?? []
  const madeOf = ({ name }: AssayTemplate) =>
    protocols.find((one) => one.archived === 0 && one.name === name)
  const [busy, setBusy] = useState<string | null>(null)
  const [made, setMade] = useState<ReadonlySet<string>>(new Set())
  const ids = useRef(new Map<string, MadeIds>())
  const why = whyNotCall(recipeCalls.create) ?? whyNotCall(protocolCalls.create)
  const make = async (template: AssayTemplate) => {
    setBusy(template.id)
    const own = ids.current.get(template.id) ?? drawIds()
    ids.current.set(template.id, own)
    try {
      await makeFromTemplate(template, own)
      ids.current.delete(template.id)
      setMade((before) => new Set(before).add(template.id))
    } catch (error) {
      showErrors(error)
    }
    setBusy(null)
  }
  return (
    <Page title={t('methods.templates.title')}>
      <Notice kind="info">{t('methods.templates.verify')}</Notice>
      <ul className={styles.cards}>
        {assayTemplates.map((template) => (
          <li key={template.id} className={styles.card}>
            <Facts template={template} />
            <div className={styles.acts}>
              {/* Say it here: a passing message would cover the links to what was made. */}
              <p role="status" className={styles.done}>
                {made.has(template.id) && t('methods.templates.done', { name: template.name })}
              </p>
              <MadeLinks made={madeOf(template)} />
              <Button
                kind={madeOf(template) ? 'secondary' : 'primary'}
                icon="plus"
                busy={busy === template.id}
                disabledReason={why}
                onClick={() => void make(template)}
              >
                {t(madeOf(template) ? 'methods.templates.again' : 'methods.templates.use')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Page>
  )
}

/** Lead to what was made of an assay, to change it, and to a run with it. */
function MadeLinks({ made }: { made: Protocol | undefined }) {
  if (!made) return null
  return (
    <>
      <Link href={paths.recipes(made.recipe_uuid)}>{t('methods.recipe.title')}</Link>
      <Link href={paths.protocols(made.uuid)}>{t('methods.protocol.title')}</Link>
      <Link href={paths.planOf(made.name)}>{t('methods.templates.plan')}</Link>
    </>
  )
}

function Facts({ template }: { template: AssayTemplate }) {
  const { id, name, source, process, evaluation } = template
  const targets = evaluation.targets.map(
    ({ name: target, channel }) => `${target} (${displayName(channel)})`,
  )
  return (
    <>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p>{t(`methods.templates.${id}`)}</p>
      <FittedPicture label={t('methods.programme')} steps={process.steps} room={520} />
      <dl className={styles.facts}>
        <dt>{t('methods.templates.targets')}</dt>
        <dd>
          <bdi>{targets.join(', ')}</bdi>
        </dd>
        <dt>{t('methods.templates.time')}</dt>
        <dd>{sayTime(process)}</dd>
        <dt>{t('methods.templates.source')}</dt>
        <dd>
          <a href={source.url} target="_blank" rel="noreferrer" lang="en" dir="ltr">
            {source.title}
          </a>
          <span className={styles.quiet} lang="en" dir="ltr">
            {source.by}
          </span>
        </dd>
      </dl>
    </>
  )
}
