import { useCallback } from 'react'
import { bkitCalls } from '../../../domain/calls/bkits.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import { call } from '../../client/call.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { ExpiryBadge } from './ExpiryBadge.tsx'
import { KitFiles } from './KitFiles.tsx'
import { AlarmLines } from '../alarm/AlarmLines.tsx'
import { KitLots } from './KitLots.tsx'

const sayMarks = ({ marks = [] }: Bkit) =>
  marks.map((mark) => t(`material.symbol.${mark}`)).join(', ')

/**
 * Make what is shown of one kit: state, facts, files, recipes and lots.
 * @param open opens the dialog for an act on the laboratory's own record of a lot.
 * @param keepsHistory false for people of other companies than the provider, whose trail holds the history.
 */
export function kitPanel(
  kit: Bkit,
  { keepsHistory, open }: { keepsHistory: boolean; open: Parameters<typeof KitLots>[0]['open'] },
): PanelFacts {
  const day = (text: string) => localTime(text, 'date')
  return {
    state: <ExpiryBadge expiry={kit.expiry_date} />,
    notice: kit.recipe_uuids.length === 0 && (
      <Notice kind="warning">{t('material.unlinkedText')}</Notice>
    ),
    facts: [
      [t('material.form.ref'), kit.ref],
      [t('material.form.gtin'), kit.gtin],
      [t('material.form.marks'), sayMarks(kit)],
      [t('material.form.lot'), kit.lot],
      [t('material.form.expiry_date'), day(kit.expiry_date)],
      [t('material.form.quantity'), formatNumber(kit.quantity)],
      [t('material.form.product_description'), kit.product_description],
      [t('material.form.part_number'), kit.part_number],
      [t('material.form.assy_number'), kit.assy_number],
      [t('material.form.producer'), kit.producer],
      [t('material.form.production_site'), kit.production_site],
      [
        t('material.form.produced'),
        [day(kit.production_start_date), day(kit.production_end_date)].join(' – '),
      ],
    ],
    more: (
      <>
        <AlarmLines about={kit.uuid} />
        <KitLots key={kit.uuid} kit={kit} open={open} />
        <KitRecipes key={kit.updated_at} kit={kit} />
        <KitFiles kit={kit} />
      </>
    ),
    ...(keepsHistory && {
      history: {
        kind: 'bkit',
        id: kit.uuid,
        updatedAt: kit.updated_at,
        fields: {
          name: { label: t('material.form.name') },
          ref: { label: t('material.form.ref') },
          gtin: { label: t('material.form.gtin') },
          lot: { label: t('material.form.lot') },
          expiry_date: { label: t('material.form.expiry_date') },
          quantity: { label: t('material.form.quantity') },
          product_description: { label: t('material.form.product_description') },
        },
      } as const,
    }),
  }
}

/** List the recipes that a kit is for; those that the account may not see are counted. */
function KitRecipes({ kit }: { kit: Bkit }) {
  const { uuid: id } = kit
  const load = useCallback(
    (signal: AbortSignal) => call(bkitCalls.recipe, { params: { id } }, { signal }),
    [id],
  )
  const { value, failure } = useAnswer(load)
  const hidden = kit.recipe_uuids.length - (value?.data.length ?? 0)
  return (
    <section>
      <h3>{t('material.recipes')}</h3>
      {failure.length > 0 && <p>{failure.join(' ')}</p>}
      {kit.recipe_uuids.length === 0 && <p>{t('material.noRecipes')}</p>}
      {value && (
        <ul>
          {value.data.map(({ uuid, name }) => (
            <li key={uuid}>
              <bdi>{name}</bdi>
            </li>
          ))}
          {hidden > 0 && <li>{t('material.hiddenRecipes', { count: hidden })}</li>}
        </ul>
      )}
    </section>
  )
}
