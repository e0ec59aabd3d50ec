import type { Language } from '../../domain/catalog/languages.ts'
import { cutName } from '../../domain/rules/plain-text.ts'

/** Outcome of a run: `COMPLETE`, else ended before its thermal profile was complete, or aborted. */
type Outcome = 'COMPLETE' | 'INCOMPLETE' | 'ABORT'

/** Facts of a run that has ended. Names of samples are left out: the words also leave by mail. */
export interface EndedRun {
  name: string
  device: string
  outcome: Outcome
  /** Controls that did not hold. */
  controlFailed: boolean
}

interface Words {
  ended: string
  failed: string
  outcomes: Readonly<Record<Outcome, string>>
  control: string
  /** Place of its results, and the reason that the person gets the message. */
  end: string
}

/** Write the notification and the mail that a run has ended; where a control failed, that comes first. */
export function runWords(
  language: Language,
  { name, device, outcome, controlFailed }: EndedRun,
): { title: string; message: string } {
  const { ended, failed, outcomes, control, end } = words[language]
  const title = `${controlFailed ? failed : ended}: ${cutName(name, 90)}`
  const facts = [outcomes[outcome], ...(controlFailed ? [control] : [])].join(' ')
  const where = device === '' ? name : `${name} (${device})`
  return { title, message: `${where}\n${facts}\n\n${end}` }
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    ended: 'Run ended',
    failed: 'Control failed',
    outcomes: {
      COMPLETE: 'The run is complete.',
      INCOMPLETE: 'The run ended before its thermal profile was complete.',
      ABORT: 'The run was aborted.',
    },
    control: 'A control failed.',
    end: 'Open the analysis in bApp to see its results. What you are told of is chosen under My account, Messages.',
  },
  de: {
    ended: 'Lauf beendet',
    failed: 'Kontrolle fehlgeschlagen',
    outcomes: {
      COMPLETE: 'Der Lauf ist vollständig.',
      INCOMPLETE: 'Der Lauf endete vor dem Ende seines Temperaturprofils.',
      ABORT: 'Der Lauf wurde abgebrochen.',
    },
    control: 'Eine Kontrolle ist fehlgeschlagen.',
    end: 'Öffnen Sie die Analyse in bApp, um die Ergebnisse zu sehen. Was Sie erfahren, wählen Sie unter „Mein Konto“, „Nachrichten“.',
  },
  fr: {
    ended: 'Run terminé',
    failed: 'Contrôle en échec',
    outcomes: {
      COMPLETE: 'Le run est complet.',
      INCOMPLETE: 'Le run s’est terminé avant la fin de son profil thermique.',
      ABORT: 'Le run a été interrompu.',
    },
    control: 'Un contrôle est en échec.',
    end: 'Ouvrez l’analyse dans bApp pour voir ses résultats. Vous choisissez vos messages sous « Mon compte », « Messages ».',
  },
  it: {
    ended: 'Corsa terminata',
    failed: 'Controllo fallito',
    outcomes: {
      COMPLETE: 'La corsa è completa.',
      INCOMPLETE: 'La corsa è terminata prima della fine del profilo termico.',
      ABORT: 'La corsa è stata interrotta.',
    },
    control: 'Un controllo è fallito.',
    end: 'Aprire l’analisi in bApp per vedere i risultati. I messaggi si scelgono in «Il mio account», «Messaggi».',
  },
  es: {
    ended: 'Ejecución terminada',
    failed: 'Control fallido',
    outcomes: {
      COMPLETE: 'La ejecución está completa.',
      INCOMPLETE: 'La ejecución terminó antes de completar su perfil térmico.',
      ABORT: 'La ejecución fue cancelada.',
    },
    control: 'Un control ha fallado.',
    end: 'Abra el análisis en bApp para ver los resultados. Los mensajes se eligen en «Mi cuenta», «Mensajes».',
  },
  ru: {
    ended: 'Прогон завершён',
    failed: 'Контроль не прошёл',
    outcomes: {
      COMPLETE: 'Прогон выполнен полностью.',
      INCOMPLETE: 'Прогон завершился раньше конца программы амплификации.',
      ABORT: 'Прогон прерван.',
    },
    control: 'Один из контролей не прошёл.',
    end: 'Откройте анализ в bApp, чтобы увидеть результаты. Сообщения выбираются в разделе «Мой аккаунт», «Сообщения».',
  },
  zh: {
    ended: '运行已结束',
    failed: '对照未通过',
    outcomes: {
      COMPLETE: '运行已完成。',
      INCOMPLETE: '运行在扩增程序完成前结束。',
      ABORT: '运行已中止。',
    },
    control: '有对照未通过。',
    end: '请在 bApp 中打开该分析查看结果。可在“我的账户”的“消息”中选择要接收的消息。',
  },
  ar: {
    ended: 'انتهى التشغيل',
    failed: 'فشل شاهد',
    outcomes: {
      COMPLETE: 'اكتمل التشغيل.',
      INCOMPLETE: 'انتهى التشغيل قبل اكتمال البرنامج الحراري.',
      ABORT: 'أُلغي التشغيل.',
    },
    control: 'فشل أحد الشواهد.',
    end: 'افتح التحليل في bApp لرؤية نتائجه. تختار الرسائل ضمن «حسابي» ثم «الرسائل».',
  },
}
