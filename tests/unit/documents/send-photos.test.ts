import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SelectedPhoto } from "~/features/documents/photos/selected-photo";
import { sendPhotos, smallFiles } from "~/features/documents/photos/send-photos";
import * as messages from "~/lib/messages";
import { plainSpaces } from "~/lib/no-break";

type Answer = (request: FakeRequest) => void;

/** A request whose network the test plays: each is answered by the next answer. */
class FakeRequest {
	static answers: Answer[] = [];
	static bodies: FormData[] = [];
	upload: { onprogress?(sent: object): void } = {};
	onloadend = () => {};
	status = 0;
	responseText = "";
	open() {}
	send(body: FormData) {
		FakeRequest.bodies.push(body);
		queueMicrotask(() => FakeRequest.answers.shift()?.(this));
	}
	abort() {
		this.onloadend();
	}
	answer(status: number, body: object = {}) {
		Object.assign(this, { status, responseText: JSON.stringify(body) });
		this.onloadend();
	}
}

/** Node's own takes no form; this one has the fields that the test names. */
let fields: [string, string][] = [];
class FormFields extends FormData {
	constructor(form?: unknown) {
		super();
		if (form) for (const [name, value] of fields) this.append(name, value);
	}
}

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("XMLHttpRequest", FakeRequest);
	vi.stubGlobal("FormData", FormFields);
	fields = [["idFile", "f"]];
	FakeRequest.bodies = [];
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const saved: Answer = (request) => request.answer(200, { refused: [], kept: ["id"] });
const refused: Answer = (request) => request.answer(400, { refused: ["No es una foto."], kept: [] });
const lost: Answer = (request) => request.answer(0);
const slow: Answer = (request) => {
	vi.advanceTimersByTime(10_000);
	request.upload.onprogress?.({ loaded: 20_000, total: 400_000 });
};

const photoOf = (name: string, bytes = 2048): SelectedPhoto => ({
	file: new File([new Uint8Array(bytes)], name),
	preview: name,
	state: "new",
	note: "",
});

/** Sends photos. Returns what is shown of each meanwhile, and what has stopped them. */
async function send(answers: Answer[], photos = [photoOf("a.jpg")], leaving = new AbortController()) {
	FakeRequest.answers = answers;
	let list = photos;
	const shown: string[] = [];
	const sending = sendPhotos({
		photos: () => list,
		edited: async () => {},
		update: (photo, change) => {
			list = list.map((one) => (one.preview === photo.preview ? { ...one, ...change } : one));
			shown.push(plainSpaces(`${change.state}: ${change.note}`));
		},
		form: Object("the form"),
		signal: leaving.signal,
	});
	await vi.advanceTimersByTimeAsync(10_000);
	return { shown, stopped: await sending, list };
}

const begun = ["sending: Preparando…", "sending: Enviando 0 % de 2 KB"];
const again = "sending: Enviando 0 % de 2 KB";

test.each<[string, Answer[], string[], string | undefined]>([
	["is saved", [saved], [...begun, "sent: Lista"], undefined],
	["is refused", [refused], [...begun, "refused: No es una foto."], undefined],
	[
		"is refused without a word",
		[(request) => request.answer(413)],
		[...begun, `refused: ${messages.photoFailed}`],
		undefined,
	],
	[
		"is lost once",
		[lost, saved],
		[...begun, "sending: Se cortó. Probamos de nuevo…", again, "sent: Lista"],
		undefined,
	],
	[
		"is lost twice",
		[lost, lost],
		[...begun, "sending: Se cortó. Probamos de nuevo…", again, "new: No se pudo enviar"],
		"failed",
	],
	["has no session", [(request) => request.answer(401)], [...begun, "new: No se pudo enviar"], "signed-out"],
	[
		"is slow, and then smaller",
		[slow, saved],
		[
			...begun,
			"sending: Enviando 5 % de 2 KB: la conexión va muy lento",
			"sending: La conexión va muy lento: achicamos más la foto…",
			again,
			"sent: Lista",
		],
		undefined,
	],
])("a photo that %s", async (_, answers, notes, kind) => {
	const requests = answers.length;
	const { shown, stopped } = await send(answers);
	expect(shown).toEqual(notes);
	expect(stopped?.result.kind).toBe(kind);
	expect(FakeRequest.bodies).toHaveLength(requests);
});

