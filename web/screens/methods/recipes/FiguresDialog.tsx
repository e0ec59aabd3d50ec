import { useState } from 'react'
import type { Recipe } from '../../../../domain/entities/recipe.ts'
import type { OpenVersion } from '../../../../domain/rules/recipe-version.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { Figures, type Shown } from './evidence/Figures.tsx'

/** State the figures of the verification of the version in force, in a company that does not review versions. */
export function FiguresDialog(props: { recipe: Recipe; open: OpenVersion; onClose: () => void }) {
  const [shown, setShown] = useState<Shown>(props)
  const { recipe, open } = shown
  return (
    <Dialog
      open
      size="wide"
      title={t('versions.figures.titleOf', { name: recipe.name, version: open.version })}
      actions={<Button onClick={props.onClose}>{t('parts.close')}</Button>}
      onClose={props.onClose}
    >
      <Figures {...{ recipe, open }} onKept={setShown} />
    </Dialog>
  )
}
