import { expect, test } from "vitest";
import { withProgress } from "../../../scripts/operator/progress";

/** A fake terminal, and a clock that the test sets. */
function terminal({ isTTY = true, columns = 80 } = {}) {
	const written: string[] = [];
	const clock = { ms: 0 };
	return {
		clock,
		now: () => clock.ms,
		stream: { isTTY, columns, write: (text: string) => written.push(text) },
		lines: () => written.join("").split("\r\u001b[2K").slice(1),
	};
}

test("the line contains the step, how much of it is done and the remaining time, and is erased at the end", async () => {
	const { clock, now, stream, lines } = terminal();
	const result = await withProgress(
		"Revisando imágenes",
		(onProgress) => {
			for (const [ms, done] of [
				[100, 1],
				[500, 100],
				[600, 110],
				[1500, 1500],
				[30_000, 3000],
			] as const) {
				clock.ms = ms;
				onProgress(done, 12_000);
			}
			return "lista";
		},
		stream,
		now,
	);
	expect(result).toBe("lista");
	expect(lines()).toEqual([
		"Revisando imágenes…",
		"Revisando imágenes: 100 de 12.000",
		"Revisando imágenes: 1.500 de 12.000, faltan 11 s",
		"Revisando imágenes: 3.000 de 12.000, faltan 90 s",
		"",
	]);
});

test("the line is erased when the step fails", async () => {
	const { stream, lines } = terminal();
	const failing = withProgress("Copiando", () => Promise.reject(new Error("lleno")), stream);
	await expect(failing).rejects.toThrow("lleno");
	expect(lines()).toEqual(["Copiando…", ""]);
});

test("the line never wraps on a narrow terminal", async () => {
	const { stream, lines } = terminal({ columns: 12 });
	await withProgress("Revisando la base de datos", () => undefined, stream);
	expect(lines()).toEqual(["Revisando l", ""]);
});

test("nothing is written where there is no terminal", async () => {
	const { clock, now, stream, lines } = terminal({ isTTY: false });
	const work = (onProgress: (done: number, total: number) => void) => {
		clock.ms = 60_000;
		onProgress(1, 2);
	};
	await withProgress("Revisando", work, stream, now);
	expect(lines()).toEqual([]);
});