test("photos go one by one, but for those that have gone, with what the form has taken out", async () => {
	fields = [
		["idFile", "f"],
		["removeImages", "1"],
		["removeImages", "2"],
		["title", "DNI"],
	];
	const gone: SelectedPhoto = { ...photoOf("b.jpg"), state: "sent" };
	const { list } = await send([saved, saved], [photoOf("a.jpg"), gone, photoOf("c.jpg", 1024 * 1024)]);
	// What was made smaller is kept, to be sent again as it is.
	expect(list.map(({ state, id, body }) => [state, id, body?.size])).toEqual([
		["sent", "id", 2048],
		["sent", undefined, undefined],
		["sent", "id", 1024 * 1024],
	]);
	const sent = FakeRequest.bodies.map((body) =>
		Array.from(body, ([name, value]) => `${name}=${value instanceof File ? value.name : value}`),
	);
	const rest = ["intent=images", "idFile=f", "removeImages=1", "removeImages=2"];
	expect(sent).toEqual([
		[...rest, "images=a.jpg"],
		[...rest, "images=c.jpg"],
	]);
});

test("a photo that was made smaller before is sent again as it is", async () => {
	await send([saved], [{ ...photoOf("a.jpg"), body: new Blob(["xyz"]) }]);
	expect(FakeRequest.bodies[0]?.get("images")).toMatchObject({ name: "a.jpg", size: 3 });
});

test.each([
	[1023 * 1024, "1023 KB"],
	[1023 * 1024 + 1, "1,0 MB"],
])("the size of %i bytes is called %s", async (bytes, size) => {
	const { shown } = await send([saved], [photoOf("a.jpg", bytes)]);
	expect(shown[1]).toBe(`sending: Enviando 0 % de ${size}`);
});

test.each<[string, (leaving: AbortController) => Answer[], number]>([
	[
		"at once",
		(leaving) => {
			leaving.abort();
			return [];
		},
		0,
	],
	["while a photo is sent", (leaving) => [() => leaving.abort()], 1],
	[
		"before a smaller photo is sent",
		(leaving) => [
			(request) => {
				slow(request);
				leaving.abort();
			},
		],
		1,
	],
	[
		"while a smaller photo is made",
		(leaving) => [
			(request) => {
				slow(request);
				queueMicrotask(() => leaving.abort());
			},
			saved,
		],
		1,
	],
	[
		"before a photo is sent again",
		(leaving) => [
			(request) => {
				lost(request);
				setTimeout(() => leaving.abort(), 1000);
			},
		],
		1,
	],
])("whoever leaves %s hears of no failure, and nothing more is sent", async (_, answers, requests) => {
	const leaving = new AbortController();
	const { shown, stopped } = await send(answers(leaving), undefined, leaving);
	expect(shown.at(-1)).toBe("new: ");
	expect(stopped).toMatchObject({ preview: "a.jpg" });
	expect(FakeRequest.bodies).toHaveLength(requests);
});

test("a form that goes whole has the photos as small as they are sent", async () => {
	const made = new Blob(["xyz"], { type: "image/jpeg" });
	const [plain, small] = await smallFiles([photoOf("a.jpg"), { ...photoOf("b.png"), body: made }]);
	expect([plain?.name, plain?.size]).toEqual(["a.jpg", 2048]);
	expect([small?.name, small?.size, small?.type]).toEqual(["b.png", 3, "image/jpeg"]);
});
