// The host of a company's website, as leads of one company share it.

/** Addresses at these belong to people, not to a company: most used ones of the world. */
const PERSONAL = /* @__PURE__ */ new Set(
  "gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.co.jp ymail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr live.com msn.com icloud.com me.com mac.com aol.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de posteo.de mailbox.org proton.me protonmail.com pm.me tutanota.com tuta.io fastmail.com zoho.com yandex.ru yandex.com mail.ru bk.ru list.ru inbox.ru rambler.ru qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net orange.fr wanadoo.fr free.fr sfr.fr laposte.net libero.it virgilio.it tiscali.it alice.it wp.pl o2.pl onet.pl interia.pl seznam.cz email.cz centrum.cz bluewin.ch btinternet.com comcast.net verizon.net att.net sbcglobal.net cox.net rediffmail.com uol.com.br bol.com.br terra.com.br ukr.net hey.com".split(
    " ",
  ),
);
/** Pages of many companies and people are at these. */
const SHARED = /* @__PURE__ */ new Set(
  "linkedin.com facebook.com m.facebook.com instagram.com x.com twitter.com tiktok.com youtube.com xing.com github.com gitlab.com medium.com sites.google.com docs.google.com maps.google.com goo.gl bit.ly linktr.ee t.me wa.me yelp.com crunchbase.com etsy.com amazon.com ebay.com".split(
    " ",
  ),
);
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * The host in lower case and ASCII, without `www.`, of a host, an address of a website or a mail address; undefined if there is none:
 * `https://www.Acme.example/pricing` gives `acme.example`.
 */
export function domainIn(text: string): string | undefined {
  const trimmed = text.trim();
  const bare = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^[^\s/]*@/, "")}`;
  const url = URL.parse(bare);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const host = url.hostname.replace(/\.$/, "").replace(/^www\.(?=.*\.)/, "");
  return HOST.test(host) ? host : undefined;
}

/** Whether the host is one company's own. */
export const isOwnHost = (host: string): boolean => !SHARED.has(host) && !PERSONAL.has(host) && !/^[a-z]{2}\.linkedin\.com$/.test(host);

/** The company's domain of a mail address; undefined for a provider where anybody gets one. */
export function domainOfAddress(email: string): string | undefined {
  const domain = domainIn(email);
  return domain === undefined || !isOwnHost(domain) ? undefined : domain;
}
