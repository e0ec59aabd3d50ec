import { lazy, Suspense, useState } from 'react'
import { recipeCalls } from '../../../../../domain/calls/recipes.ts'
import type { Recipe } from '../../../../../domain/entities/recipe.ts'
import {
  mostFigures,
  type VerificationFigure,
} from '../../../../../domain/entities/verification-figure.ts'
import { figuredVersion, type OpenVersion } from '../../../../../domain/rules/recipe-version.ts'
import { call } from '../../../../client/call.ts'
import { FigureTable } from '../../../../entities/recipe/FigureTable.tsx'
import { sayFigure } from '../../../../entities/recipe/say-figure.ts'
import { completeTexts } from '../../../../i18n/catalogs.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { resyncRecords } from '../../../../state/records.ts'
import { useSending } from '../../../../state/use-sending.ts'
import styles from '../requests/Requests.module.css'

// Opened when a figure is stated; its runs are chosen with the words of the bench.
const FigureForm = lazy(async () => {
  const [form] = await Promise.all([import('./FigureForm.tsx'), completeTexts('bench')])
  return { default: form.FigureForm }
})

/** A recipe with the version of it that a dialog is about. */
export interface Shown {
  recipe: Recipe
  open: OpenVersion
}

function keepShown(after: Recipe, onKept: (shown: Shown) => void): void {
  onKept({ recipe: after, open: figuredVersion(after, new Date().toISOString()) })
  resyncRecords()
}

/** State the figures of the verification of a version; each is kept with it at once. */
export function Figures(props: Shown & { onKept: (shown: Shown) => void }) {
  const { recipe, open, onKept } = props
  const figures = open.release.figures ?? []
  const hint = recipe.release?.state === 'draft' || recipe.next ? 'hint' : 'hintInForce'
  const [form, setForm] = useState<VerificationFigure | 'new' | null>(null)
  const { busy, others, send } = useSending([])
  const keep = (after: Recipe) => keepShown(after, onKept)
  const remove = ({ uuid }: VerificationFigure) =>
    send(
      true,
      async (opId) => {
        const parts = { params: { id: recipe.uuid }, body: { figure_uuid: uuid } }
        keep(await call(recipeCalls.removeFigure, parts, { opId }))
      },
      uuid,
    )
  return (
    <section className={styles.effect}>
      <h3>{t('versions.figures.title')}</h3>
      <p className={styles.quiet}>{t(`versions.figures.${hint}`)}</p>
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
      {figures.length > 0 && (
        <FigureTable
          figures={figures}
          acts={(figure) => (
            <>
              <Button icon="edit" kind="plain" iconOnly onClick={() => setForm(figure)}>
                {t('versions.figures.change', { figure: sayFigure(figure) })}
              </Button>
              <Button
                icon="trash"
                kind="plain"
                iconOnly
                busy={busy}
                onClick={() => void remove(figure)}
              >
                {t('versions.figures.remove', { figure: sayFigure(figure) })}
              </Button>
            </>
          )}
        />
      )}
      <div>
        <Button
          icon="plus"
          disabledReason={
            figures.length < mostFigures ? null : t('versions.figures.full', { most: mostFigures })
          }
          onClick={() => setForm('new')}
        >
          {t('versions.figures.add')}
        </Button>
      </div>
      {form && (
        <Suspense>
          <FigureForm
            {...{ recipe, open }}
            figure={form === 'new' ? null : form}
            onKept={keep}
            onClose={() => setForm(null)}
          />
        </Suspense>
      )}
    </section>
  )
}
