import { alarmCauses } from '../../domain/entities/alarm.ts'
import { type Language, matchLanguage } from '../../domain/catalog/languages.ts'
import type { WebhookEvent } from '../../domain/entities/webhook.ts'
import type { EventFacts } from '../directory/webhook-deliveries.ts'
import { sayCause } from '../mail/alarm-words.ts'

interface Words {
  titles: Readonly<Record<WebhookEvent | 'test', string>>
  outcomes: Readonly<Record<NonNullable<EventFacts['outcome']>, string>>
  test: string
  open: string
  stopped: (name: string, host: string) => string
  stoppedTitle: string
}

/** Text of an event: no name of a run, a sample or a person. */
export interface WebhookText {
  title: string
  lines: string[]
  /** Words of the link. */
  open: string
}

/** Write the message of an event. */
export function webhookText(
  language: Language,
  event: WebhookEvent | 'test',
  { outcome, device, cause }: EventFacts,
): WebhookText {
  const { titles, outcomes, test, open } = words[language]
  const known = alarmCauses.find((one) => one === cause)
  const lines = [
    ...(event === 'test' ? [test] : []),
    ...(outcome ? [outcomes[outcome]] : []),
    ...(known ? [sayCause(language, known)] : []),
    ...(device ? [device] : []),
  ]
  return { title: titles[event], lines, open }
}

