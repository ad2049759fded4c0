import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { todayIn } from "~/lib/civil-date";
import { db } from "~/lib/db.server";
import { saveUpload } from "~/lib/uploads.server";
import { loader } from "~/routes/auth.export";
import { makeUser, signedIn } from "../support/accounts";
import { argsFor, responseOf } from "../support/requests";
import { unzip } from "../support/unzip";

beforeEach(() => db.deleteFrom("users").execute());

async function download(user: { id: string }) {
	const answer = await responseOf(async () =>
		loader(argsFor("/auth/export", {}, { headers: await signedIn(user) })),
	);
	return { answer, files: unzip(Buffer.from(await answer.arrayBuffer())) };
}

const textOf = (files: Map<string, Buffer>, name: string) => files.get(name)?.toString() ?? "";

describe("downloading one's data", () => {
	test("a stranger signs in first", async () => {
		expect(await responseOf(() => loader(argsFor("/auth/export")))).toRedirectTo(
			"/auth/login?redirectTo=%2Fauth%2Fexport",
		);
	});

	test("gives an archive with the day in its name, that nobody keeps", async () => {
		const { answer } = await download(await makeUser());
		const today = todayIn("America/Argentina/Buenos_Aires");
		expect(answer.headers.get("Content-Type")).toBe("application/zip");
		expect(answer.headers.get("Content-Disposition")).toBe(
			`attachment; filename="relevo-mis-datos-${today}.zip"`,
		);
		expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
	});

	test("holds everything that is kept, as it is kept", async () => {
		const values = {
			real_name: 'Ana "la Tana" Ñandú; Ruiz\u202E',
			username: "<b>soldador</b>",
			diagram: "4turnos_7dias",
			crew: "C",
			auto_diagram: 1,
			twitter: "@ana",
			web: "https://ana.example/",
		} as const;
		const user = await makeUser(values);
		await db
			.insertInto("provider_accounts")
			.values({ provider: "GOOGLE", subject: "117", user_id: user.id, created_at: 86_400_000 })
			.execute();
		const { files } = await download(user);
		const profile = JSON.parse(textOf(files, "perfil.json"));
		expect(profile).toMatchObject({
			id: user.id,
			email: user.email,
			emailVerified: true,
			username: values.username,
			realName: values.real_name,
			providerAuth: "NORMAL",
			diagram: "4turnos_7dias",
			crew: "C",
			autoDiagram: true,
			twitter: "@ana",
			instagram: null,
			facebook: null,
			web: "https://ana.example/",
			photoUrl: null,
			createdAt: "1970-01-01T00:00:00.001Z",
			providers: [{ provider: "GOOGLE", subject: "117", created_at: "1970-01-02T00:00:00.000Z" }],
		});
		expect(profile.sessions).toHaveLength(1);
		expect(textOf(files, "LEEME.txt")).toContain("perfil.csv");
	});

	test("holds no secret: no hash of a password or of a session", async () => {
		const user = await makeUser();
		const { files } = await download(user);
		const everything = Array.from(files.values(), String).join("\n");
		expect(everything).toContain(user.email);
		expect(everything).not.toContain("argon2");
		const sessions = await db.selectFrom("sessions").select("token_hash").execute();
		for (const { token_hash } of sessions) expect(everything).not.toContain(token_hash);
	});

	test("the table opens in Excel: mark, semicolons, CRLF, no formula", async () => {
		const user = await makeUser({ real_name: '=HYPERLINK("http://x.example";"a")', username: "+54 911\nx" });
		const csv = textOf((await download(user)).files, "perfil.csv");
		expect(csv.startsWith("\uFEFFdato;valor\r\n")).toBe(true);
		expect(csv).toContain(`realName;"'=HYPERLINK(""http://x.example"";""a"")"\r\n`);
		expect(csv).toContain(`username;"'+54 911\nx"\r\n`);
	});

	test("holds the photo as it is on the disk", async () => {
		const photo = randomUUID();
		const content = Buffer.alloc(300_000, "webp");
		await saveUpload(`${photo}-320.webp`, content);
		const { files } = await download(await makeUser({ photo }));
		expect(files.get("foto-de-perfil.webp")?.equals(content)).toBe(true);
		expect(JSON.parse(textOf(files, "perfil.json")).photoUrl).toBe("foto-de-perfil.webp");
	});

	test("a photo that is missing keeps nobody from the rest", async () => {
		const { files } = await download(await makeUser({ photo: randomUUID() }));
		expect(Array.from(files.keys())).toEqual(["LEEME.txt", "perfil.json", "perfil.csv"]);
	});

	test("holds nothing of anybody else", async () => {
		const other = await makeUser({ real_name: "Otra Persona" });
		await signedIn(other);
		const { files } = await download(await makeUser());
		const everything = Array.from(files.values(), String).join("\n");
		expect(everything).not.toContain("Otra Persona");
		expect(everything).not.toContain(other.id);
	});
});
