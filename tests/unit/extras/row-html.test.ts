import { expect, test } from "vitest";
import { rowHtml } from "~/features/extras/list/row-html";
import { listedRows } from "../../support/extras";

const ID = "22222222-2222-4222-8222-222222222222";
const row = { idFile: ID, date: "2026-11-20", shift: "N", pay: "8 h al 50", text: "del 20/11/2026" };
/** The tags of a row, without their attributes. */
const tagsOf = (html: string) =>
	Array.from(html.matchAll(/<\/?[a-z][^\s>]*/gi), ([tag]) => tag.slice(1)).join(" ");

test.each([
	"</p><script>alert(1)</script>",
	'" onclick="alert(1)',
	"<b>&lt;",
	"it's & that's \"it\"",
	"&amp;",
])("%j in any text of a row stays that text", (hostile) => {
	const whole = { ...row, mark: "repetida", comment: "común", mistakes: "nota" } as const;
	const texts = { shift: hostile, pay: hostile, text: hostile, comment: hostile, mistakes: hostile };
	const html = rowHtml({ ...whole, ...texts }, `/auth/work-overtime?shift=${hostile}`);
	expect(tagsOf(html)).toBe(tagsOf(rowHtml(whole, "/auth/work-overtime")));
	expect(html.match(/ [a-z]+="/g)).toEqual([' class="', ' class="', ' href="', ' href="']);
	const [listed] = listedRows({ pageHtml: { html: [html] } });
	expect(listed).toMatchObject({ ...texts, idFile: ID, text: `${hostile}\nComentarios: ${hostile}` });
});
