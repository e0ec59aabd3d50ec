import { useMemo, useState } from 'react'
import type { Study } from '../../../domain/entities/study.ts'
import { writeAlleles } from '../../../domain/rules/genotype.ts'
import type {
  GroupGenotypes,
  SampleGenotype,
  StudyGenotypes,
} from '../../../workers/study/study-genotypes.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { type Sort, unsorted } from '../../parts/table/sort.ts'
import bars from './Genotypes.module.css'
import styles from './Studies.module.css'

const kinds = ['allele_1', 'heterozygote', 'allele_2'] as const

/** Show the genotypes of a study over all its plates: the groups at each place, then every sample. */
export function GenotypesView(props: { study: Study; found: StudyGenotypes }) {
  const { study, found } = props
  const places = [
    ...Map.groupBy(found.groups, ({ place, alleles }) => JSON.stringify([place, alleles])),
  ]
  return (
    <>
      {places.map(([key, groups]) => (
        <Place key={key} groups={groups} />
      ))}
      <p className={bars.how}>{t('studies.genotype.how')}</p>
      <SampleList study={study} samples={found.samples} />
    </>
  )
}

function Place({ groups }: { groups: readonly GroupGenotypes[] }) {
  const { place, alleles } = groups[0]!
  const said = groups.map((one) => `${nameOf(one)} ${sayCounts(one)}`).join('; ')
  const heads = [...kinds.map((kind) => writeAlleles(kind, alleles)), t('studies.genotype.unknown')]
  return (
    <section className={styles.standard}>
      <h2>
        <bdi>{place}</bdi>
      </h2>
      <figure
        className={bars.bars}
        role="img"
        aria-label={t('studies.genotype.summary', { place, groups: said })}
      >
        {groups.map((one) => (
          <Bar key={one.group} group={one} />
        ))}
      </figure>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('studies.column.group')}</th>
              {heads.map((head) => (
                <th key={head} scope="col">
                  <bdi>{head}</bdi>
                </th>
              ))}
              <th scope="col">{t('studies.genotype.share', { allele: alleles[0] })}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((one) => (
              <tr key={one.group}>
                <th scope="row">
                  <bdi>{nameOf(one)}</bdi>
                </th>
                {kinds.map((kind) => (
                  <td key={kind}>{formatNumber(one.counts[kind])}</td>
                ))}
                <td>{formatNumber(one.unknown)}</td>
                <td>{Number.isFinite(one.frequency) ? formatNumber(one.frequency, 3) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Draw a group as a bar that its genotypes divide, each with its name and count. */
function Bar({ group }: { group: GroupGenotypes }) {
  const parts = [
    ...kinds.map((kind) => ({
      kind,
      name: writeAlleles(kind, group.alleles),
      count: group.counts[kind],
    })),
    { kind: 'unknown', name: t('studies.genotype.unknown'), count: group.unknown },
  ]
  return (
    <>
      <span className={bars.name}>
        <bdi>{nameOf(group)}</bdi>
      </span>
      <span className={bars.bar} dir="ltr">
        {parts
          .filter(({ count }) => count > 0)
          .map(({ kind, name, count }) => (
            <span
              key={kind}
              data-kind={kind}
              style={{ flexGrow: count }}
              title={`${name}: ${count}`}
            >
              <bdi>{name}</bdi> {formatNumber(count)}
            </span>
          ))}
      </span>
    </>
  )
}

const nameOf = ({ group }: GroupGenotypes) => group || t('studies.genotype.noGroup')

function sayCounts({ alleles, counts, unknown }: GroupGenotypes): string {
  const known = kinds.map((kind) => `${writeAlleles(kind, alleles)} ${formatNumber(counts[kind])}`)
  return [...known, `${t('studies.genotype.unknown')} ${formatNumber(unknown)}`].join(', ')
}

function SampleList({ study, samples }: { study: Study; samples: readonly SampleGenotype[] }) {
  const columns = useMemo(() => makeColumns(study), [study])
  const [sort, setSort] = useState<Sort>(unsorted)
  const [filter, setFilter] = useState('')
  return (
    <RecordTable
      label={t('studies.genotype.samples')}
      columns={columns}
      rows={samples}
      rowId={({ sample, place, alleles }) => JSON.stringify([sample, place, alleles])}
      sort={sort}
      onSort={setSort}
      filter={filter}
      onFilter={setFilter}
      empty={null}
    />
  )
}

function makeColumns(study: Study): Column<SampleGenotype>[] {
  return [
    {
      id: 'sample',
      header: t('studies.column.sample'),
      value: ({ sample }) => sample,
      cell: ({ sample }) => <strong title={sample}>{sample}</strong>,
      fixed: true,
      width: 160,
    },
    { id: 'place', header: t('studies.column.place'), value: ({ place }) => place, width: 120 },
    { id: 'genotype', header: t('studies.genotype'), value: sayGenotype, width: 180 },
    { id: 'group', header: t('studies.column.group'), value: ({ group }) => group, width: 120 },
    {
      id: 'wells',
      header: t('studies.column.wells'),
      kind: 'number',
      value: ({ wells }) => wells,
      width: 80,
    },
    {
      id: 'runs',
      header: t('studies.column.runs'),
      value: ({ runs }) => runs.map((run) => study.runs[run]?.name ?? '').join(', '),
      width: 220,
    },
  ]
}

function sayGenotype({ call, genotype, alleles, doubt }: SampleGenotype): string {
  if (call === 'not_amplified') return t('studies.genotype.none')
  if (call === 'called' && genotype) return writeAlleles(genotype, alleles)
  return t(doubt === 'wells_disagree' ? 'studies.genotype.disagree' : 'studies.genotype.doubt')
}
