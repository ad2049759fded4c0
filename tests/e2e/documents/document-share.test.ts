import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signedIn } from "../../support/accounts";
import { untilAlive } from "../../support/browser/alive";
import { documentSite } from "../../support/browser/document-page";
import { add, photos } from "../../support/document-forms";
import { pdfPages } from "../../support/images/pdf-pages";

const site = documentSite();

/** A phone that shares files. `shared` has what was shared; sharing fails with the errors named in `refusals` first. */
const sharing = (...refusals: string[]) => `
	const refusals = ${JSON.stringify(refusals)};
	window.shared = [];
	navigator.canShare = ({ files }) => files.every(({ type }) => type === "application/pdf");
	navigator.share = async ({ files: [file], title }) => {
		const refusal = refusals.shift();
		if (refusal) throw new DOMException("", refusal);
		const bytes = Array.from(new Uint8Array(await file.arrayBuffer()));
		shared.push({ name: file.name, title, bytes });
	};`;

async function visitPaper(before: string | undefined, use: Parameters<typeof site.visit>[2]) {
	await site.visit("/auth/my-documents", { before, width: 360, noted: /429/ }, async (page, user) => {
		const idFile = randomUUID();
		await add(
			{ idFile, title: "Carnet D/1", expiresOn: "2020-01-31", images: await photos(2) },
			await signedIn(user),
		);
		await page.goto(`${site.line.origin}/auth/view-document/${idFile}`);
		await untilAlive(page);
		await use(page, user);
	});
}

describe("a paper", () => {
	test("is handed to another app as a PDF under its title, also when the press was too long ago", async () => {
		await visitPaper(sharing("NotAllowedError", "AbortError"), async (page) => {
			const press = () => page.getByRole("button", { name: "Compartir" }).press("Enter");
			const said = () => page.locator("article [role=status]").textContent();
			await press();
			await expect.poll(said).toBe("El PDF está listo: tocá de nuevo.");
			// The person closes the phone's panel.
			await press();
			await expect.poll(said).toBe("");
			await press();
			await expect.poll(() => page.evaluate("shared.length")).toBe(1);
			const [{ name, title, bytes }] =
				await page.evaluate<[{ name: string; title: string; bytes: number[] }]>("shared");
			expect([name, title]).toEqual(["Carnet D 1.pdf", "Carnet D/1"]);
			expect(await pdfPages(Buffer.from(bytes))).toHaveLength(2);
			const saved = page.waitForEvent("download");
			await page.getByRole("link", { name: "PDF" }).press("Enter");
			expect((await saved).suggestedFilename()).toBe("carnet-d-1.pdf");
		});
	});

	test("says when its PDF does not come", async () => {
		await visitPaper(sharing(), async (page) => {
			await page.route("**/pdf", (route) => route.fulfill({ status: 429 }));
			await page.getByRole("button", { name: "Compartir" }).press("Enter");
			await page.getByText("No se pudo preparar el PDF.").waitFor();
			// The request for the PDF is led to the sign-in page, which is no PDF.
			await page.unroute("**/pdf");
			await page.context().clearCookies();
			await page.getByRole("button", { name: "Compartir" }).press("Enter");
			await page.getByText("Tu sesión se cerró: ingresá y probá de nuevo.").waitFor();
			expect(await page.evaluate("shared.length")).toBe(0);
			// Its link leads there too, and saves no page under the name of a paper.
			await page.getByRole("link", { name: "PDF" }).press("Enter");
			await page.waitForURL(/\/auth\/login\?redirectTo=.*pdf$/);
		});
	});

	test("has no such button where the browser shares no files", async () => {
		await visitPaper("delete Navigator.prototype.canShare", async (page) => {
			expect(await page.getByRole("link", { name: "PDF" }).count()).toBe(1);
			expect(await page.getByRole("button", { name: "Compartir" }).count()).toBe(0);
		});
	});

	test("is printed without what can only be pressed, and says whether it is valid", async () => {
		await visitPaper("window.print = () => { document.title = 'printed'; }", async (page) => {
			await page.getByRole("button", { name: "Imprimir" }).press("Enter");
			expect(await page.title()).toBe("printed");
			await page.emulateMedia({ media: "print" });
			expect(await page.getByText("¿Te lo piden en la portería?").isVisible()).toBe(false);
			expect(await page.getByRole("button").count()).toBe(0);
			const band = page.getByText("Vencido");
			expect(await band.evaluate((it) => getComputedStyle(it).color)).toBe("rgb(0, 0, 0)");
			expect(await page.locator("article .photo img").count()).toBe(2);
			await page.emulateMedia({ media: null });
		});
	});
});
