/** Makes a copy of a page from its HTML. A worker has no DOM, but the HTML is the server's own and regular. */

/** Cuts all elements whose start tag matches; the first group of the pattern is the element's name. */
export function cutElements(html: string, startTag: RegExp): string {
	let rest = html;
	for (let found = startTag.exec(rest); found; found = startTag.exec(rest)) {
		const end = endOfElement(rest, found.index, found[1] ?? "");
		rest = rest.slice(0, found.index) + rest.slice(end);
	}
	return rest;
}

function endOfElement(html: string, start: number, name: string): number {
	const tags = new RegExp(`<(/?)${name}\\b[^>]*>`, "g");
	tags.lastIndex = start;
	let depth = 0;
	for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
		depth += tag[1] ? -1 : 1;
		if (depth === 0) return tags.lastIndex;
	}
	return html.length;
}

/** The page without script, without the toast that belonged to the moment, and without what asks for cookies or a mail. */
export function plainCopy(html: string): string {
	const still = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "");
	return cutElements(still, /<(\w+)\b[^>]*class="(?:toast|message|ask-strip)[ "][^>]*>/);
}

/** Texts of a page, and what somebody has typed, which stands in fields and in `bdi`. */
const TEXTS = /<(textarea|bdi)[\s\S]*?<\/\1>|>[^<]+/g;
/** Questions and links ask for today itself. */
const HOY = /(tenés )?\bhoy\b/gi;

/** The copy when its day has passed: no part says "Hoy", that a paper is valid or how soon it ends; no day is today. */
export function withoutToday(html: string, day: string): string {
	return cutElements(html, /<(section|p)\b[^>]*(?:aria-label="(?:Hoy|Lo que sigue)"|class="validity)[^>]*>/)
		.replaceAll(' aria-current="date"', "")
		.replace(/<main[\s\S]*/, (main) =>
			main.replace(TEXTS, (text, typed) =>
				typed
					? text
					: text
							.replace(HOY, (found, asks) => (asks ? found : `el ${day}`))
							.replace(/Vence [^<,]+, el/, "Vence el"),
			),
		);
}

/** Puts a notice first into the page's content. */
export function withNotice(html: string, notice: string): string {
	return html.replace(/<main\b[^>]*>/, (main) => `${main}<p class="note" role="status">${notice}</p>`);
}

const HEADER = /<body[\s\S]*?<\/header>/;

/**
 * A page for everybody with the header of a page of the person, in which the same link is marked as current. The class of
 * the body makes a bar of its links on a phone.
 */
export function withHeader(html: string, own: string): string {
	const [marked = "", link = ""] = /("[^"]*") aria-current="page"/.exec(html) ?? [];
	return html.replace(HEADER, (header) =>
		(HEADER.exec(own)?.[0] ?? header).replace(/ aria-current="page"/, "").replace(link, marked),
	);
}

/** The frame of a page around other content, whose heading becomes the title. */
export function withMain(html: string, content: string): string {
	const [, title = ""] = /<h1>([^<]*)/.exec(content) ?? [];
	return html
		.replace(/<title>[^<]*/, () => `<title>${title} · Relevo`)
		.replace(/(<main\b[^>]*>)[\s\S]*<\/main>/, (_whole, main: string) => `${main}${content}</main>`);
}

/** A part that the server wrote for the worker (`worker-parts.tsx`), with its words filled in and its title as a heading. */
export function partOf(html: string, id: string, words: Readonly<Record<string, string | number>>): string {
	const pattern = new RegExp(`<template id="${id}"(?: title="([^"]*)")?>([\\s\\S]*?)</template>`);
	const [, title, part = ""] = pattern.exec(html) ?? [];
	const content = part.replace(/\{(\w+)\}/g, (_token, name: string) => `${words[name] ?? ""}`);
	return title ? content.replace(/>/, `><h1>${title}</h1>`) : content;
}

/** The bundle of days from `today` on. */
export function daysFrom(html: string, today: string): string {
	return html.replace(/<li\b[^>]*\bid="d(\d{4}-\d\d-\d\d)"[^>]*>[\s\S]*?<\/li>/g, (row, date: string) =>
		date < today ? "" : row,
	);
}

/**
 * A page with the number of forms that wait, in the bar and beside the link to them. A page that wakes up stays as it
 * is, because React would render it anew; its script asks for the number.
 */
export function withCount(html: string, count: number): string {
	if (html.includes(' id="page-data"')) return html;
	return html
		.replace("<span>Más</span>", `<span>Más·${count}</span>`)
		.replace("<small>Lo que escribís sin señal</small>", `<small>${count} sin enviar</small>`);
}
