import { expect, test } from "vitest";
import { ADD_DOCUMENT, ADD_EXTRA, ON_THIS_PHONE } from "~/worker/addresses";
import { FakePhone } from "../../support/browser/fake-phone";
import { FakeSite, tryPhoto } from "../../support/browser/fake-site";
import { Random } from "../../support/random";

/** Many orders of what happens at once to a form that is corrected while it is sent, each drawn by a seed. */
const SEEDS = 100;

/** A phone in a network that loses requests and answers, before a server that is busy or has ended the session. */
async function phoneInBadNetwork(random: Random) {
	const site = new FakeSite();
	const network = { isBad: false };
	/** What the server has taken. */
	const taken: FormData[] = [];
	const phone = await FakePhone.start(
		random,
		async (request, cookie) => {
			const isLost = () => network.isBad && random.below(4) === 0;
			if (isLost()) throw new Error("lost before the server");
			const form = request.headers.has("Relevo-Age") ? await request.clone().formData() : undefined;
			const status = network.isBad ? random.pick([204, 204, 204, 503, 401]) : 204;
			const response = await site.answer(request, cookie);
			if (form && status === 204) taken.push(form);
			if (isLost()) throw new Error("lost after the server");
			return form ? new Response(null, { status }) : response;
		},
		true,
	);
	site.sessions.add("Zoraida");
	phone.cookie = "Zoraida";
	await phone.open("/auth/my-account");
	await tryPhoto(phone);
	await phone.settle();
	return { phone, network, taken };
}

test.each([
	["an extra", ADD_EXTRA],
	["a document", ADD_DOCUMENT],
])("of %s that is corrected while it is sent, the last text and each photo arrive", async (_, path) => {
	for (let seed = 0; seed < SEEDS; seed++) {
		const random = new Random(seed);
		const { phone, network, taken } = await phoneInBadNetwork(random);
		network.isBad = true;
		const typed: string[] = [];
		const photos: string[] = [];
		const correct = async () => {
			for (let count = random.below(4) + 1; count > 0; count--) {
				// Long enough for what was pressed before to be read.
				await phone.pause(40, 8);
				const body = new FormData();
				const text = `text ${typed.length}`;
				typed.push(text);
				body.append("idFile", "1");
				body.append("comment", text);
				for (let number = path === ADD_DOCUMENT ? random.below(3) : 0; number > 0; number--) {
					const photo = `photo ${number} of ${text}`;
					photos.push(photo);
					body.append("images", new File([photo], photo));
				}
				const press = () => phone.open(path, { method: "POST", body });
				const answer = press();
				// Some correct at once; whoever waits may press again.
				if (random.below(3)) continue;
				await Promise.all([answer, random.below(2) || phone.pause(30).then(press)]);
			}
		};
		const send = async () => {
			for (let count = random.below(6); count > 0; count--) {
				await phone.pause(60);
				if (random.below(2)) phone.tell("sync");
				else phone.open(random.pick(["/auth/more", ON_THIS_PHONE]));
			}
		};
		await Promise.all([correct(), send()]);
		await phone.settle();
		network.isBad = false;
		await phone.tell("sync");
		const texts = taken.filter((form) => form.get("intent") !== "images").map((form) => form.get("comment"));
		expect(texts.at(-1), `seed ${seed}`).toBe(typed.at(-1));
		const arrived = taken.flatMap((form) => form.getAll("images")).filter((one) => one instanceof File);
		const contents = await Promise.all(arrived.map((one) => one.text()));
		expect([...new Set(contents)].sort(), `seed ${seed}`).toEqual(photos.sort());
		expect(phone.stores.get("entries")?.size ?? 0, `seed ${seed}`).toBe(0);
	}
});
