import type { SampleType } from '../entities/analysis.ts'

/** Columns that a list of samples can have. */
export const listColumns = [
  'well',
  'wellRow',
  'wellColumn',
  'name',
  'sample_type',
  'well_type',
  'quantity',
  'threshold',
  'application',
] as const
export type ListColumn = (typeof listColumns)[number]

/**
 * Headers that laboratories and instruments write above these columns, the surest words first. English and the other
 * languages of the interface; of instruments: Bio-Rad CFX (`Content`, `Starting Quantity (SQ)`, plate files with `*`
 * before a header), QuantStudio (`Task`, `Well Position`, where `Well` is a number), LightCycler 480 (`General:Pos`,
 * `Abs Quant:Sample Type`), Rotor-Gene (`Type`, `Given Conc (copies/reaction)`), RDML and MIQE. A concentration in
 * another unit is left out on purpose: a quantity is in copies per reaction.
 */
export const columnWords: Readonly<Record<ListColumn, readonly string[]>> = {
  well: listOf(`
    well position, well, well name, well id, wells, position, pos, location, pocillo, posición, posicion, puits, vertiefung,
    pozzetto, posizione, лунка, позиция, 孔, 孔位, البئر, بئر`),
  wellRow: listOf(
    'row, well row, plate row, zeile, reihe, fila, rangée, ligne, riga, ряд, строка, 行, الصف, صف',
  ),
  wellColumn: listOf(`
    column, col, well column, well col, plate column, spalte, columna, colonne, colonna, столбец, колонка, 列, العمود,
    عمود`),
  name: listOf(`
    sample name, sample, sample id, samplename, sampleid, sample no, name, specimen, specimen id, barcode, probe,
    probenname, probenbezeichnung, proben id, probennummer, muestra, nombre de la muestra, nombre de muestra,
    id de muestra, échantillon, nom de l’échantillon, nom de l'échantillon, nom échantillon, nom, campione, nome campione,
    id campione, образец, имя образца, название образца, проба, 样本, 样品, 样本名称, 样品名称, 样本编号, 样品编号, العينة,
    اسم العينة, عينة`),
  sample_type: listOf(`
    sample type, type of sample, well content, content, task, type, sample task, sampletype, control type,
    probentyp, probenart, typ, art, tipo de muestra, tipo, type d’échantillon, type d'échantillon, nature, tipo di campione,
    tipo campione, тип образца, тип пробы, тип, 样本类型, 样品类型, 类型, نوع العينة, النوع, نوع`),
  well_type: listOf(`
    mix, well type, well-typ, tipo de pocillo, type de puits, tipo di pozzetto, тип лунки, 孔类型, نوع البئر, reaction mix, master mix, mastermix, mix name, reaktionsmix, mezcla, mélange réactionnel, mélange, miscela,
    смесь, реакционная смесь, 反应体系, 预混液, خليط التفاعل, الخليط, خليط`),
  quantity: listOf(`
    quantity, qty, starting quantity (sq), starting quantity, sq, given conc (copies/reaction), copies/reaction,
    copies per reaction, copies, menge, startmenge, kopien, cantidad, cantidad inicial, copias, quantité, quantité initiale,
    copies/réaction, quantità, quantità iniziale, copie, количество, начальное количество, копии, 数量, 起始量, 拷贝数,
    الكمية, كمية, عدد النسخ`),
  threshold: listOf(
    'threshold, schwellenwert, schwelle, umbral, seuil, soglia, порог, 阈值, العتبة, عتبة',
  ),
  application: listOf(
    'application, anwendung, aplicación, aplicacion, applicazione, применение, 应用, التطبيق, تطبيق',
  ),
}

/** Headers of columns that hold what is looked for in a well. The method says that here, not a list. */
export const targetWords: readonly string[] = listOf(`
  target, target name, detector, assay, gene, gene name, analyte, marker, ziel, zielgen, gen, diana, gène, cible, bersaglio,
  мишень, ген, 靶标, 靶基因, 目标, 目标基因, 基因, الهدف, هدف, الجين`)

