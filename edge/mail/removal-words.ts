import type { Language } from '../../domain/catalog/languages.ts'
import type { RemovalPart, RetainedPart } from '../../domain/entities/retention.ts'

interface Words extends Record<RetainedPart, string> {
  title: (day: string) => string
  text: (what: string, day: string) => string
}

/** Write the notice to the people who administer a company that data past its time is going to be removed. */
export function removalWords(
  language: Language,
  { parts, due_at }: { parts: readonly RemovalPart[]; due_at: string },
): { title: string; message: string } {
  const words = wordsOf[language]
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(due_at),
  )
  const number = new Intl.NumberFormat(language)
  const what = parts.map(({ part, count }) => `${words[part]}: ${number.format(count)}`).join('; ')
  return { title: words.title(day), message: words.text(what, day) }
}

const wordsOf: Readonly<Record<Language, Words>> = {
  en: {
    analyses: 'unsigned analyses with their curves and files',
    pictures: 'pictures of devices',
    messages: 'messages',
    logs: 'log lines of devices',
    title: (day) => `Data will be removed on ${day}`,
    text: (what, day) =>
      `On ${day} data is removed that has been kept for the time your company has set. ${what}. No signed record and nothing on legal hold is removed. To keep it, change the times or set a legal hold on the page of your company in bApp before that day.`,
  },
  de: {
    analyses: 'nicht signierte Analysen mit Kurven und Dateien',
    pictures: 'Bilder von Geräten',
    messages: 'Nachrichten',
    logs: 'Protokollzeilen von Geräten',
    title: (day) => `Am ${day} werden Daten entfernt`,
    text: (what, day) =>
      `Am ${day} werden Daten entfernt, deren von Ihrem Unternehmen festgelegte Aufbewahrungszeit abgelaufen ist. ${what}. Signierte Datensätze und alles unter Aufbewahrungssperre bleiben erhalten. Wenn Sie die Daten behalten möchten, ändern Sie vorher die Zeiten oder setzen Sie eine Aufbewahrungssperre auf der Seite Ihres Unternehmens in bApp.`,
  },
  fr: {
    analyses: 'analyses non signées avec leurs courbes et fichiers',
    pictures: 'images d’appareils',
    messages: 'messages',
    logs: 'lignes de journal d’appareils',
    title: (day) => `Des données seront supprimées le ${day}`,
    text: (what, day) =>
      `Le ${day}, les données dont la durée de conservation fixée par votre société est écoulée seront supprimées. ${what}. Aucun enregistrement signé et rien de ce qui est sous conservation légale n’est supprimé. Pour les garder, modifiez les durées ou placez une conservation légale sur la page de votre société dans bApp avant cette date.`,
  },
  it: {
    analyses: 'analisi non firmate con curve e file',
    pictures: 'immagini di dispositivi',
    messages: 'messaggi',
    logs: 'righe di registro dei dispositivi',
    title: (day) => `Il ${day} verranno rimossi dei dati`,
    text: (what, day) =>
      `Il ${day} vengono rimossi i dati il cui periodo di conservazione, fissato dalla Sua azienda, è trascorso. ${what}. Nessun record firmato e nulla che sia sotto blocco legale viene rimosso. Per conservarli, cambiare i periodi o impostare un blocco legale nella pagina dell’azienda in bApp prima di tale data.`,
  },
  es: {
    analyses: 'análisis sin firmar con sus curvas y archivos',
    pictures: 'imágenes de equipos',
    messages: 'mensajes',
    logs: 'líneas de registro de equipos',
    title: (day) => `El ${day} se eliminarán datos`,
    text: (what, day) =>
      `El ${day} se eliminan los datos cuyo plazo de conservación, fijado por su empresa, ha vencido. ${what}. No se elimina ningún registro firmado ni nada que esté bajo retención legal. Para conservarlos, cambie los plazos o establezca una retención legal en la página de su empresa en bApp antes de ese día.`,
  },
  ru: {
    analyses: 'неподписанные анализы с кривыми и файлами',
    pictures: 'снимки приборов',
    messages: 'сообщения',
    logs: 'строки журналов приборов',
    title: (day) => `${day} данные будут удалены`,
    text: (what, day) =>
      `${day} удаляются данные, срок хранения которых, установленный вашей компанией, истёк. ${what}. Подписанные записи и всё, что находится под запретом на удаление, не удаляются. Чтобы сохранить данные, до этого дня измените сроки или установите запрет на удаление на странице компании в bApp.`,
  },
  zh: {
    analyses: '未签名的分析及其曲线和文件',
    pictures: '设备图片',
    messages: '消息',
    logs: '设备日志行',
    title: (day) => `数据将于${day}删除`,
    text: (what, day) =>
      `贵公司设定的保存期限已满的数据将于${day}删除。${what}。已签名的记录和处于法律保留状态的内容不会被删除。如需保留，请在该日之前在 bApp 的公司页面更改期限或设置法律保留。`,
  },
  ar: {
    analyses: 'تحليلات غير موقّعة مع منحنياتها وملفاتها',
    pictures: 'صور الأجهزة',
    messages: 'رسائل',
    logs: 'أسطر سجلات الأجهزة',
    title: (day) => `ستُزال بيانات في ${day}`,
    text: (what, day) =>
      `في ${day} تُزال البيانات التي انقضت مدة حفظها التي حددتها شركتك. ${what}. لا يُزال أي سجل موقّع ولا أي شيء خاضع لحجز قانوني. للاحتفاظ بها غيّر المدد أو ضع حجزًا قانونيًا في صفحة شركتك في bApp قبل ذلك اليوم.`,
  },
}
