import { useMemo } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { GenotypeRule } from '../../../../domain/entities/evaluation-recipe.ts'
import type { GenotypeResult, Results } from '../../../../domain/results.ts'
import { releaseGenotypes, writeAlleles } from '../../../../domain/rules/genotype.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import { t } from '../../../i18n/intl.ts'
import { ScatterChart } from '../../../parts/chart/ScatterChart.tsx'
import type { ScatterPoint } from '../../../parts/chart/draw-scatter.ts'
import { writeWells } from '../../../../domain/rules/well-ranges.ts'
import styles from './AssayPanel.module.css'

/** Shapes and colours of the calls, told apart without colour. */
const looks = {
  allele_1: { symbol: 'circle', color: 'var(--info)' },
  heterozygote: { symbol: 'diamond', color: 'var(--detected)' },
  allele_2: { symbol: 'square', color: 'var(--warning)' },
} as const

/**
 * Show allele pairs: every well by the end points of its two alleles, and the wells of each genotype. One whose control failed is in doubt, as in
 * reports and answers.
 */
export function GenotypePanel(props: {
  record: Analysis
  results: Results
  onSelect: (wells: Set<number>) => void
}) {
  const results = useMemo(
    () => ({ ...props.results, genotypes: releaseGenotypes(props.results) }),
    [props.results],
  )
  return (
    <div className={styles.assays}>
      {(results.evaluation.genotypes ?? []).map((rule) => (
        <article key={rule.name} className={styles.assay}>
          <h3>{rule.name}</h3>
          <div className={styles.standards}>
            <AlleleChart results={results} rule={rule} />
            <GenotypeList {...props} results={results} rule={rule} />
          </div>
        </article>
      ))}
    </div>
  )
}

function AlleleChart({ results, rule }: { results: Results; rule: GenotypeRule }) {
  const [first, second] = rule.alleles
  const points = useMemo(() => {
    const endPoint = (well: string, target: string) =>
      results.wells.find((one) => one.well === well && one.target === target)?.end_point
    return results.genotypes.flatMap((one): ScatterPoint[] => {
      const x = endPoint(one.well, first)
      const y = endPoint(one.well, second)
      if (one.name !== rule.name || x == null || y == null) return []
      const look = one.genotype && one.call === 'called' ? looks[one.genotype] : null
      return [
        {
          x,
          y,
          color: look?.color ?? 'var(--text-quiet)',
          symbol: look?.symbol ?? (one.call === 'review' ? 'triangle' : 'cross'),
          hollow: look === null,
          title: `${one.well} · ${genotypeText(one, rule)}`,
        },
      ]
    })
  }, [results, rule, first, second])
  return (
    <ScatterChart
      label={rule.name}
      summary={t('genotype.summary', { name: rule.name, count: points.length })}
      points={points}
      xLabel={t('genotype.axis', { allele: first })}
      yLabel={t('genotype.axis', { allele: second })}
    />
  )
}

function GenotypeList(props: {
  record: Analysis
  results: Results
  rule: GenotypeRule
  onSelect: (wells: Set<number>) => void
}) {
  const { record, results, rule } = props
  const shape = cartridges[record.cartridge_type]
  const groups = new Map<string, string[]>()
  for (const one of results.genotypes) {
    if (one.name !== rule.name) continue
    const text = genotypeText(one, rule)
    groups.set(text, [...(groups.get(text) ?? []), one.well])
  }
  return (
    <dl className={styles.facts}>
      {[...groups].map(([text, wells]) => (
        <div key={text} style={{ display: 'contents' }}>
          <dt>{text}</dt>
          <dd>
            <button
              type="button"
              className={styles.link}
              onClick={() => props.onSelect(new Set(wells.map((well) => wellIndex(shape, well))))}
            >
              <bdi dir="ltr">{writeWells(wells, shape)}</bdi>
            </button>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function genotypeText({ genotype, call, doubt }: GenotypeResult, rule: GenotypeRule): string {
  if (call === 'not_amplified') return t('genotype.none')
  if (call === 'review' || !genotype) {
    return doubt ? t(`genotype.doubt.${doubt}`) : t('call.review')
  }
  return writeAlleles(genotype, rule.alleles)
}
