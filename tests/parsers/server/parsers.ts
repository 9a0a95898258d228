// Lists the server's parsers of user text: from visitors, authors, senders of mail, foreign pages, and files. A new one is added by a line.
import { embedOf } from "../../../kernel/rich-text/embeds.ts";
import { articleHtml } from "../../../kernel/rich-text/article-html.ts";
import { filesIn, headingsOf, parseArticle, plainOf } from "../../../kernel/rich-text/article.ts";
import { markdownOf } from "../../../kernel/rich-text/from-html.ts";
import { simplifyHtml } from "../../../kernel/rich-text/html/simplify.ts";
import { parse } from "../../../kernel/rich-text/markdown.ts";
import { plain } from "../../../kernel/rich-text/plain.ts";
import { autolinked, mayContainMarkdown } from "../../../kernel/rich-text/quick.ts";
import { safeHref, withoutBidiOverrides } from "../../../kernel/rich-text/tree.ts";
import { contentOf, literal } from "../../../modules/inbound-email/admission/content.ts";
import { sanitised } from "../../../modules/inbound-email/admission/sanitise.ts";
import { readAddresses, readDate, readIds, readSubject, readType } from "../../../modules/inbound-email/parsing/fields.ts";
import { readHeaders } from "../../../modules/inbound-email/parsing/from-gateway.ts";
import { parseHeaderBlock } from "../../../modules/inbound-email/parsing/header-block.ts";
import { htmlToText } from "../../../modules/inbound-email/parsing/html-text.ts";
import { cleanLine, cleanText } from "../../../modules/inbound-email/parsing/clean-text.ts";
import { classify } from "../../../modules/inbound-email/automatic-mail/classify.ts";
import { parseMail } from "../../../modules/inbound-email/parsing/parse.ts";
import { stripQuotes } from "../../../modules/inbound-email/quotes/quotes.ts";
import { firstSubject, headerText } from "../../../modules/email/writing/compose.ts";
import { htmlOf, textOf } from "../../../modules/email/writing/rich-mail.ts";
import { safeName } from "../../../modules/files/sniff.ts";
import { collectionsOf } from "../../../modules/help-import/rules.ts";
import { chunk } from "../../../modules/retrieval/indexing/chunk.ts";
import { readable } from "../../../modules/retrieval/text/plain-text.ts";
import { queryTermsOf } from "../../../modules/retrieval/search/query-terms.ts";
import { wordsOf } from "../../../modules/retrieval/text/tokenizer.ts";
import { markdownOfCsv } from "../../../modules/knowledge-sources/csv.ts";
import { plainName } from "../../../modules/knowledge-sources/file-name.ts";
import { extractMainContent } from "../../../modules/knowledge-sources/website/extract-main.ts";
import { sitemapOf } from "../../../modules/knowledge-sources/website/sitemap.ts";
import { type Parser, parser } from "../scan.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const mail = (head: string, body: string): Promise<unknown> =>
  parseMail(bytes(`From: a@a.example\r\nTo: b@b.example\r\n${head}\r\n\r\n${body}`));
const around = { envelopeFrom: null, isOwn: () => false };

export const PARSERS: readonly Parser[] = [
  parser("message", parse),
  parser("message without signs", (text) => (mayContainMarkdown(text), autolinked(text))),
  parser("preview of a message", (text) => plain(text, 160)),
  parser("direction signs", withoutBidiOverrides),
  parser("address of a link", (text) => [safeHref(text), embedOf(text)]),
  parser("article", parseArticle),
  parser("article on its page", (text) => articleHtml(parseArticle(text))),
  parser("headings and words of an article", (text) => [headingsOf(parseArticle(text)), plainOf(parseArticle(text))]),
  parser("files of an article", (text) => filesIn(`/files/fil_${text}`)),
  parser("message as mail", (text) => [htmlOf(text), textOf(text)]),
  parser("foreign HTML: simplified", simplifyHtml),
  parser("foreign HTML: Markdown", markdownOf, true),
  parser("foreign HTML: words in a paragraph", (text) => markdownOf(`<p>${text.replaceAll("<", "&lt;")}</p>`), true),
  parser("website: main part", extractMainContent, true),
  parser("website: sitemap", (text) => [sitemapOf(text), sitemapOf(`<urlset>${text}`)]),
  parser("knowledge: pieces", chunk),
  parser("knowledge: readable", readable),
  parser("knowledge: words", wordsOf),
  parser("knowledge: question", (text) => queryTermsOf(text, ["en", "de"], true)),
  parser("table of a file", markdownOfCsv),
  parser("names of files", (text) => [safeName(text), plainName(text)]),
  parser("names of imported collections", (text) =>
    collectionsOf(
      { collections: [{ id: "1", names: { en: { name: text, description: text } }, within: null, outer: false }] } as never,
      () => "en",
    ),
  ),
  parser("mail: quotations", stripQuotes),
  parser("mail: HTML", htmlToText),
  parser("mail: HTML that is shown", (text) => sanitised(text, new Map()), true),
  parser("mail: content of a message", (text) => [
    literal(text),
    contentOf({ text, html: null, subject: "a", unreadable: null } as never, [], 0, false),
  ]),
  parser("mail: lines", (text) => [cleanText(text), cleanLine(text, 1000)]),
  parser("mail: header", (text) => [parseHeaderBlock(text), readHeaders([{ name: "a", value: text }] as never)]),
  parser("mail: fields", (text) => [
    readAddresses([text]),
    readIds([text]),
    readSubject(text),
    readDate(text),
    readType(text).param("boundary"),
  ]),
  parser("mail: body", (text) => mail("Subject: a", text)),
  parser("mail: header within a mail", (text) => mail(`Subject: ${text}`, "a")),
  parser("mail: parts", (text) => mail("Content-Type: multipart/mixed; boundary=a", `--a\r\n${text}\r\n--a--`)),
  parser("mail: HTML part", (text) => mail("Content-Type: text/html", text), true),
  parser("mail: quoted printable", (text) => mail("Content-Transfer-Encoding: quoted-printable", text)),
  parser("mail: flowed", (text) => mail("Content-Type: text/plain; format=flowed", text)),
  parser("mail: automatic", async (text) =>
    classify(await parseMail(bytes(`From: ${text.replaceAll("\n", " ")}\r\nAuto-Submitted: ${text}\r\n\r\n`)), around),
  ),
  parser("mail: subject of an answer", (text) => [firstSubject(text, "a"), headerText(text, 100)]),
];
