import type { MailWords } from './words.ts'

export const zh: MailWords = {
  hello: (name) => `${name}，您好：`,
  cameFrom: (agent) => `来源：${agent}。`,
  warnings: {
    slowed: {
      subject: '您的 bApp 账户多次登录失败',
      text: '有人多次用错误的密码登录您的账户。现在再次尝试需要等待。如果是您本人，请稍候再试。如果不是，您的密码已阻止了登录，请告知您的管理员。',
    },
    password_changed: {
      subject: '您的 bApp 密码已更改',
      text: '您账户的密码已更改，其他会话均已结束。如果不是您本人操作，请立即在登录页面申请新密码，并告知您的管理员。',
    },
    two_step_on: {
      subject: '两步验证已开启',
      text: '从现在起，登录您的账户时需要输入身份验证器应用中的验证码。如果不是您本人开启的，请立即告知您的管理员。',
    },
    two_step_off: {
      subject: '两步验证已关闭',
      text: '登录您的账户时不再需要验证码。如果不是您本人关闭的，请立即更改密码，并告知您的管理员。',
    },
    two_step_reset: {
      subject: '管理员已关闭您的两步验证',
      text: '管理员已关闭您账户的两步验证，手机丢失时会这样处理。您的所有会话均已结束。请用密码登录，并在您的账户中重新开启两步验证。如果您没有提出过这一请求，请立即告知您的管理员。',
    },
    key_created: {
      subject: '有新的 API 密钥以您的名义操作',
      text: '已为您的账户创建 API 密钥。如果不是您本人创建的，请在您的账户中将其删除，并更改密码。',
    },
    pin_set: {
      subject: '您的签名 PIN 码已设置',
      text: '在贵公司身份提供商处重新登录后，您的账户设置或更改了签名 PIN 码。它以您的名义签署记录。如非您本人操作，请在“我的账户”中将其移除并立即告知管理员。',
    },
    pin_removed: {
      subject: '您的签名 PIN 码已移除',
      text: '您的账户不再有签名 PIN 码。签名将通过在贵公司身份提供商处重新登录来证明。如非您本人操作，请告知管理员。',
    },
    pin_locked: {
      subject: '您的签名 PIN 码已锁定',
      text: '签名 PIN 码输错五次，已被锁定。请在贵公司身份提供商处重新登录后，在“我的账户”中重新设置。如非您本人操作，请立即告知管理员。',
    },
  },
  resetSubject: '设置新的 bApp 密码',
  reset: (link, minutes) =>
    `有人为您的账户申请了新密码。请在 ${minutes} 分钟内打开以下地址进行设置，该地址只能使用一次：\n\n${link}\n\n如果您没有申请，则无需任何操作，您的密码保持不变。`,
  invitationSubject: '邀请您使用 bApp',
  invitation: ({ username, inviter, company, hours, link }) =>
    `${inviter} 已在 bApp 中为您创建了 ${company} 的账户。实验室使用 bApp 运行和复核实时荧光 PCR 分析。\n\n您的用户名：${username}\n\n请在 ${hours} 小时内打开以下地址设置密码，该地址只能使用一次：\n\n${link}\n\n然后使用用户名或此电子邮件地址登录。如果已超过时限，请申请新的邀请。如果您不了解此事，则无需任何操作。`,
  erased: ({ company, note }) => ({
    subject: `${company} 已从 bApp 中清除`,
    text: `公司 ${company} 已关闭，并在等待期后清除。以下由服务签名的说明列出已清除的内容（含数量和哈希值）以及保留的内容，请妥善保存：\n\n${note}`,
  }),
  emailMoved: {
    subject: '您的 bApp 账户的电子邮件地址已更改',
    text: '管理员为您的账户更换了电子邮件地址，有关该账户的邮件不再发送到此处。如果有误，请立即告知您的管理员。',
  },
}
