import { type ColumnPlaces, headerKey, headerSettings } from './list-columns.ts'
import type { ListSettings } from './list-settings.ts'

type Told = keyof typeof headerSettings
type HeaderSetting = (typeof headerSettings)[Told]

/** What laboratories and the software of other instruments call these columns, in the eight languages. */
const usualWords: Readonly<Record<Told, readonly string[]>> = {
  name: (
    'sample,sample name,sample id,samplename,sampleid,name,specimen,specimen id,barcode,probe,probenname,proben-id,' +
    'probennummer,muestra,nombre de la muestra,id de muestra,échantillon,nom de l’échantillon,nom,campione,' +
    'nome campione,id campione,образец,имя образца,проба,样本,样品,样本名称,样品名称,样本编号,العينة,اسم العينة,عينة'
  ).split(','),
  well: (
    'well,well position,well name,wells,position,pos,pos.,location,pocillo,posición,puits,pozzetto,posizione,лунка,' +
    'позиция,孔,孔位,البئر,بئر'
  ).split(','),
  wellRow: 'row,well row,zeile,reihe,fila,rangée,ligne,riga,ряд,строка,行,الصف,صف'.split(','),
  wellColumn:
    'column,col,well column,well col,spalte,columna,colonne,colonna,столбец,колонка,列,العمود,عمود'.split(
      ',',
    ),
  threshold: 'threshold,schwellenwert,schwelle,umbral,seuil,soglia,порог,阈值,العتبة,عتبة'.split(
    ',',
  ),
  application:
    'application,assay,test,panel,anwendung,aplicación,applicazione,применение,тест,应用,检测项目,التطبيق,تطبيق'.split(
      ',',
    ),
}

const well = /^[a-z]{1,2}\s*-?\s*\d{1,3}$/i

/**
 * Headers of the file for what the settings do not find there: by the words that are usual, wells also by what stands
 * under them. Only proposed: a person says whether they are meant.
 * @param rows cells of some rows under the headers.
 */
export function suggestHeaders(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  places: ColumnPlaces,
): Partial<Record<HeaderSetting, string>> {
  const used = new Set(Object.values(places))
  const found = new Map<Told, number>()
  const take = (column: Told, at: number) => {
    if (at < 0 || header[at] === '' || used.has(at)) return
    used.add(at)
    found.set(column, at)
  }
  const isPlaced = places.well >= 0 || (places.wellRow >= 0 && places.wellColumn >= 0)
  const wanted = (
    ['name', 'well', 'wellRow', 'wellColumn', 'threshold', 'application'] as const
  ).filter((column) => places[column] < 0 && !(isPlaced && column.startsWith('well')))
  for (const column of wanted) {
    const at = usualWords[column].map((word) => header.findIndex((one) => headerKey(one) === word))
    take(column, at.find((one) => one >= 0 && !used.has(one)) ?? -1)
  }
  if (wanted.includes('well') && !found.has('well') && !found.has('wellRow')) {
    take(
      'well',
      header.findIndex((_, at) => !used.has(at) && holdsWells(rows.map((row) => row[at] ?? ''))),
    )
  }
  // The only one that is left.
  const left = header.flatMap((text, at) => (text !== '' && !used.has(at) ? [at] : []))
  if (places.name < 0 && !found.has('name') && left.length === 1) take('name', left[0] ?? -1)
  return Object.fromEntries(
    [...found].map(([column, at]) => [headerSettings[column], (header[at] ?? '').slice(0, 60)]),
  ) as Partial<ListSettings>
}

function holdsWells(cells: readonly string[]): boolean {
  const said = cells.filter(Boolean)
  return said.length > 0 && said.filter((cell) => well.test(cell)).length >= 0.8 * said.length
}
