// The assistant in Arabic: what it says in its own words, that it finds and proves an answer whichever digits and forms of words are used,
// and that a wrong number or a missing negation gets through here no more than in English.
import { expect, test } from "vitest";
import { answerOf, assistantWorld, sentence } from "./assistant-kit.ts";
import { write } from "./knowledge-kit.ts";

const QUESTION = "كم يومًا لدي لإرجاع طلبي؟";
const QUOTE = "يمكنك إرجاع الطلبات خلال 30 يومًا من الاستلام";
const HANDED_OVER = "لا يمكنني الإجابة عن هذا بيقين، لذلك حوّلته إلى فريقنا. سيصلك الرد هنا.";

async function arabicWorld() {
  const w = await assistantWorld();
  const others = ["الفواتير", "كلمة المرور", "ساعات العمل", "القسائم", "النشرة البريدية", "التوصيل إلى الخارج", "الصيانة", "الوظائف"];
  await write(w.world, {
    ...Object.fromEntries(others.map((title) => [title, { title, content: `كل ما يخص ${title}.`, locale: "ar" }])),
    returns: {
      title: "إرجاع الطلبات",
      content: `${QUOTE}. لا يمكن إرجاع بطاقات الهدايا. الإرجاع مجاني.`,
      locale: "ar",
    },
  });
  await w.save();
  await w.choose();
  return w;
}
type World = Awaited<ReturnType<typeof arabicWorld>>;
/** What the assistant says to a draft of the model. */
async function saidTo(w: World, text: string, quote: string, question = QUESTION): Promise<string | undefined> {
  w.models.answer({ object: answerOf(sentence(text, quote)), usage: { input: 1000, output: 100 } });
  const { id } = await w.ask(question);
  return (await w.messages(id))[1]?.content;
}

test("an answer with the number in other digits or in words is proved", async () => {
  const w = await arabicWorld();
  for (const text of ["يمكنك إرجاع طلبك خلال ٣٠ يومًا من الاستلام.", "يمكنك إرجاع طلبك خلال ثلاثين يومًا من الاستلام."])
    expect(await saidTo(w, text, QUOTE)).toBe(text);
});

test("another number, another unit and the opposite are not said", async () => {
  const w = await arabicWorld();
  for (const [text, quote] of [
    ["يمكنك إرجاع طلبك خلال ٦٠ يومًا من الاستلام.", QUOTE],
    ["يمكنك إرجاع طلبك خلال ٣٠ أسبوعًا من الاستلام.", QUOTE],
    ["يمكنك إرجاع طلبك خلال يومين من الاستلام.", QUOTE],
    ["لا يمكنك إرجاع الطلبات خلال 30 يومًا من الاستلام.", QUOTE],
    ["يمكن إرجاع بطاقات الهدايا.", "لا يمكن إرجاع بطاقات الهدايا"],
  ] as const)
    expect(await saidTo(w, text, quote, text.includes("الهدايا") ? "هل يمكن إرجاع بطاقات الهدايا؟" : QUESTION), text).toBe(HANDED_OVER);
});

test("greetings, thanks and the wish for a person need no model", async () => {
  const w = await arabicWorld();
  const said = async (text: string): Promise<string | undefined> => (await w.messages((await w.ask(text)).id))[1]?.content;
  expect(await said("السلام عليكم")).toBe("مرحبًا! كيف يمكنني مساعدتك؟");
  expect(await said("أريد التحدث مع موظف")).toBe("حوّلت رسالتك إلى فريقنا. سيرد عليك أحد أعضاء الفريق هنا.");
  w.models.check();
});