/**
 * Words for each type of sample, beside the letters of the plate: Bio-Rad CFX (`Unkn-1`, `Pos Ctrl`, `NRT`),
 * QuantStudio (`UNKNOWN`, `STANDARD`, `NTC`), LightCycler 480 and Rotor-Gene (`No Template Control`), RDML (`unkn`,
 * `std`, `ntp`, `nac`), and laboratories in the languages of the interface. A control without reverse transcriptase or
 * polymerase must stay negative, and is taken as such, as in runs of instruments.
 */
export const typeWords: Readonly<Record<SampleType, readonly string[]>> = {
  unknown: listOf(`
    u, unk, unkn, unknown, unknown sample, target unknown, sample, test sample, patient, patient sample, specimen, unbekannt,
    unbekannte probe, probe, patientenprobe, desconocido, desconocida, muestra, muestra desconocida, inconnu,
    échantillon, échantillon inconnu, sconosciuto, incognito, campione, campione incognito, неизвестный, неизвестно,
    неизвестный образец, образец, проба, опытный образец, 未知, 未知样本, 未知样品, 样本, 样品, 待测, 待测样本, 待测样品,
    مجهول, مجهولة, غير معروف, عينة, عينة مجهولة`),
  standard: listOf(`
    s, std, standard, standards, target standard, cal, calibrator, kalibrator, estándar, estandar, patrón, patron,
    calibrador, étalon, etalon, calibrateur, gamme, calibratore, стандарт, калибратор, 标准品, 标准, 标曲, 校准品, معياري, معيار,
    قياسي`),
  positive: listOf(`
    +, pos, positive, positive control, positivecontrol, positive ctrl, pos ctrl, pos control, posctrl, target positive, pc,
    ptc, ctrl+, c+, t+, positiv, positivkontrolle, pos kontrolle, pk, positivo, control positivo, positif,
    contrôle positif, témoin positif, controllo positivo, положительный, положительный контроль, пко, к+, 阳性, 阳性对照,
    阳性质控, 阳控, إيجابي, شاهد إيجابي, ضابط إيجابي, عينة ضابطة إيجابية`),
  negative: listOf(`
    -, −, –, neg, negative, negative control, negativecontrol, negative ctrl, neg ctrl, neg control, negctrl,
    target negative, nc, nec, nac, ntp, nrt, no rt, no rt control, rt-, ctrl-, c-, t-, negativ, negativkontrolle,
    neg kontrolle, nk, negativo, control negativo, négatif, contrôle négatif, témoin négatif, controllo negativo,
    отрицательный, отрицательный контроль, око, к-, 阴性, 阴性对照, 阴性质控, 阴控, سلبي, شاهد سلبي, ضابط سلبي, عينة ضابطة سلبية`),
  ntc: listOf(`
    n, ntc, ntk, no template control, non template control, no template, no target control, notemplatecontrol, blank, water,
    h2o, ohne template, ntc (ohne template), leerwert, leerkontrolle, wasser, wasserkontrolle, control sin molde,
    control sin plantilla, sin molde, blanco, agua, contrôle sans matrice, témoin sans matrice, sans matrice, blanc, eau,
    controllo senza templato, controllo senza stampo, senza templato, bianco, acqua, без матрицы, контроль без матрицы,
    ntc (без матрицы), холостая проба, вода, 无模板对照, 无模板, 空白对照, 空白, 水, 无模板对照（ntc）, شاهد بلا قالب,
    شاهد بلا قالب (ntc), بلا قالب, ماء`),
}

/**
 * Words for types that are names of samples as well: water and the like are examined, and single letters are
 * anybody's. As the name of a sample they say nothing of its type.
 */
export const wordsOfSamples: ReadonlySet<string> = new Set(
  listOf(`
    blank, water, h2o, wasser, leerwert, blanco, agua, blanc, eau, bianco, acqua, вода, 空白, 水, ماء, n, s, u, pc, nc, pk, nk, cal,
    gamme, 标准, 阳性, 阴性, pos, neg, positive, negative, positiv, negativ, positivo, negativo, positif, négatif`),
)

function listOf(words: string): string[] {
  return words.split(',').map((word) => word.replaceAll(/\s+/g, ' ').trim())
}
