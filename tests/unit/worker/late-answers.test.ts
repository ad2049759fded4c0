import { expect, test } from "vitest";
import { FakePhone } from "../../support/browser/fake-phone";
import { FakeSite, hashOf } from "../../support/browser/fake-site";
import { Random } from "../../support/random";

/** Many orders of what happens at once on a phone, each drawn by a seed. */
const SEEDS = 100;

const pages = ["/auth/more", "/auth/my-account", "/my-shift", "/security", "/auth/work-overtime"];

test("whatever is on its way when somebody signs out, nothing of it is kept or shown, and the next person finds a filled phone", async () => {
	for (let seed = 0; seed < SEEDS; seed++) {
		const random = new Random(seed);
		const site = new FakeSite();
		const phone = await FakePhone.start(random, site.answer, true);
		let patience = 1000;
		const pause = () => {
			if (--patience === 0) throw new Error(`seed ${seed}: nobody can sign in`);
			return phone.pause();
		};
		const signIn = async (name: string) => {
			// As long as a sign-out is owed, nobody signs in.
			while ((await phone.send("/auth/login", { email: name }))?.type !== "opaqueredirect") await pause();
			// An answer that takes too long gives way to a copy.
			const open = async () => (await phone.open("/auth/my-account"))?.text();
			while (!(await open())?.includes(name)) await pause();
		};
		await signIn("Zoraida");
		for (let count = random.below(5); count > 0; count--) {
			await phone.pause(30);
			if (random.below(6) > 0) phone.open(random.pick(pages));
			else phone.tell("sync");
		}
		await phone.pause(60);
		const isLost = random.below(2) === 0;
		site.isLost = (pathname) => isLost && pathname === "/auth/logout";
		await phone.send("/auth/logout", {});
		const expectNothing = async () =>
			expect(JSON.stringify(await phone.copies()), `seed ${seed}`).not.toContain("Zoraida");
		await expectNothing();
		const shown: Promise<string | undefined>[] = [];
		for (let count = random.below(4); count > 0; count--) {
			const isEarly = random.below(2) === 0;
			shown.push(phone.open(random.pick(pages), { isEarly }).then((page) => page?.text()));
			await phone.pause();
			await expectNothing();
			if (random.below(2)) site.isLost = () => false;
		}
		site.isLost = () => false;
		await phone.open("/auth/login");
		await expectNothing();
		expect((await Promise.all(shown)).join(), `seed ${seed}`).not.toContain("Zoraida");
		await signIn("Zenobia");
		await phone.settle();
		await expectNothing();
		expect(phone.stores.get("state")?.get("person"), `seed ${seed}`).toMatchObject({
			person: hashOf("Zenobia"),
			filledOn: expect.stringMatching(/^\d/),
			keys: [expect.anything()],
		});
	}
});
