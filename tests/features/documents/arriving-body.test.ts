import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { env } from "~/lib/env.server";
import { makeFolder } from "~/lib/files/make-folder.server";
import { ArrivingBody } from "~/lib/images/arriving-body.server";
import { mayMount, mountSmallDisk } from "../../laboratory/faults/disks/small-disk";
import { temporaryFolder } from "../../support/temporary-folder";

const PART_BYTES = 64 * 1024;
const PARTS = 200;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

test("a long body is in its file: of what arrived, memory keeps nothing", async () => {
	const parts: WeakRef<Uint8Array>[] = [];
	const stream = new ReadableStream<Uint8Array>(
		{
			pull(controller) {
				const part = new Uint8Array(PART_BYTES).fill(parts.length);
				parts.push(new WeakRef(part));
				controller.enqueue(part);
				if (parts.length === PARTS) controller.close();
			},
		},
		{ highWaterMark: 0 },
	);
	const init: RequestInit & { duplex: "half" } = { method: "POST", body: stream, duplex: "half" };
	const body = new ArrivingBody(new Request("http://localhost/", init), "person");
	await body.arrive();
	try {
		expect(body.storedBytes).toBeGreaterThan((PARTS - 2) * PART_BYTES);
		// A WeakRef keeps its object until the present task ends.
		await new Promise((resolve) => setTimeout(resolve, 0));
		collectGarbage();
		expect(parts.filter((part) => part.deref() !== undefined).length).toBeLessThan(5);
		// The file holds what was sent.
		const bytes = new Uint8Array(await body.toRequest().arrayBuffer());
		expect(bytes.byteLength).toBe(PARTS * PART_BYTES);
		expect(bytes.every((byte, at) => byte === Math.floor(at / PART_BYTES))).toBe(true);
	} finally {
		await body.close();
	}
});

test.runIf(mayMount())(
	"a disk that has room for half of the last part is full, not a shorter body",
	async () => {
		makeFolder(env.UPLOADS_DIR);
		const disk = mountSmallDisk(310, env.UPLOADS_DIR);
		let sent = 0;
		const stream = new ReadableStream<Uint8Array>(
			{
				pull(controller) {
					controller.enqueue(new Uint8Array(PART_BYTES).fill(1));
					sent++;
					// Parts go to the file in pairs.
					if (sent < 4) return;
					disk.leaveFree(1.5 * PART_BYTES);
					controller.close();
				},
			},
			{ highWaterMark: 0 },
		);
		const init: RequestInit & { duplex: "half" } = { method: "POST", body: stream, duplex: "half" };
		const body = new ArrivingBody(new Request("http://localhost/", init), "person");
		try {
			await expect(body.arrive()).rejects.toMatchObject({ code: "ENOSPC" });
		} finally {
			await body.close();
			disk.remove();
			makeFolder(env.UPLOADS_DIR);
		}
	},
);

test("a folder in a file is not made, and the error says what failed", () => {
	const file = join(temporaryFolder(), "file");
	writeFileSync(file, "");
	expect(() => makeFolder(join(file, "folder"))).toThrow(/^ENOTDIR: .* mkdir /);
	expect(() => makeFolder(file)).toThrow(/^EEXIST: .* mkdir /);
});