/** Write the mail that a webhook was switched off. */
export function stoppedWords(
  language: string,
  name: string,
  host: string,
): { subject: string; text: string } {
  const { stopped, stoppedTitle } = words[matchLanguage(language)]
  return { subject: `bApp: ${stoppedTitle}`, text: `${stopped(name, host)}\n` }
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    titles: {
      run_ended: 'Run ended',
      control_failed: 'Control failed',
      device_alarm: 'Device needs attention',
      test: 'Test of a webhook',
    },
    outcomes: {
      COMPLETE: 'The run is complete.',
      INCOMPLETE: 'The run ended before its thermal profile was complete.',
      ABORT: 'The run was aborted.',
    },
    test: 'bApp reaches this address.',
    open: 'Open in bApp',
    stoppedTitle: 'webhook switched off',
    stopped: (name, host) =>
      `The webhook “${name}” to ${host} is switched off: several deliveries in a row failed. See its deliveries under Your company, Webhooks, and switch it on again when the address works.`,
  },
  de: {
    titles: {
      run_ended: 'Lauf beendet',
      control_failed: 'Kontrolle fehlgeschlagen',
      device_alarm: 'Gerät braucht Aufmerksamkeit',
      test: 'Test eines Webhooks',
    },
    outcomes: {
      COMPLETE: 'Der Lauf ist vollständig.',
      INCOMPLETE: 'Der Lauf endete vor dem Ende seines Temperaturprofils.',
      ABORT: 'Der Lauf wurde abgebrochen.',
    },
    test: 'bApp erreicht diese Adresse.',
    open: 'In bApp öffnen',
    stoppedTitle: 'Webhook ausgeschaltet',
    stopped: (name, host) =>
      `Der Webhook „${name}“ an ${host} ist ausgeschaltet: Mehrere Zustellungen nacheinander sind fehlgeschlagen. Sehen Sie seine Zustellungen unter „Ihr Unternehmen“, „Webhooks“ an, und schalten Sie ihn wieder ein, wenn die Adresse erreichbar ist.`,
  },
  fr: {
    titles: {
      run_ended: 'Run terminé',
      control_failed: 'Contrôle en échec',
      device_alarm: 'Appareil à vérifier',
      test: 'Test d’un webhook',
    },
    outcomes: {
      COMPLETE: 'Le run est complet.',
      INCOMPLETE: 'Le run s’est terminé avant la fin de son profil thermique.',
      ABORT: 'Le run a été interrompu.',
    },
    test: 'bApp atteint cette adresse.',
    open: 'Ouvrir dans bApp',
    stoppedTitle: 'webhook désactivé',
    stopped: (name, host) =>
      `Le webhook « ${name} » vers ${host} est désactivé : plusieurs envois de suite ont échoué. Consultez ses envois sous « Votre société », « Webhooks », et réactivez-le quand l’adresse répond.`,
  },
  it: {
    titles: {
      run_ended: 'Corsa terminata',
      control_failed: 'Controllo fallito',
      device_alarm: 'Dispositivo da controllare',
      test: 'Prova di un webhook',
    },
    outcomes: {
      COMPLETE: 'La corsa è completa.',
      INCOMPLETE: 'La corsa è terminata prima della fine del profilo termico.',
      ABORT: 'La corsa è stata interrotta.',
    },
    test: 'bApp raggiunge questo indirizzo.',
    open: 'Apri in bApp',
    stoppedTitle: 'webhook disattivato',
    stopped: (name, host) =>
      `Il webhook «${name}» verso ${host} è disattivato: più invii di seguito sono falliti. Vedere gli invii in «La mia azienda», «Webhook», e riattivarlo quando l’indirizzo funziona.`,
  },
  es: {
    titles: {
      run_ended: 'Ejecución terminada',
      control_failed: 'Control fallido',
      device_alarm: 'Un dispositivo necesita atención',
      test: 'Prueba de un webhook',
    },
    outcomes: {
      COMPLETE: 'La ejecución está completa.',
      INCOMPLETE: 'La ejecución terminó antes de completar su perfil térmico.',
      ABORT: 'La ejecución fue cancelada.',
    },
    test: 'bApp llega a esta dirección.',
    open: 'Abrir en bApp',
    stoppedTitle: 'webhook desactivado',
    stopped: (name, host) =>
      `El webhook «${name}» hacia ${host} está desactivado: varios envíos seguidos fallaron. Vea sus envíos en «Su empresa», «Webhooks», y actívelo de nuevo cuando la dirección funcione.`,
  },
  ru: {
    titles: {
      run_ended: 'Прогон завершён',
      control_failed: 'Контроль не прошёл',
      device_alarm: 'Прибору нужно внимание',
      test: 'Проверка вебхука',
    },
    outcomes: {
      COMPLETE: 'Прогон выполнен полностью.',
      INCOMPLETE: 'Прогон завершился раньше конца программы амплификации.',
      ABORT: 'Прогон прерван.',
    },
    test: 'bApp достигает этого адреса.',
    open: 'Открыть в bApp',
    stoppedTitle: 'вебхук выключен',
    stopped: (name, host) =>
      `Вебхук «${name}» на ${host} выключен: несколько отправок подряд не удались. Посмотрите его отправки в разделе «Ваша компания», «Вебхуки» и включите снова, когда адрес заработает.`,
  },
  zh: {
    titles: {
      run_ended: '运行已结束',
      control_failed: '对照未通过',
      device_alarm: '设备需要处理',
      test: 'Webhook 测试',
    },
    outcomes: {
      COMPLETE: '运行已完成。',
      INCOMPLETE: '运行在扩增程序完成前结束。',
      ABORT: '运行已中止。',
    },
    test: 'bApp 可以访问此地址。',
    open: '在 bApp 中打开',
    stoppedTitle: 'Webhook 已关闭',
    stopped: (name, host) =>
      `发往 ${host} 的 Webhook“${name}”已关闭：连续多次发送失败。请在“您的公司”的“Webhook”中查看发送记录，地址恢复后重新开启。`,
  },
  ar: {
    titles: {
      run_ended: 'انتهى التشغيل',
      control_failed: 'فشل شاهد',
      device_alarm: 'جهاز يحتاج إلى متابعة',
      test: 'اختبار خطاف ويب',
    },
    outcomes: {
      COMPLETE: 'اكتمل التشغيل.',
      INCOMPLETE: 'انتهى التشغيل قبل اكتمال البرنامج الحراري.',
      ABORT: 'أُلغي التشغيل.',
    },
    test: 'يصل bApp إلى هذا العنوان.',
    open: 'فتح في bApp',
    stoppedTitle: 'أُوقف خطاف ويب',
    stopped: (name, host) =>
      `أُوقف خطاف الويب «${name}» إلى ${host}: فشلت عدة عمليات إرسال متتالية. راجع عمليات إرساله ضمن «شركتك» ثم «خطافات الويب»، وأعد تشغيله عندما يعمل العنوان.`,
  },
}
