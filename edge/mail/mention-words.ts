import type { Language } from '../../domain/catalog/languages.ts'
import { cutName } from '../../domain/rules/plain-text.ts'

interface Words {
  title: (author: string) => string
  text: (run: string, well: string) => string
  end: string
}

/**
 * Write the message and the mail to a person whom a comment mentions. The comment itself is left out: it may name a
 * patient, and a mail leaves the region.
 */
export function mentionWords(
  language: Language,
  { run, well, author }: { run: string; well: string; author: string },
): { title: string; message: string } {
  const { title, text, end } = words[language]
  return { title: title(cutName(author, 60)), message: `${text(run, well)}\n\n${end}` }
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: (author) => `${author} mentioned you`,
    text: (run, well) => `In a comment on well ${well} of the run “${run}”.`,
    end: 'Open the analysis in bApp to read the comment. You choose your messages under My account, Messages.',
  },
  de: {
    title: (author) => `${author} hat Sie erwähnt`,
    text: (run, well) => `In einem Kommentar zu Well ${well} des Laufs „${run}“.`,
    end: 'Öffnen Sie die Analyse in bApp, um den Kommentar zu lesen. Ihre Nachrichten wählen Sie unter „Mein Konto“, „Nachrichten“.',
  },
  fr: {
    title: (author) => `${author} vous a mentionné(e)`,
    text: (run, well) => `Dans un commentaire sur le puits ${well} du run « ${run} ».`,
    end: 'Ouvrez l’analyse dans bApp pour lire le commentaire. Vous choisissez vos messages sous « Mon compte », « Messages ».',
  },
  it: {
    title: (author) => `Menzione da parte di ${author}`,
    text: (run, well) => `In un commento sul pozzetto ${well} della corsa «${run}».`,
    end: 'Aprire l’analisi in bApp per leggere il commento. I messaggi si scelgono in «Il mio account», «Messaggi».',
  },
  es: {
    title: (author) => `${author} le ha mencionado`,
    text: (run, well) => `En un comentario sobre el pocillo ${well} de la ejecución «${run}».`,
    end: 'Abra el análisis en bApp para leer el comentario. Los mensajes se eligen en «Mi cuenta», «Mensajes».',
  },
  ru: {
    title: (author) => `${author} упоминает вас`,
    text: (run, well) => `В комментарии к лунке ${well} прогона «${run}».`,
    end: 'Откройте анализ в bApp, чтобы прочитать комментарий. Сообщения выбираются в разделе «Мой аккаунт», «Сообщения».',
  },
  zh: {
    title: (author) => `${author} 提到了您`,
    text: (run, well) => `在运行“${run}”的孔 ${well} 的评论中。`,
    end: '请在 bApp 中打开该分析阅读评论。可在“我的账户”的“消息”中选择要接收的消息。',
  },
  ar: {
    title: (author) => `أشار إليك ${author}`,
    text: (run, well) => `في تعليق على البئر ${well} من التشغيل «${run}».`,
    end: 'افتح التحليل في bApp لقراءة التعليق. تختار الرسائل ضمن «حسابي» ثم «الرسائل».',
  },
}
